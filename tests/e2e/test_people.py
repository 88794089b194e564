"""Names, tokens and sanctions on whole servers: through kills and restarts, and never in a log."""

import asyncio
import secrets
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed

from kozyr_protocol import messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.errors import ErrorCode
from kozyr_testing.processes import kozyr_serve
from kozyr_testing.raw_clients import RawClient, dialled, raw_client
from kozyr_testing.stores import embedded_valkey

PASSPHRASE = "first-secret-passphrase"
OTHER = "second-secret-passphrase"
FREE = ("--claims-per-hour", "100000", "--claims-per-address", "100000")
NAMES = 60


async def _turned_away(url: str, token: str) -> tuple[Any, int | None]:
    async with dialled(url) as socket:
        client = RawClient(socket, Subprotocol.MSGPACK)
        await client.say(messages.Hello(1, 1, token))
        return await client.hear(), await client.close_code()


async def test_what_people_are_outlives_the_server_and_no_secret_is_logged(
    tmp_path: Path,
) -> None:
    options = ("--data", str(tmp_path / "data"), "--log-level", "debug", "--log-format", "json")
    async with kozyr_serve(*options, log=tmp_path / ".log") as server:
        admin = (tmp_path / "data/admin-token").read_text().strip()
        guess = secrets.token_urlsafe(32)
        async with (
            raw_client(server.socket_url, name="Anna", token="A" * 43) as anna,
            raw_client(server.socket_url, name="Bob", token="B" * 43) as bob,
            httpx.AsyncClient(base_url=server.http_url, trust_env=False) as http,
        ):
            me = await anna.answer(messages.ClaimName(1, "Anna", PASSPHRASE))
            assert me.claimed
            await bob.answer(messages.SignIn(1, "Anna", OTHER))
            signed = await bob.answer(messages.SignIn(2, "Anna", PASSPHRASE))
            await anna.answer(messages.ChangePassphrase(2, PASSPHRASE, OTHER))
            await anna.answer(messages.ListTokens(3))
            you = await bob.answer(messages.Me(3))
            for token in (guess, admin):
                answer = await http.post(
                    f"/api/v1/admin/people/{you.player}/punish",
                    json={"kind": "ban", "why": "rude"},
                    headers={"authorization": f"Bearer {token}"},
                )
            assert answer.status_code == 200
            assert await bob.close_code() == CloseCode.BANNED
            figures = (await http.get("/metrics")).text
        await server.stop()
        await server.start()
        error, code = await _turned_away(server.socket_url, "B" * 43)
        assert (error.code, code) == (ErrorCode.BANNED, CloseCode.BANNED)
        async with raw_client(server.socket_url, token=signed.token) as phone:
            again = await phone.answer(messages.Me(1))
            assert (again.player, again.name, again.claimed) == (me.player, "Anna", True)
            answer = await phone.answer(messages.SignIn(2, "Anna", OTHER))
            assert isinstance(answer, messages.SignedIn)
            await phone.answer(messages.RevokeToken(3))
        error, code = await _turned_away(server.socket_url, "A" * 43)
        assert (error.code, code) == (ErrorCode.TOKEN_REVOKED, CloseCode.TOKEN_REVOKED)
        await server.stop()
        files = [server.log, tmp_path / "data/audit.jsonl"]
        text = figures + "".join(file.read_text() for file in files)
        hidden = (PASSPHRASE, OTHER, "A" * 43, "B" * 43, signed.token, answer.token, admin, guess)
        assert [each for each in hidden if each in text] == []


async def test_a_name_is_nobodys_or_somebodys_after_a_kill_in_the_middle(tmp_path: Path) -> None:
    async with embedded_valkey() as store:
        options = ("--redis", store, "--durability", "everysec", *FREE)
        async with (
            kozyr_serve(*options, "--data", str(tmp_path / "1"), log=tmp_path / "1.log") as dying,
            kozyr_serve(*options, "--data", str(tmp_path / "2"), log=tmp_path / "2.log") as left,
        ):
            done: list[int] = []

            async def claim(number: int) -> None:
                try:
                    async with raw_client(dying.socket_url, token=f"{number:043}") as client:
                        command = messages.ClaimName(1, f"Somebody {number}", PASSPHRASE)
                        if isinstance(await client.answer(command), messages.You):
                            done.append(number)
                except (OSError, ConnectionClosed, TimeoutError):
                    return

            async with asyncio.TaskGroup() as tasks:
                for number in range(NAMES):
                    tasks.create_task(claim(number))
                while len(done) < NAMES // 4:  # noqa: ASYNC110 - sockets set no event
                    await asyncio.sleep(0.005)
                await dying.kill()
            assert NAMES // 4 <= len(done) < NAMES
            # Whoever was told so has his name; every other name can be had, if not by him.
            for number in done:
                async with raw_client(left.socket_url, token=f"{number:043}") as client:
                    assert (await client.answer(messages.Me(1))).claimed
            held = await asyncio.gather(*(_holders(left.socket_url, n) for n in range(NAMES)))
            assert all(held[number] == "first" for number in done)
            assert set(held) <= {"first", "second"}


async def _holders(url: str, number: int) -> str:
    """Who has a name in the end: who claimed it first, or somebody who asks now, perhaps later."""
    command = messages.ClaimName(1, f"Somebody {number}", OTHER)
    async with raw_client(url, token=f"{number + 1000:043}") as other:
        async with asyncio.timeout(30):
            while True:
                if isinstance(await other.answer(command), messages.You):
                    return "second"
                async with raw_client(url, token=f"{number:043}") as first:
                    if (await first.answer(messages.Me(1))).claimed:
                        return "first"
                await asyncio.sleep(0.5)


async def test_a_banned_range_holds_for_the_socket_layer_that_is_served(tmp_path: Path) -> None:
    forwarded: dict[str, Any] = {"additional_headers": {"X-Forwarded-For": "203.0.113.9"}}
    async with kozyr_serve("--data", str(tmp_path), log=tmp_path / ".log") as server:
        admin = (tmp_path / "admin-token").read_text().strip()
        headers = {"authorization": f"Bearer {admin}"}
        async with (
            dialled(server.socket_url, **forwarded) as socket,
            httpx.AsyncClient(base_url=server.http_url, trust_env=False, headers=headers) as http,
        ):
            client = RawClient(socket, Subprotocol.MSGPACK)
            await client.say(messages.Hello(1, 1))
            assert isinstance(await client.hear(), messages.Welcome)
            body = {"network": "203.0.113.0/24", "why": "flood"}
            answer = await http.post("/api/v1/admin/ranges", json=body)
            assert answer.status_code == 200
            error = await client.hear()
            assert (error.code, error.facts["reason"]) == (ErrorCode.BANNED, "flood")
            assert await client.close_code() == CloseCode.BANNED
        async with dialled(server.socket_url, **forwarded) as socket:
            client = RawClient(socket, Subprotocol.MSGPACK)
            await client.say(messages.Hello(1, 1))
            assert (await client.hear()).code is ErrorCode.BANNED
            assert await client.close_code() == CloseCode.BANNED
        async with raw_client(server.socket_url) as other:
            assert (await other.answer(messages.Me(1))).name
