"""`kozyr records` against a server and its archive (`kozyr_cli.records`)."""

import json
from pathlib import Path

import pytest

from kozyr_cli.__main__ import run
from kozyr_games.registry import GAMES
from kozyr_testing.bot_games import BotGames
from kozyr_testing.ports import free_port
from kozyr_testing.processes import Kozyr


def _bots(live: Kozyr, capsys: pytest.CaptureFixture[str], *arguments: str) -> list[list[str]]:
    """Games of three bots: room, record and totals of each."""
    short = ["--preset", "twenty_nine/solo", "--count", "3", "--quiet"]
    assert run(["bot", "--url", live.socket_url, *short, *arguments]) == 0
    return [line.split(" ") for line in capsys.readouterr().out.splitlines()]


def test_a_list_shows_the_newest_first(live: Kozyr, capsys: pytest.CaptureFixture[str]) -> None:
    games = _bots(live, capsys, "--games", "2")
    assert run(["records", "list", "--url", live.http_url, "--count", "2", "--quiet"]) == 0
    assert capsys.readouterr().out.split() == [games[1][1], games[0][1]]
    assert run(["records", "list", "--url", live.http_url, "--count", "2"]) == 0
    out = capsys.readouterr().out
    assert all(record in out for _, record, *_ in games)
    assert out.count("twenty_nine/solo") == 2
    arguments = ["--game", "twenty_nine", "--count", "1", "--quiet"]
    assert run(["records", "list", "--url", live.http_url, *arguments]) == 0
    assert capsys.readouterr().out.split() == [games[1][1]]


def test_one_game_is_shown_with_its_sheet(live: Kozyr, capsys: pytest.CaptureFixture[str]) -> None:
    ((_, record, *totals),) = _bots(live, capsys)
    assert run(["records", "show", record, "--url", live.http_url]) == 0
    out = capsys.readouterr().out
    assert record in out
    (line,) = [each for each in out.splitlines() if "total" in each]
    # Behind the seats there is a column of sums where a deal was played out to its last card.
    assert [each.strip() for each in line.split("│")[3:-1]][: len(totals)] == totals


def test_an_export_is_the_format_oldest_first(
    live: Kozyr, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    games = _bots(live, capsys, "--games", "2")
    room, out = games[0][0], tmp_path / "out.jsonl"
    assert (
        run(["records", "export", "--room", room, "--url", live.http_url, "--out", str(out)]) == 0
    )
    assert capsys.readouterr().err == "2 games exported\n"
    found = [json.loads(line) for line in out.read_text().splitlines()]
    assert [each["format"] for each in found] == ["kozyr.record/1"] * 2
    assert [list(map(str, each["totals"])) for each in found] == [each[2:] for each in games]
    assert list(tmp_path.iterdir()) == [out]
    ids = [games[1][1], games[0][1]]
    assert run(["records", "export", *ids, "--url", live.http_url, "--out", str(out)]) == 0
    again = [json.loads(line) for line in out.read_text().splitlines()]
    assert again == found[::-1]


def test_a_private_game_is_not_shown(live: Kozyr, capsys: pytest.CaptureFixture[str]) -> None:
    ((_, record, *_),) = _bots(live, capsys, "--private")
    assert run(["records", "list", "--url", live.http_url, "--quiet"]) == 0
    assert record not in capsys.readouterr().out
    assert run(["records", "show", record, "--url", live.http_url]) == 2
    assert (
        capsys.readouterr().err == f"kozyr: no finished game of a public room has the id {record}\n"
    )


def test_a_game_goes_to_the_standard_output(
    live: Kozyr, bot_games: BotGames, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    record = bot_games.lines["knaves"].split(" ")[1]
    assert run(["records", "export", record, "--url", live.http_url]) == 0
    out = capfdbinary.readouterr().out
    assert out.count(b"\n") == 1
    assert out in bot_games.file.read_bytes()


def test_an_archive_is_read_without_a_server(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = tmp_path / "archive"
    archive.mkdir()
    lines = played.read_bytes().splitlines(keepends=True)
    # A game may be there twice.
    (archive / "records-1.jsonl").write_bytes(b"".join(lines))
    (archive / "records-2.jsonl").write_bytes(lines[0])
    out = tmp_path / "all.jsonl"
    assert run(["records", "export", "--all", "--archive", str(archive), "--out", str(out)]) == 0
    assert sorted(out.read_bytes().splitlines(keepends=True)) == sorted(lines)
    assert run(["records", "list", "--archive", str(archive), "--quiet"]) == 0
    ids = capsys.readouterr().out.split()
    assert len(ids) == len(GAMES)
    assert run(["records", "show", ids[0], "--archive", str(archive)]) == 0
    assert ids[0] in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ["show", "00aaaaaaaaaaaa-1"],
            "no finished game of a public room has the id 00aaaaaaaaaaaa-1",
        ),
        (["export", "../../healthz"], "no finished game of a public room has the id ../../healthz"),
        (["export"], "export needs ids, or --all, or --room ID: one of them"),
        (["export", "x", "--all"], "export needs ids, or --all, or --room ID: one of them"),
        (["export", "--all", "--out", "/no/such/folder/x"], "--out: /no/such/folder/x: No such"),
        (["list", "--archive", "/no/such/folder"], "--archive: /no/such/folder is no folder"),
    ],
)
def test_what_cannot_be_is_one_line(
    arguments: list[str], line: str, live: Kozyr, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["records", *arguments, "--url", live.http_url]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"kozyr: {line}")
    assert err.count("\n") == 1


def test_nobody_at_the_address_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    assert run(["records", "list", "--url", url]) == 2
    assert capsys.readouterr().err.startswith(f"kozyr: {url} does not answer: ")
