"""`kozyr_server.rooms.committing`: what the store is asked to write, and its refusals."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kozyr_games.registry import GAMES
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import RoomId
from kozyr_protocol.messages import RoomSummary
from kozyr_protocol.rooms import Phase
from kozyr_server.rooms import committing, projection
from kozyr_server.rooms.decision import Decision
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import OutdatedError, encode
from kozyr_server.store.model import (
    Commit,
    CommitResult,
    Entry,
    Log,
    Status,
    StoreFullError,
    StoreUnavailableError,
)
from kozyr_testing.desk import ROOM, Desk, player

ANNA, BORIS, VERA = (player(number) for number in range(3))


def commit(decision: Decision) -> Commit:
    entry = projection.entry(GAMES[decision.after.room.game], decision)
    return committing.commit(decision, entry)


def commits(desk: Desk) -> list[Commit]:
    return [commit(decision) for decision in desk.decisions]


def played(**create: Any) -> Desk:
    """A whole game of two deals, a rematch, and the end of the room."""
    desk = Desk(
        seats=3,
        preset="twenty_nine/solo",
        options={"length": "target", "target": 40, "draw": "off"},
        **create,
    )
    desk.begun(3)
    desk.play_out()
    desk.rematch(ANNA)
    while desk.phase is not Phase.CLOSED:
        desk.until_due()
    return desk


def test_a_commit_names_what_it_was_decided_on() -> None:
    desk = played()
    first, *rest = commits(desk)
    assert (first.version, first.tag) == (0, "")
    for before, after, decision in zip(desk.decisions, rest, desk.decisions[1:], strict=False):
        assert (after.version, after.tag) == (before.after.version, before.after.tag)
        assert after.new_tag == decision.after.tag
        entry = msgspec.msgpack.decode(after.entry, type=Entry)
        assert (entry.version, entry.tag, entry.prev) == (
            after.version + 1,
            after.new_tag,
            after.tag,
        )
        assert entry.due_ms == after.due_ms == decision.due_ms
        assert after.state == (None if decision.closed else encode(decision.after.room))


def test_the_log_begins_with_a_game_and_anew_with_each_deal_and_ends_with_a_rematch() -> None:
    desk = played()
    moves = {}
    for decision, made in zip(desk.decisions, commits(desk), strict=True):
        if decision.closed:
            moves["closed"] = made.log
        elif decision.began_deal:
            assert made.log is Log.RESTART
            assert decision.after.room.log_from == decision.after.version
        elif decision.label == "rematch":
            assert made.log is Log.DROP
        elif decision.after.room.phase is Phase.WAITING:
            assert made.log is Log.NONE
        else:
            assert made.log is Log.APPEND
            moves[decision.after.room.phase] = made.log
    assert moves == {
        Phase.PLAYING: Log.APPEND,
        Phase.FINISHED: Log.APPEND,
        "closed": Log.DROP,
    }


def test_a_game_that_waits_for_links_begins_its_log_at_once() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo")
    desk.begun(3, chains=2)
    assert commit(desk.last).log is Log.RESTART
    desk.feed(ANNA)
    assert commit(desk.last).log is Log.APPEND
    desk.feed(BORIS)
    assert commit(desk.last).log is Log.RESTART if desk.last.began_deal else Log.APPEND


def test_deals_and_the_end_of_a_game_go_with_their_steps() -> None:
    desk = played()
    made = commits(desk)
    begun = [one for one in made if one.fresh_deals]
    assert len(begun) == 1
    deals = [one.deal for one in made if one.deal is not None]
    assert len(deals) == len([deal for decision in desk.decisions for deal in decision.deals])
    (ended,) = [one for one in made if one.game is not None]
    assert ended.deal is not None
    assert ended.game is not None
    assert (ended.game.record, ended.game.public) == (f"{ROOM}-1", True)
    assert all(one.more_deals == () for one in made)


def test_deadlines_are_not_committed_before_they_are_due() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo")
    desk.begun(3)
    desk.until_due()
    assert commit(desk.last).not_before_ms == desk.now_ms


def test_the_lobby_is_told_only_what_it_shows() -> None:
    desk = played()
    listed: list[RoomSummary | None] = []
    for decision, made in zip(desk.decisions, commits(desk), strict=True):
        if made.summary is not None:
            listed.append(msgspec.msgpack.decode(made.summary, type=RoomSummary))
            assert len(made.summary) <= 256
        elif made.unlist:
            listed.append(None)
        if decision.label in {"act", "ready"} and decision.after.room.phase is Phase.PLAYING:
            assert made.summary is None or decision.before.room.phase is Phase.WAITING  # type: ignore[union-attr]  # not the first
    shown = [None if one is None else (one.phase, one.taken) for one in listed]
    assert shown == [
        (Phase.WAITING, 0),
        (Phase.WAITING, 1),
        (Phase.WAITING, 2),
        (Phase.WAITING, 3),
        (Phase.PLAYING, 3),
        None,
        (Phase.WAITING, 3),
        None,
    ]


def test_a_room_that_is_not_public_is_never_listed() -> None:
    assert not any(made.summary or made.unlist for made in commits(played(public=False)))


def test_a_game_that_nobody_may_watch_is_not_listed() -> None:
    desk = played(spectators=False)
    for decision, made in zip(desk.decisions, commits(desk), strict=True):
        if made.summary is not None:
            assert decision.after.room.phase is Phase.WAITING


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (Status.UNAVAILABLE, ErrorCode.STORE_UNAVAILABLE),
        (Status.FULL, ErrorCode.STORE_FULL),
        (Status.UNKNOWN, ErrorCode.OUTCOME_UNKNOWN),
        (Status.ERROR, ErrorCode.INTERNAL),
    ],
)
def test_what_could_not_be_committed_is_refused(status: Status, code: ErrorCode) -> None:
    result = CommitResult(status, detail="secret of the store")
    with pytest.raises(RefusedError) as caught:
        committing.need_ok(result, RoomId(ROOM))
    assert (caught.value.code, caught.value.room) == (code, ROOM)
    assert "secret" not in caught.value.message
    committing.need_ok(replace(result, status=Status.OK), ROOM)


@pytest.mark.parametrize(("of_memory", "limit"), [(True, "store_memory_mb"), (False, "")])
def test_full_memory_is_counted_by_its_own_limit(of_memory: bool, limit: str) -> None:
    with pytest.raises(RefusedError) as caught:
        committing.need_ok(CommitResult(Status.FULL, of_memory=of_memory), RoomId(ROOM))
    assert caught.value.limit == limit


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (StoreFullError(), ErrorCode.STORE_FULL),
        (StoreUnavailableError(), ErrorCode.STORE_UNAVAILABLE),
        (OutdatedError(), ErrorCode.SERVER_OUTDATED),
    ],
)
def test_reads_that_fail_become_refusals(error: Exception, code: ErrorCode) -> None:
    with pytest.raises(RefusedError) as caught, committing.reading(ROOM):
        raise error
    assert (caught.value.code, caught.value.room) == (code, ROOM)
