"""Finished games as people see them (`kozyr_cli.record_tables`)."""

from pathlib import Path

import pytest

from kozyr_cli import record_tables
from kozyr_games.replay import recount
from kozyr_protocol.record import loads


def test_every_game_has_a_line_and_a_sheet(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in played.read_bytes().splitlines():
        record = loads(line)
        record_tables.show(record_tables.listed([("an-id", record)]))
        record_tables.show(*record_tables.sheet("an-id", record))
        out = capsys.readouterr().out
        assert record.game in out
        assert out.count("an-id") == 2
        for seat, total in zip(record.seats, record.totals, strict=True):
            assert f"{seat.name} {total}" in out
        assert "won by" in out
        assert ("settled" in out) == (record.settlement is not None)


def test_a_sheet_has_the_sums_that_the_rules_fix(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for record in map(loads, played.read_bytes().splitlines()):
        sums = [row.check for row in recount(record).sheet]
        record_tables.show(*record_tables.sheet("an-id", record, sums))
        out = capsys.readouterr().out
        assert (" sum " in out) == any(each is not None for each in sums)
        assert ("* above nothing" in out) == record.game.startswith("king")
        for total in record.totals:
            assert (f"* {total} " in out) == (record.game.startswith("king") and total > 0)
        assert ("behind" in out) == (record.game == "oh_well")
