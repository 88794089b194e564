"""`kozyr bot` against a server of its own (`kozyr_cli.bot`)."""

import re
import signal
import subprocess
import sys
import time

import pytest

from kozyr_cli.__main__ import run
from kozyr_cli.bot import options, span_ms
from kozyr_cli.errors import CommandError
from kozyr_games.registry import GAMES
from kozyr_protocol.ids import GameKey
from kozyr_protocol.record import loads
from kozyr_testing.bot_games import BotGames
from kozyr_testing.ports import free_port
from kozyr_testing.processes import ENVIRONMENT, Kozyr


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_a_line_for_scripts(game: str, bot_games: BotGames) -> None:
    said = bot_games.lines[game]
    assert said.count("\n") == 1
    room, record, *totals = said.strip().split(" ")
    assert record == f"{room}-1"
    assert len(totals) == GAMES[GameKey(game)].usual_seats
    assert all(re.fullmatch(r"-?\d+", total) for total in totals)
    lines = bot_games.file.read_bytes().splitlines()
    (found,) = [each for each in map(loads, lines) if each.room == room]
    assert (found.game, list(map(str, found.totals))) == (game, totals)


def test_people_get_the_room_and_a_table(live: Kozyr, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--preset", "twenty_nine/solo", "--option", "stake=2", "--count", "3"]
    more = ["--seats", "5", "--start", "--games", "2", "--think-ms", "0-1", "--private"]
    assert run(["bot", "--url", live.socket_url, *arguments, *more]) == 0
    out, err = capsys.readouterr()
    room = re.fullmatch(r"room (\w+): twenty_nine, 5 seats\n", err)
    assert room is not None
    for number in (1, 2):
        assert f"{room[1]}-{number}" in out
    assert out.count("complete") == 2


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--game", "whist"], "there is no game 'whist' here"),
        (["--option", "none=1"], "none: "),
        (["--option", "length=7"], "length: "),
        (["--preset", "king/classic"], "twenty_nine has no preset 'king/classic'"),
        (["--seats", "9"], "twenty_nine is for 3 to 8 players, not for 9"),
        (["--policy", "clever"], "no policy 'clever' plays twenty_nine; choose one of random, "),
        (["--room", "00aaaaaaaaaaaa"], "there is no room 00aaaaaaaaaaaa, or not any more"),
        (["--room", "00aaaaaaaaaaaa", "--seats", "3"], "--room: a room that is there has its"),
        (["--option", "length"], "--option: 'length' is not KEY=VALUE"),
        (["--think-ms", "9-3"], "--think-ms: '9-3' is not A-B"),
        (["--games", "0"], "Invalid value for '--games'"),
    ],
)
def test_what_cannot_be_is_one_line(
    arguments: list[str], line: str, live: Kozyr, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["bot", "--url", live.socket_url, *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"kozyr: {line}")
    assert err.count("\n") == 1


def test_nobody_at_the_address_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    url = f"ws://127.0.0.1:{free_port()}/ws"
    assert run(["bot", "--url", url]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"kozyr: {url}: ")
    assert err.count("\n") == 1


def test_ctrl_c_ends_it_cleanly(live: Kozyr) -> None:
    command = [sys.executable, "-m", "kozyr_cli", "bot", "--url", live.socket_url]
    arguments = ["--count", "1", "--seats", "4"]
    with subprocess.Popen(
        [*command, *arguments], stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
    ) as process:
        assert process.stderr is not None
        # It waits for people now.
        assert process.stderr.readline().startswith("room ")
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
        assert time.monotonic() - began < 10
    assert process.returncode == 130
    assert err == ""


def test_options_are_json_or_else_text() -> None:
    given = ["stake=2", "partners=false", "length=rounds", 'x={"S": 1}', "y=a=b", "z="]
    assert options(given) == {
        "stake": 2,
        "partners": False,
        "length": "rounds",
        "x": {"S": 1},
        "y": "a=b",
        "z": "",
    }
    with pytest.raises(CommandError):
        options(["=1"])


def test_a_span_is_two_numbers_or_one() -> None:
    assert span_ms("200-900") == (200, 900)
    assert span_ms("50") == (50, 50)
    for text in ("", "-", "1-", "a", "9-3", "1-2-3", "0-9999999", "-5"):
        with pytest.raises(CommandError):
            span_ms(text)
