"""A replayed game as text (`kozyr_cli.drawing`)."""

from pathlib import Path

from kozyr_cli.drawing import said, sheet, steps
from kozyr_games.registry import GAMES
from kozyr_protocol.games import twenty_nine
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import loads


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
