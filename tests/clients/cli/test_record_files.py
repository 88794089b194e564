"""Files of records (`kozyr_cli.record_files`)."""

import io
from pathlib import Path

import pytest

from kozyr_cli import record_files
from kozyr_cli.errors import CommandError


def test_lines_have_the_numbers_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_bytes(b"{}\n\n  \n{}\r\n[]")
    with record_files.opened(str(file)) as source:
        assert list(record_files.lines("x", source)) == [(1, b"{}\n"), (4, b"{}\r\n"), (5, b"[]")]


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    for file in (tmp_path / "none", tmp_path):
        with pytest.raises(CommandError, match=str(file)), record_files.opened(str(file)):
            pass


def test_a_line_without_end_is_not_read_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_files, "MAX_LINE_BYTES", 8)
    with pytest.raises(CommandError, match="x:2: the line is too long"):
        list(record_files.lines("x", io.BytesIO(b"1234567\n1234567890")))
