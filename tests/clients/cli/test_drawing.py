"""A replayed game as text (`kozyr_cli.drawing`)."""

import re
from pathlib import Path

from msgspec.structs import replace

from kozyr_cli.drawing import said, sheet, steps
from kozyr_cli.words import speaking
from kozyr_games.registry import GAMES
from kozyr_games.replay import game_of
from kozyr_protocol.games import twenty_nine
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import RecordSeat, loads


def test_every_game_is_drawn_by_the_same_means(played: Path) -> None:
    seen = set()
    for line in played.read_bytes().splitlines():
        record = loads(line)
        drawn = list(steps(record))
        seen.add(record.game)
        acted = [step for step in drawn if " s: " in step.partition("\n")[0]]
        assert len(acted) == sum(len(deal.actions) for deal in record.deals)
        # Every card that a player holds is shown where it is.
        dealt = next(step for step in drawn if step.startswith("deal 1: the cards are dealt"))
        for seat, hand in zip(record.seats, record.deals[0].hands, strict=True):
            (held,) = [row for row in dealt.splitlines() if row.startswith(f"  {seat.name}, hand")]
            assert set(held.split()) >= set(hand)
        assert f"won by {record.seats[record.winners[0]].name}" in drawn[-1]
    assert seen == set(GAMES)


def test_things_are_said_in_words() -> None:
    assert said(twenty_nine.Play("7H")) == "play card 7H"
    event = twenty_nine.Played(1, "7H", 15, 0)
    assert said(event, ("Anna", "Boris")) == "played seat Boris card 7H total 15 turn Anna"
    assert said(event) == "played seat 1 card 7H total 15 turn 0"
    assert said((("2C", "3C"), ("4C",))) == "[2C 3C], [4C]"
    assert said({"open": True, "note": None}) == "open yes"
    assert said(None) == "none"


def test_a_sheet_has_scores_and_totals() -> None:
    rows = (SheetRow(1, 0, (3, -4), (3, -4), {}, None), SheetRow(2, 1, (0, 9), (3, 5), {}, None))
    head, first, second = sheet(rows, ("Anna", "Boris"))
    assert head.split() == ["deal", "Anna", "Boris"]
    assert first.split() == ["1", "3", "(3)", "-4", "(-4)"]
    assert second.split() == ["2", "0", "(3)", "9", "(5)"]


def test_a_sheet_has_the_sums_that_the_rules_fix() -> None:
    rows = (SheetRow(1, 0, (9, -2), (9, -2), {}, 7), SheetRow(2, 1, (0, 9), (9, 7), {}, None))
    head, first, second = sheet(rows, ("Anna", "Boris"))
    assert head.split() == ["deal", "Anna", "Boris", "sum"]
    assert first.split() == ["1", "9", "(9)", "-2", "(-2)", "7"]
    assert second.split() == ["2", "0", "(9)", "9", "(7)"]


def test_players_of_one_name_are_told_apart(played: Path) -> None:
    record = loads(played.read_bytes().splitlines()[0])
    alike = replace(record, seats=tuple(RecordSeat("random", "bot") for _ in record.seats))
    drawn = list(steps(alike))
    for seat in range(len(alike.seats)):
        assert any(f"s: random #{seat}: " in step for step in drawn)
        assert f"random #{seat} {alike.totals[seat]}" in drawn[-1]


def test_the_end_tells_who_is_above_nothing_and_how_far_others_are_behind(played: Path) -> None:
    for record in map(loads, played.read_bytes().splitlines()):
        end = list(steps(record))[-1]
        assert ("above nothing: " in end) == (record.game in {"king", "king_jokers"})
        assert ("behind the winner: " in end) == (record.game == "oh_well")


def test_a_game_is_told_in_the_language_in_use(played: Path) -> None:
    for record in map(loads, played.read_bytes().splitlines()):
        with speaking("ru"):
            drawn = list(steps(record))
        assert game_of(record).titles["ru"] in drawn[0]
        assert any(step.startswith("сдача 1: карты сданы") for step in drawn)
        assert "победа: " in drawn[-1]
        text = "\n".join(drawn)
        for name in (seat.name for seat in record.seats):
            text = text.replace(name, "")
        assert not re.search(r"\b(deal|hand|trick|won|the end|played|scored)\b", text)
