"""`kozyr admin` against a server (`kozyr_cli.admin`, `kozyr_cli.admin_client`, `…admin_tables`)."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kozyr_cli.__main__ import run
from kozyr_cli.admin_client import AdminClient, own_name, token
from kozyr_cli.errors import CommandError
from kozyr_cli.words import speaking, told
from kozyr_protocol import messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.ids import ActionKey
from kozyr_testing.admins import administered
from kozyr_testing.crowds import Crowd
from kozyr_testing.ports import free_port
from kozyr_testing.waiting import until_true

NOTHING = "nothing here\n"


class Shell:
    """Runs the command against one server."""

    def __init__(self, url: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._place = ["--url", url, "--token-file", str(file), "--as", "Рита"]
        self._capsys = capsys

    async def __call__(self, *arguments: str, code: int = 0) -> str:
        """What it says, on either stream."""
        found = await asyncio.to_thread(run, ["admin", *self._place, *arguments])
        said = self._capsys.readouterr()
        assert found == code, said
        return said.out if code == 0 else said.err


@pytest.fixture
async def place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> AsyncIterator[tuple[Crowd, Shell]]:
    async with administered(tmp_path, 1) as ((server,), _):
        yield server, Shell(server.url, tmp_path / "admin-token", capsys)


async def test_everything_that_the_page_does(place: tuple[Crowd, Shell]) -> None:
    server, shell = place
    async with server.guest("Anna") as anna, server.guest("Bob") as bob:
        fields = {"key": ActionKey("k" * 16), "game": "king", "seats": 4}
        room = (await anna.ask(messages.Create, **fields)).room
        for guest in (anna, bob):
            await guest.ask(messages.Follow, room=room)
            await guest.ask(messages.Join, room=room)
        await bob.ask(messages.Chat, room=room, text="rude \u202fwords")
        await anna.ask(messages.SlowMode, room=room, seconds=30)

        async def is_noted() -> bool:
            return "host Anna" in await shell("audit")

        await until_true(is_noted)
        await anna.ask(messages.Report, player=bob.player, reason="chat", text="so", room=room)
        said = await shell("reports")
        (report,) = re.findall(r"^([0-9a-f]{16})  chat: Bob", said, re.MULTILINE)
        assert "Bob" in said
        assert "“so”" in said
        assert "open reports  1" in await shell("status")
        assert room in await shell("rooms")
        shown = await shell("room", room)
        assert "Anna" in shown
        assert "words" in shown
        await shell("hide", room, "1", "--why", "rude")
        assert "(hidden)" in await shell("room", room)
        await shell("mute", bob.player, "--minutes", "30", "--why", "rude")
        await shell("ban-range", "203.0.113.0/24")
        said = await shell("sanctions")
        assert bob.player in said
        assert "until lifted" in said
        assert "mute" in await shell("person", bob.player)
        await shell("lift", "mute", bob.player)
        await shell("lift-range", "203.0.113.0/24")
        await shell("resolve", report, "--why", "warned him")
        assert (await shell("reports")).endswith(NOTHING)
        assert "warned him" in await shell("reports", "--all")
        await shell("warn", bob.player, "be kind")
        await shell("rules", "--read-only", "--slow-s", "5")
        assert "read-only" in await shell("status")
        await shell("announce", "Cup tonight", "--keep")
        await shell("kick", room, "1")
        await shell("close", room)
        await shell("ban", bob.player)
        assert await bob.client.close_code() == CloseCode.BANNED
        await shell("drain")
        assert await anna.client.close_code() == CloseCode.RESTART
        await shell("drain", "--off")
        acts = await shell("audit")
        assert "host Anna" in acts
        assert f"by {anna.player}" in " ".join(acts.split())
        for what in ("hide", "mute", "ban", "lift", "resolve", "warn", "rules", "announce", "kick"):
            assert what in acts
        assert "Рита" in acts


async def test_a_refusal_is_one_line(place: tuple[Crowd, Shell]) -> None:
    _, shell = place
    assert await shell("close", "none", code=1) == "kozyr: there is no such room\n"
    assert "--slow-s" in await shell("rules", code=2)
    assert "at least /8" in await shell("ban-range", "0.0.0.0/0", code=1)


async def test_what_is_too_long_is_told_with_its_length_and_the_limit(
    place: tuple[Crowd, Shell],
) -> None:
    _, shell = place
    expected = "kozyr: text has 401 characters, and at most 400 are taken\n"
    assert await shell("announce", "я" * 401, code=1) == expected
    # Longer than any frame of a client.
    assert "text has 9000 characters" in await shell("announce", "x" * 9000, code=1)
    assert "why has 500 characters" in await shell("drain", "--why", "x" * 500, code=1)
    assert "network has 90 characters" in await shell("ban-range", "1" * 90, code=1)
    assert "too long for the server" in await shell("announce", "я" * 30_000, code=1)
    with speaking("ru"):
        assert told(expected[len("kozyr: ") : -1]) == (
            "слишком длинно (text): знаков 401, а можно не больше 400"
        )
    assert "announce" not in await shell("audit")


async def test_who_is_connected_is_found(place: tuple[Crowd, Shell]) -> None:
    server, shell = place
    async with server.guest("Anna"):

        async def is_found() -> bool:
            return "Anna" in await shell("people", "аnn")

        await until_true(is_found)
        assert (await shell("people", "nobody")).endswith(NOTHING)


def test_the_token_comes_from_the_variable_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("of-the-file\n")
    environ = {"KOZYR_ADMIN_TOKEN": " of-the-variable "}
    assert token(None, environ) == "of-the-variable"
    assert token(file, environ) == "of-the-file"
    with pytest.raises(CommandError, match=r"no admins' token: .*KOZYR_ADMIN_TOKEN"):
        token(tmp_path / "none", {})


def test_a_token_crosses_no_open_network() -> None:
    with pytest.raises(CommandError, match="by https only"):
        AdminClient("http://cards.example", "secret", "Rita")
    AdminClient("https://cards.example", "secret", "Rita")
    assert own_name({"KOZYR_ADMIN_NAME": "Rita"}) == "Rita"


def test_a_server_that_is_not_there_is_one_line() -> None:
    client = AdminClient(f"http://127.0.0.1:{free_port()}", "secret", "Rita")
    with pytest.raises(CommandError, match="does not answer") as failed:
        client.see()
    assert "secret" not in str(failed.value)
