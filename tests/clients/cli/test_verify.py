"""`kozyr verify` (`kozyr_cli.verify`)."""

import json
from pathlib import Path
from typing import Any

import pytest

from kozyr_cli.__main__ import run
from kozyr_games.registry import GAMES


def _forged(line: bytes, path: tuple[Any, ...], value: Any) -> bytes:
    record = json.loads(line)
    place = record
    for key in path[:-1]:
        place = place[key]
    assert place[path[-1]] != value
    place[path[-1]] = value
    return json.dumps(record).encode()


def test_games_that_were_played_and_exported_are_sound(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["verify", str(played)]) == 0
    assert capsys.readouterr().out == f"{len(GAMES)} games are as the rules have it\n"
    assert run(["verify", str(played), "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("totals", 0), 1_000_000),
        (("winners",), []),
        (("deals", 0, "scores", 0), 12_345),
        (("deals", 0, "hands", 0, 0), "??"),
        (("deals", 0, "actions", 0, "seat"), 9),
        (("deals", 0, "actions", 0, "seat"), -1),
        (("deals", 0, "actions", 0, "at_ms"), 10**9),
        (("deals", 0, "fairness", "server_link"), "0" * 64),
        (("deals", 0, "fairness", "server_link"), "no link"),
        (("deals", 0, "fairness", "n"), 5),
        (("deals", 0, "fairness", "seat_tips"), []),
        (("deals", 0, "fairness", "seat_links"), []),
        (("deals", 0, "fairness", "missing"), [3]),
        (("room",), "00aaaaaaaaaaaa"),
        (("options",), {}),
        (("seats",), []),
        (("rules",), 99),
        (("game",), "whist"),
        (("deals",), []),
    ],
)
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_forged_line_is_found(
    number: int,
    path: tuple[Any, ...],
    value: Any,
    played: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = played.read_bytes().splitlines()
    lines[number] = _forged(lines[number], path, value)
    file = tmp_path / "forged.jsonl"
    file.write_bytes(b"\n".join(lines))
    assert run(["verify", str(file)]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert out
    assert all(each.startswith(f"{file}:{number + 1}: ") for each in out.splitlines())


def test_lines_that_are_no_records_are_problems(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.jsonl"
    file.write_bytes(b'{"format": "other/1"}\n\n\xff\xfe\n' + b"[" * 10_000 + b"\n")
    assert run(["verify", str(file)]) == 1
    numbers = [each.split(":")[1] for each in capsys.readouterr().out.splitlines()]
    assert numbers == ["1", "3", "4"]


def test_a_file_that_cannot_be_read_ends_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["verify", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err == f"kozyr: {tmp_path / 'none'}: No such file or directory\n"
    (tmp_path / "empty").write_bytes(b"\n")
    assert run(["verify", str(tmp_path / "empty")]) == 2
    assert "there is no record in it" in capsys.readouterr().err
