"""Scenarios of `kozyr_games.replay`, with records of every game of the registry."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from kozyr_games.registry import GAMES
from kozyr_games.replay import ReplayError, positions, recount, verify
from kozyr_protocol.ids import GameKey
from kozyr_protocol.record import By, Ended, Record, RecordAction, dumps, loads
from kozyr_testing.random_play import Table, presets, random_record, random_table

TWENTY_NINE = GAMES[GameKey("twenty_nine")]
EVERY = [(key, preset, seats) for key, spec in GAMES.items() for preset, seats in presets(spec)]


def _record(given: dict[str, object] | None = None, vote_after: int | None = None) -> Record:
    """A game of Twenty-Nine for three with a stake, in which a timeout happened."""
    table = Table(TWENTY_NINE, "twenty_nine/solo", {"stake": 5} | (given or {}), 3, seed=4)
    return random_record(table, vote_after=vote_after)


RECORD = _record()


@pytest.mark.parametrize(("key", "preset", "seats"), EVERY)
def test_a_sound_record_has_no_problem(key: GameKey, preset: str, seats: int) -> None:
    record = random_record(Table(GAMES[key], preset, {}, seats, seed=1))
    assert verify(loads(dumps(record))) == []


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_a_sound_record_with_any_options_has_no_problem(key: GameKey, seed: int) -> None:
    table = random_table(GAMES[key], seed)
    assert verify(random_record(table, vote_after=4)) == [], str(table)


def test_a_game_that_was_voted_off_is_counted_by_its_finished_deals() -> None:
    record = _record(vote_after=1)
    assert record.ended is Ended.VOTED
    assert verify(record) == []
    assert recount(record).outcome.totals == record.deals[0].scores


def test_a_game_may_end_before_its_first_deal() -> None:
    record = _record(vote_after=0)
    assert record.draw is None
    assert verify(record) == []


def test_positions_lead_from_the_empty_table_to_the_result() -> None:
    found = list(positions(RECORD))
    actions = sum(len(deal.actions) for deal in RECORD.deals)
    assert len(found) == 1 + 1 + len(RECORD.deals) + actions
    assert TWENTY_NINE.sheet(found[0].state) == ()
    assert TWENTY_NINE.outcome(found[-1].state) is not None
    assert [p.entry for p in found if p.deal == 1 and p.entry] == list(RECORD.deals[0].actions)


def test_recount_gives_what_the_record_says() -> None:
    counted = recount(RECORD)
    assert counted.outcome.totals == RECORD.totals
    assert counted.outcome.winners == RECORD.winners
    assert counted.outcome.settlement == RECORD.settlement
    assert [row.scores for row in counted.sheet] == [deal.scores for deal in RECORD.deals]


def test_recount_does_not_believe_the_record() -> None:
    lying = replace(RECORD, totals=(99, 0, 0), winners=(0,))
    assert recount(lying).outcome.totals == RECORD.totals


def _deal(record: Record, **changes: Any) -> Record:
    """The record with another first deal."""
    return replace(record, deals=(replace(record.deals[0], **changes), *record.deals[1:]))


def _actions(record: Record, change: Callable[[list[RecordAction]], None]) -> Record:
    actions = list(record.deals[0].actions)
    change(actions)
    return _deal(record, actions=tuple(actions))


def _swapped(record: Record) -> Record:
    """The first cards of two hands exchanged."""
    first, second, *rest = record.deals[0].hands
    hands = ((second[0], *first[1:]), (first[0], *second[1:]), *rest)
    return _deal(record, hands=hands)


def _fairness(record: Record, **changes: Any) -> Record:
    return _deal(
        record,
        fairness=msgspec.convert(
            msgspec.to_builtins(record.deals[0].fairness) | changes, type(record.deals[0].fairness)
        ),
    )


def _late(actions: list[RecordAction]) -> None:
    """A chosen card, other than the rules' choice, passed off as a timeout."""
    state = next(p.state for p in positions(RECORD) if p.deal == 1)
    for place, entry in enumerate(actions):
        lowest = msgspec.json.encode(TWENTY_NINE.timeout_action(state, entry.seat))
        if bytes(entry.action) != lowest:
            actions[place] = replace(entry, by=By.TIMEOUT)
            return
        action = msgspec.json.decode(entry.action, type=TWENTY_NINE.wire.action)
        state = TWENTY_NINE.apply(state, entry.seat, action).state


def _back_in_time(actions: list[RecordAction]) -> None:
    actions[3] = replace(actions[3], at_ms=5)


def _wrong_seat(actions: list[RecordAction]) -> None:
    actions[0] = replace(actions[0], seat=(actions[0].seat + 1) % 3)


def _no_action(actions: list[RecordAction]) -> None:
    actions[0] = replace(actions[0], action=Raw(b'{"type": "bid", "tricks": 3}'))


def _repeated(actions: list[RecordAction]) -> None:
    actions[3] = replace(actions[0], at_ms=actions[3].at_ms)


def _shortened(actions: list[RecordAction]) -> None:
    del actions[-1]


FORGERIES: list[tuple[str, Callable[[Record], Record], str]] = [
    ("totals", lambda r: replace(r, totals=(*r.totals[:-1], 0)), "`totals` is not what"),
    ("winners", lambda r: replace(r, winners=(0, 1, 2)), "`winners` is not what"),
    ("settlement", lambda r: replace(r, settlement=None), "`settlement` is not what"),
    ("ended", lambda r: replace(r, ended=Ended.LIMIT), "The record says limit"),
    ("voted", lambda r: replace(r, ended=Ended.VOTED), "The record says voted"),
    ("deals", lambda r: replace(r, deals=r.deals[:-1]), "by the rules the game goes on"),
    ("more", lambda r: replace(r, deals=(*r.deals, r.deals[-1])), "the game is over before it"),
    ("dealer", lambda r: _deal(r, dealer=(r.deals[0].dealer + 1) % 3), "`dealer` is not"),
    ("number", lambda r: _deal(r, number=7), "`number` is not"),
    ("scores", lambda r: _deal(r, scores=(52, 0, 0)), "`scores` is not"),
    ("detail", lambda r: _deal(r, detail={"piles": [8, 0, 0]}), "`detail` is not"),
    ("hands", _swapped, "`hands` is not"),
    ("aside", lambda r: _deal(r, aside=("AS",)), "`aside` is not"),
    ("turned", lambda r: _deal(r, turned="AS"), "`turned` is not"),
    ("seat", lambda r: _actions(r, _wrong_seat), "another seat's turn"),
    ("repeated", lambda r: _actions(r, _repeated), "the card is not in the hand"),
    ("alien", lambda r: _actions(r, _no_action), "no action of this game"),
    ("short", lambda r: _actions(r, _shortened), "the actions end before the deal does"),
    ("time", lambda r: _actions(r, _back_in_time), "the time goes back"),
    ("late", lambda r: _actions(r, _late), "the rules choose another action"),
    ("room", lambda r: replace(r, room="another"), "not those that the links give"),
    ("no draw", lambda r: replace(r, draw=None), "the record has none"),
    ("options", lambda r: replace(r, options={"stake": 5}), "The options are not all there"),
    ("bad option", lambda r: replace(r, options=r.options | {"rounds": 0}), "rounds: must be"),
    ("preset", lambda r: replace(r, preset="twenty_nine/none"), "preset: must be one of"),
    ("rules", lambda r: replace(r, rules=99), "is known with rules 1, not with 99"),
    ("game", lambda r: replace(r, game="whist"), "no game has the key"),
    ("kind", lambda r: replace(r, seats=(replace(r.seats[0], kind="botx"), *r.seats[1:])),
     "The kind of seat 0 is neither human nor bot"),
    ("started", lambda r: replace(r, started="yesterday"), "`started` is no time"),
    ("link", lambda r: _fairness(r, server_link="00" * 32), "does not hash to its tip"),
    ("hex", lambda r: _fairness(r, server_link="xyz"), "The deck of deal 1 cannot be made"),
    ("tip", lambda r: _fairness(r, tip="00" * 32), "another tip of the server"),
    ("missing", lambda r: _fairness(r, missing=(0, 1, 2)), "marked missing"),
    ("entries", lambda r: _fairness(r, seat_tips=(None,), seat_links=(None,), missing=()),
     "is not that of 3 seats"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("forge", "problem"),
    [pytest.param(forge, problem, id=name) for name, forge, problem in FORGERIES],
)
def test_a_forgery_is_found(forge: Callable[[Record], Record], problem: str) -> None:
    problems = verify(forge(RECORD))
    assert any(problem in each for each in problems), problems


def test_a_draw_that_was_not_due_is_found() -> None:
    record = _record({"draw": "off"})
    assert record.draw is None
    assert verify(record) == []
    drawn = replace(record, draw=RECORD.draw)
    assert any("the options have none" in each for each in verify(drawn))


def test_the_cards_of_the_draw_are_checked() -> None:
    assert RECORD.draw is not None
    cards = RECORD.draw.cards
    forged = replace(RECORD, draw=replace(RECORD.draw, cards=(*cards[1:], cards[0])))
    assert verify(forged) == ["The cards of the draw are not those that the links give."]


def test_what_cannot_be_followed_raises_where_one_asked_for_positions() -> None:
    with pytest.raises(ReplayError, match="deal 1, action 1"):
        list(positions(_actions(RECORD, _wrong_seat)))


def test_a_position_does_not_print_cards() -> None:
    assert "hands" not in repr(list(positions(RECORD))[5])


def test_problems_that_verify_would_list_stop_positions() -> None:
    with pytest.raises(ReplayError, match="does not hash to its tip"):
        list(positions(_fairness(RECORD, server_link="00" * 32)))
