"""`kozyr ratings rebuild` (`kozyr_cli.ratings`)."""

import re
from pathlib import Path

import pytest

from kozyr_cli.__main__ import run
from kozyr_cli.errors import USAGE


def test_a_folder_without_a_store_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["ratings", "rebuild", "--data", str(tmp_path / "none")]) == USAGE
    assert capsys.readouterr().err == f"kozyr: {tmp_path / 'none'} is no data folder of a server\n"


def test_a_store_without_games_has_no_ratings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    assert run(["ratings", "rebuild", "--data", str(data)]) == 0
    out = capsys.readouterr().out
    assert re.fullmatch(r"0 games, 0 players, 0 files of the archive\n", out)
