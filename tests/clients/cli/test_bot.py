"""`kozyr bot` against a server of its own (`kozyr_cli.bot`)."""

import asyncio
import re
import signal
import sys
from contextlib import AsyncExitStack

import pytest

from kozyr_bots.policies.registry import find
from kozyr_cli.__main__ import run
from kozyr_cli.bot import POLICY, options, span_ms
from kozyr_cli.errors import CommandError
from kozyr_cli.words import say
from kozyr_client import Room, connect
from kozyr_games.registry import GAMES
from kozyr_protocol.ids import GameKey
from kozyr_protocol.record import loads
from kozyr_testing.bot_games import BotGames
from kozyr_testing.ports import free_port
from kozyr_testing.processes import Kozyr, interruptible, program


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
    room = re.fullmatch(r"room (\w+): twenty_nine, 5 seats\n(.*)", err, re.DOTALL)
    assert room is not None
    assert room[2] == f"{say('bot-private')}\n"
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
        (["--game", "gin_rummy", "--seats", "3"], "gin_rummy is for 2 players, not for 3"),
        (["--url", "127.0.0.1:8080"], "--url: '127.0.0.1:8080' is not http://HOST:PORT or ws://"),
        (["--policy", "clever"], "no policy 'clever' plays twenty_nine; choose one of random, "),
        (["--room", "00aaaaaaaaaaaa"], "there is no room 00aaaaaaaaaaaa, or not any more"),
        (["--room", "00aaaaaaaaaaaa", "--seats", "3"], "--room: a room that is there has its"),
        (["--code", "7qm2vzx5twda3k2b"], "--code: say with --room which room it is for"),
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


async def _until_ready(room: Room, how_many: int) -> None:
    """Until so many sit in the room, and all of them are ready."""
    async with asyncio.timeout(30):
        while [seat.ready for seat in room.players if seat.player] != [True] * how_many:
            await room.changed()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
async def test_a_signal_ends_it_and_gives_up_the_seat(
    number: signal.Signals, code: int, live: Kozyr
) -> None:
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(connect(live.socket_url))
        room = await client.create_room("twenty_nine", seats=4)
        command = [sys.executable, "-m", "kozyr_cli", "bot", "--url", live.http_url]
        with interruptible():
            running = await stack.enter_async_context(
                program(*command, "--room", room.id, "--count", "1")
            )
        # It waits for people now.
        await _until_ready(room, 1)
        running.send_signal(number)
        await _until_ready(room, 0)
        async with asyncio.timeout(10):
            out, err = await running.communicate()
    assert (running.returncode, out) == (code, b"")
    assert err.decode() == f"room {room.id}: twenty_nine, 4 seats\n"


def test_the_preset_of_the_help_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bot", "--help"]) == 0
    named = re.search(r"as (\w+)(/\w+)", capsys.readouterr().out)
    assert named is not None
    assert named[1] + named[2] in GAMES[GameKey(named[1])].presets


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


def test_bots_play_soundly_unless_told_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bot", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert re.search(r"How they play: sound, simple or random\. \[default: sound\]", said), said
    for game in GAMES:
        find(POLICY, game)
