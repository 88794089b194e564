"""`kozyr_server.rooms.shuffles`: shuffles opened, links fed, and what anybody can check."""

from typing import Any

import pytest
from msgspec.structs import replace

from kozyr_games.registry import GAMES
from kozyr_protocol import fair, messages
from kozyr_protocol.cards import draw_pack
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.fair import Chain, Fairness
from kozyr_protocol.ids import GameKey
from kozyr_protocol.rooms import (
    FairnessShown,
    LinkTaken,
    Phase,
    Shuffled,
    ShuffleOpened,
)
from kozyr_server.rooms import due, views
from kozyr_server.rooms.decision import Unchanged
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import MAX_TIPS, TIP_MARK_BYTES, Table, encode
from kozyr_testing.desk import ROOM, Desk, player

ANNA, BORIS, VERA, GLEB = (player(number) for number in range(4))
SPEC = GAMES[GameKey("twenty_nine")]


def table(chains: int, seats: int = 3, draw: str = "off", rounds: int = 2) -> Desk:
    desk = Desk(
        seats=seats,
        preset="twenty_nine/solo",
        options={"draw": draw, "rounds": rounds},
    )
    desk.watch()
    desk.begun(seats, chains=chains)
    return desk


def pending(desk: Desk) -> Any:
    assert desk.room.play is not None
    return desk.room.play.pending


def refused(desk: Desk, who: Any, n: int, link: str) -> ErrorCode:
    before = encode(desk.room)
    with pytest.raises(RefusedError) as caught:
        desk.link(who, n, link)
    assert encode(desk.room) == before
    return caught.value.code


def shown(desk: Desk) -> list[Fairness]:
    """What was shown in all steps, in order."""
    return [
        event.fairness
        for decision in desk.decisions
        for event in decision.happened
        if isinstance(event, FairnessShown)
    ]


def test_with_nobody_taking_part_the_deck_is_made_at_once() -> None:
    desk = table(chains=0)
    assert pending(desk) is None
    assert desk.told(ShuffleOpened) == desk.told(Shuffled) == []
    assert desk.acting()


@pytest.mark.parametrize("chains", [1, 2, 3])
def test_a_shuffle_is_opened_and_fed_by_those_who_take_part(chains: int) -> None:
    desk = table(chains)
    seats = tuple(range(chains))
    tips = tuple(desk.room.seats[i].tip for i in range(3))
    assert desk.told(ShuffleOpened) == [ShuffleOpened(1, seats, tips)]
    assert desk.acting() == []
    for who in [ANNA, BORIS, VERA][:chains]:
        assert pending(desk) is not None
        desk.feed(who)
        assert desk.told(LinkTaken) == [LinkTaken(desk.index(who))]
    assert pending(desk) is None
    assert desk.told(Shuffled) == [Shuffled(1, ())]
    assert desk.acting()


@pytest.mark.parametrize("draw", ["off", "dealer", "seats"])
def test_anybody_can_check_all_deals_of_a_game(draw: str) -> None:
    desk = table(chains=2, seats=4, draw=draw)
    desk.play_out()
    run = shown(desk)
    assert [fairness.n for fairness in run] == list(range(1, len(run) + 1))
    firsts = fair.first_shuffles(run)
    for number, fairness in enumerate(run):
        is_draw = draw != "off" and number == 0
        pack = draw_pack(4, ace_low=True) if is_draw else SPEC.wants_deck(_asking())
        assert pack is not None
        fair.check_deal(ROOM, fairness, firsts, pack)
        assert fairness.missing == ()
        assert sum(link is not None for link in fairness.seat_links) == 2
    assert run[0].tip == desk.room.tip


def _asking() -> Any:
    return SPEC.setup(SPEC.resolve({"draw": "off"}, 4), 4)


def test_a_link_before_its_shuffle_is_too_early() -> None:
    desk = table(chains=1)
    link = desk.chains[ANNA].link(2).hex()
    assert refused(desk, ANNA, 2, link) is ErrorCode.TOO_EARLY


def test_a_wrong_link_is_refused_and_the_right_one_still_taken() -> None:
    desk = table(chains=2)
    chain = desk.chains[ANNA]
    for wrong in (chain.link(2).hex(), "00" * 32, desk.chains[BORIS].link(1).hex()):
        assert refused(desk, ANNA, 1, wrong) is ErrorCode.BAD_LINK
    assert refused(desk, VERA, 1, chain.link(1).hex()) is ErrorCode.BAD_LINK
    desk.feed(ANNA)


def test_a_link_that_was_taken_can_be_sent_again_and_not_changed() -> None:
    desk = table(chains=2)
    link = desk.chains[ANNA].link(1).hex()
    desk.link(ANNA, 1, link)
    assert desk.link(ANNA, 1, link) == Unchanged()
    assert refused(desk, ANNA, 1, "00" * 32) is ErrorCode.BAD_LINK
    desk.feed(BORIS)
    # The deck is made; the answer may have been lost with the line.
    assert desk.link(ANNA, 1, link) == Unchanged()
    assert refused(desk, ANNA, 1, "00" * 32) is ErrorCode.BAD_LINK


def test_a_link_that_does_not_come_is_missing_after_three_seconds() -> None:
    desk = table(chains=2)
    desk.feed(BORIS)
    opened_ms = desk.now_ms
    desk.now_ms += due.LINK_WAIT_MS - 1
    assert desk.timer() == Unchanged()
    desk.now_ms += 1
    desk.timer()
    assert desk.last.not_before_ms == opened_ms + due.LINK_WAIT_MS
    assert desk.told(Shuffled) == [Shuffled(1, (0,))]
    assert desk.acting()
    late = desk.chains[ANNA].link(1).hex()
    assert refused(desk, ANNA, 1, late) is ErrorCode.BAD_LINK
    desk.play_out()
    assert shown(desk)[0].missing == (0,)
    assert shown(desk)[0].seat_links[0] is None
    assert shown(desk)[0].seat_tips[0] == desk.chains[ANNA].tip.hex()


def test_a_missed_shuffle_uses_its_link_up() -> None:
    desk = table(chains=1)
    desk.until_due()
    while pending(desk) is None:
        desk.step()
    wanted = views.link_wanted(desk.room, 0, desk.now_ms)
    assert wanted is not None
    assert (wanted.n, wanted.first_n, wanted.within_ms) == (2, 1, due.LINK_WAIT_MS)
    assert refused(desk, ANNA, 2, desk.chains[ANNA].link(1).hex()) is ErrorCode.BAD_LINK
    desk.link(ANNA, 2, desk.chains[ANNA].link(2).hex())
    desk.play_out()
    run = shown(desk)
    pack = SPEC.wants_deck(_asking())
    assert pack is not None
    for fairness in run:
        fair.check_deal(ROOM, fairness, fair.first_shuffles(run), pack)


def test_a_tip_that_comes_later_counts_from_the_next_shuffle() -> None:
    desk = table(chains=0)
    chain = desk.chains[BORIS] = Chain.from_seed(bytes(32))
    desk.tip(BORIS, chain.tip.hex())
    assert desk.seat(BORIS).tip_first_n == 0
    while pending(desk) is None:
        desk.step()
    assert pending(desk).n == 2
    assert desk.seat(BORIS).tip_first_n == 2
    desk.link(BORIS, 2, chain.link(1).hex())
    assert desk.told(Shuffled) == [Shuffled(2, ())]


@pytest.mark.parametrize("new", [None, "aa" * 32])
def test_a_tip_changed_while_a_shuffle_is_open_leaves_that_shuffle_alone(new: str | None) -> None:
    desk = table(chains=2)
    old = desk.chains[ANNA]
    desk.tip(ANNA, new)
    view = views.room_view(GAMES, desk.table, 0)
    assert view.shuffle is not None
    assert view.shuffle.tips[0] == old.tip.hex()
    desk.link(ANNA, 1, old.link(1).hex())
    desk.feed(BORIS)
    assert desk.told(Shuffled) == [Shuffled(1, ())]
    while pending(desk) is None:
        desk.step()
    assert pending(desk).seats == ((1,) if new is None else (0, 1))
    if new is not None:
        assert pending(desk).firsts[0] == 2
    while desk.phase is Phase.PLAYING:
        desk.until_due()
    assert shown(desk)[0].seat_tips[0] == old.tip.hex()
    pack = SPEC.wants_deck(_asking())
    assert pack is not None
    fair.check_deal(ROOM, shown(desk)[0], fair.first_shuffles(shown(desk)), pack)


def test_who_has_no_line_or_is_absent_sits_the_shuffle_out() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo", options={"draw": "off", "rounds": 2})
    desk.begun(3, chains=2)
    desk.lose(ANNA)
    desk.until_due()
    for _ in range(500):
        if pending(desk) is not None:
            break
        if desk.acting() == [ANNA]:
            desk.until_due()
        else:
            desk.step()
    assert pending(desk).seats == (1,)
    assert pending(desk).tips == (None, desk.chains[BORIS].tip.hex(), None)


def test_a_line_lost_while_a_shuffle_is_open_is_waited_for() -> None:
    desk = table(chains=1)
    desk.lose(ANNA)
    assert pending(desk).seats == (0,)
    desk.take(ANNA)
    desk.feed(ANNA)
    assert desk.told(Shuffled) == [Shuffled(1, ())]


def test_a_game_abandoned_while_a_shuffle_is_open_wants_no_link() -> None:
    desk = table(chains=1)
    for who in (ANNA, BORIS, VERA):
        desk.leave(who)
    assert desk.phase is Phase.FINISHED
    assert pending(desk) is None
    assert shown(desk) == []


def test_the_link_of_an_unfinished_deal_is_not_shown() -> None:
    desk = table(chains=0)
    server_link = fair.link(desk.room.seed, 1).hex()
    for _ in range(10):
        desk.step()
    for who in (ANNA, BORIS, VERA):
        desk.leave(who)
    frames = b"".join(
        frame for entry in desk.entries for frame in (entry.shared, *entry.seats.values())
    )
    assert server_link.encode() not in frames
    assert desk.room.seed not in frames


def test_a_rematch_deals_from_another_chain() -> None:
    desk = table(chains=1, rounds=1)
    desk.play_out()
    first = shown(desk)
    desk.rematch(ANNA)
    desk.chains[ANNA] = Chain.from_seed(bytes(range(32)))
    desk.tip(ANNA, desk.chains[ANNA].tip.hex())
    for who in (ANNA, BORIS, VERA):
        desk.ready(who)
    desk.play_out()
    second = shown(desk)[len(first) :]
    assert second[0].n == 1
    assert second[0].tip == desk.room.tip != first[0].tip
    fair.first_shuffles(second)


def test_commands_about_links_are_answered_before_any_game() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo")
    desk.join(ANNA)
    with pytest.raises(RefusedError) as caught:
        desk.by(ANNA, messages.FeedLink(id=1, room=ROOM, n=1, link="00" * 32))
    assert (caught.value.code, caught.value.facts) == (ErrorCode.TOO_EARLY, {"n": 0})


def test_a_chain_is_marked_for_good_when_a_shuffle_lists_it() -> None:
    desk = table(chains=2)
    assert len(desk.room.tips_shown) == 2 * TIP_MARK_BYTES
    desk.play_out()
    assert len(desk.room.tips_shown) == 2 * TIP_MARK_BYTES, "once, not with each shuffle"


def test_in_a_room_whose_marks_are_full_nobody_takes_part_any_more() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo", options={"draw": "off"})
    desk.seated(3)
    for who in (ANNA, BORIS, VERA):
        desk.tip(who, desk.rng.randbytes(32).hex())
    full = bytes(TIP_MARK_BYTES * MAX_TIPS)
    held = desk.table
    room = replace(held.room, tips_shown=full)
    desk.table = Table(held.version, held.tag, room, held.state)
    for who in (ANNA, BORIS, VERA):
        desk.ready(who)
    assert desk.room.phase is Phase.PLAYING
    assert desk.told(ShuffleOpened) == []
    assert desk.room.tips_shown == full
