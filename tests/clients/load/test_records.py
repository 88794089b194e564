"""Records held against the rules and the players (`kozyr_load.judge.records`)."""

import msgspec
import pytest
from msgspec.structs import replace

from kozyr_games.registry import GAMES
from kozyr_load.judge.records import Made, Played, problems
from kozyr_load.judge.violation import Kind
from kozyr_protocol import codec
from kozyr_protocol.ids import GameKey
from kozyr_protocol.record import By, Record, RecordDeal, dumps
from kozyr_testing.random_play import Table, random_record

RECORD = random_record(Table(GAMES[GameKey("twenty_nine")], "twenty_nine/solo", {}, 3, seed=5))


def _played(record: Record) -> Played:
    """The game as its players know it."""
    made: dict[int, tuple[Made, ...]] = {}
    entries = (entry for deal in record.deals for entry in deal.actions)
    for prompt, entry in enumerate(entries):
        if entry.by is By.PLAYER:
            action = codec.pack(msgspec.json.decode(entry.action))
            made[entry.seat] = (*made.get(entry.seat, ()), Made(prompt, action, True))
    return Played("room-1", record.room, record.game, tuple(record.totals), made)


PLAYED = _played(RECORD)


def _kinds(record: Record, played: Played) -> set[Kind]:
    return {kind for kind, _ in problems(dumps(record), played)}


def _with_actions(*order: int) -> Record:
    """The record with other actions in its first deal, by their place."""
    deal: RecordDeal = RECORD.deals[0]
    actions = tuple(deal.actions[place] for place in order)
    return replace(RECORD, deals=(replace(deal, actions=actions), *RECORD.deals[1:]))


COUNT = len(RECORD.deals[0].actions)


def test_a_sound_record_has_no_problem() -> None:
    assert problems(dumps(RECORD), PLAYED) == []


@pytest.mark.parametrize("key", GAMES)
def test_a_sound_record_of_any_game_has_no_problem(key: GameKey) -> None:
    spec = GAMES[key]
    preset = next(iter(spec.presets))
    seats = spec.preset_seats.get(preset, (spec.usual_seats, 0))[0]
    record = random_record(Table(spec, preset, {}, seats, seed=2))
    assert problems(dumps(record), _played(record)) == []


def test_an_acknowledged_action_that_is_not_there_is_lost() -> None:
    assert Kind.LOST in _kinds(_with_actions(*range(5), *range(6, COUNT)), PLAYED)


def test_an_action_that_is_there_twice_is_doubled() -> None:
    assert Kind.DOUBLED in _kinds(_with_actions(*range(6), *range(5, COUNT)), PLAYED)


def test_one_action_more_at_the_end_is_doubled() -> None:
    assert Kind.DOUBLED in _kinds(_with_actions(*range(COUNT), COUNT - 1), PLAYED)


def test_what_was_not_acknowledged_may_be_there_or_not() -> None:
    seat = next(iter(PLAYED.made))
    *former, last = PLAYED.made[seat]
    unknown = (*former, replace(last, is_acked=False))
    there = replace(PLAYED, made=PLAYED.made | {seat: unknown})
    assert _kinds(RECORD, there) == set()
    never = Made(last.prompt + 1, last.action, False)
    not_there = replace(PLAYED, made=PLAYED.made | {seat: (*former, last, never)})
    assert _kinds(RECORD, not_there) == set()


def test_other_scores_are_told() -> None:
    wrong = replace(RECORD, totals=(RECORD.totals[0] + 1, *RECORD.totals[1:]))
    assert _kinds(wrong, PLAYED) == {Kind.RECORD}
    told = replace(PLAYED, totals=wrong.totals)
    found = problems(dumps(RECORD), told)
    assert [kind for kind, _ in found] == [Kind.RECORD] * 2
    assert "a recount gives other totals" in found[1][1]


def test_what_is_no_record_is_told() -> None:
    ((kind, message),) = problems(b"{}", PLAYED)
    assert kind is Kind.RECORD
    assert message.startswith("room-1: not a record")
