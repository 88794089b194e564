"""`kozyr_server.rooms.recording`: the record of a game replays and verifies."""

import pytest

from kozyr_games import replay
from kozyr_games.registry import GAMES
from kozyr_protocol import codec, record
from kozyr_protocol.ids import GameKey
from kozyr_protocol.record import By, Ended, Record
from kozyr_protocol.rooms import GameEnded, Phase
from kozyr_server.rooms import recording
from kozyr_server.store.records import assembled
from kozyr_testing.desk import ROOM, Desk, player
from kozyr_testing.random_play import presets

EVERY = [(key, *presets(spec)[0]) for key, spec in GAMES.items()]


def recorded(desk: Desk) -> Record:
    """The record as the store puts it together."""
    assert desk.last.ended is not None
    deals = [deal for decision in desk.decisions for deal in decision.deals]
    return record.loads(assembled([desk.last.ended.head, *deals]))


@pytest.mark.parametrize(("key", "preset", "seats"), EVERY)
def test_a_game_of_every_kind_replays_and_verifies(key: GameKey, preset: str, seats: int) -> None:
    desk = Desk(key, 3, preset=preset, seats=seats)
    desk.begun(seats, chains=seats - 1)
    desk.play_out()
    kept = recorded(desk)
    assert replay.verify(kept) == []
    assert (kept.game, kept.preset, kept.room) == (key, preset, ROOM)
    assert kept.options == codec.unpack(desk.room.options)
    assert [seat.name for seat in kept.seats] == [seat.name for seat in desk.room.seats]
    (ended,) = desk.told(GameEnded)
    assert kept.ended is ended.ended is desk.room.ended
    assert (ended.totals, ended.winners, ended.settlement, ended.record) == (
        kept.totals,
        kept.winners,
        kept.settlement,
        f"{ROOM}-1",
    )


def test_missing_links_and_actions_of_the_clock_are_marked() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo", options={"draw": "seats"})
    desk.begun(3, chains=2)
    while desk.phase is Phase.PLAYING:
        if desk.rng.random() < 0.3:
            desk.until_due()
        else:
            desk.now_ms += 5
            desk.step()
    kept = recorded(desk)
    assert replay.verify(kept) == []
    actions = [action for deal in kept.deals for action in deal.actions]
    assert {action.by for action in actions} == {By.PLAYER, By.TIMEOUT}
    assert any(deal.fairness.missing for deal in kept.deals)
    for deal in kept.deals:
        times = [action.at_ms for action in deal.actions]
        assert times == sorted(times)


def test_an_abandoned_game_keeps_its_finished_deals() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo", options={"rounds": 2})
    players = desk.begun(3)
    while not desk.last.deals:
        desk.step()
    desk.step()
    for who in players:
        desk.leave(who)
    kept = recorded(desk)
    assert kept.ended is Ended.ABANDONED
    assert len(kept.deals) == 1
    assert replay.verify(kept) == []
    assert [seat.name for seat in kept.seats] == ["Player 0", "Player 1", "Player 2"]


def test_a_game_abandoned_in_its_first_deal_has_none() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo")
    for who in desk.begun(3):
        desk.leave(who)
    kept = recorded(desk)
    assert kept.deals == ()
    assert replay.verify(kept) == []


def test_times_are_in_utc_with_milliseconds() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo", options={"length": "single"})
    desk.begun(3)
    desk.play_out()
    kept = recorded(desk)
    assert kept.started.endswith("Z")
    assert "." in kept.started
    assert kept.started < kept.finished


def test_an_action_before_its_deal_counts_as_at_its_beginning() -> None:
    packed = recording.action(1, {"type": "pass"}, -3, By.PLAYER)
    assert b"\x01" in packed
    assert recording.action(1, {"type": "pass"}, 0, By.PLAYER) == packed
    assert player(1) == "p1"


def test_the_time_of_a_record_went_back_where_two_processes_differed() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo")
    desk.begun(3)
    while desk.phase is Phase.PLAYING:
        desk.now_ms += desk.rng.choice((-4, 5, 9))
        desk.step()
    assert replay.verify(recorded(desk)) == []
