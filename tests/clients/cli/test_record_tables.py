"""Finished games as people see them (`kozyr_cli.record_tables`)."""

from pathlib import Path

import pytest

from kozyr_cli import record_tables
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
