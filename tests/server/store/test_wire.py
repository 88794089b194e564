"""One connection, `kozyr_server.store.wire`."""

import asyncio
from typing import Any

import hiredis
import pytest

from kozyr_server.store import address, wire
from kozyr_server.store.wire import WireLostError
from kozyr_testing.proxy import proxy


async def test_answers_come_in_order(url: str) -> None:
    connection = await wire.connect(address.parse(url), "kozyr-test")
    answers = await asyncio.gather(*(connection.ask("ECHO", number) for number in range(100)))
    assert answers == [b"%d" % number for number in range(100)]
    assert connection.client_id > 0
    connection.abort()
    await connection.wait_closed()


async def test_large_values_pass(url: str) -> None:
    connection = await wire.connect(address.parse(url), "kozyr-test")
    value = bytes(range(256)) * 40_000
    assert await connection.ask("SET", "x", value) == b"OK"
    assert await connection.ask("GET", "x") == value
    connection.abort()


async def test_refusal_is_raised_and_the_connection_lives(url: str) -> None:
    connection = await wire.connect(address.parse(url), "kozyr-test")
    with pytest.raises(hiredis.ReplyError, match="unknown command"):
        await connection.ask("NONSENSE")
    assert await connection.ask("PING") == b"PONG"
    connection.abort()


async def test_all_who_wait_learn_that_it_ended(url: str) -> None:
    async with proxy(url) as between:
        connection = await wire.connect(address.parse(between.url), "kozyr-test")
        between.hole = True
        asked = [asyncio.create_task(connection.ask("PING")) for _ in range(3)]
        await asyncio.sleep(0)
        between.cut()
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in answers] == [WireLostError] * 3
        with pytest.raises(WireLostError):
            await connection.ask("PING")


async def test_cancelled_question_leaves_the_next_answers_in_order(url: str) -> None:
    connection = await wire.connect(address.parse(url), "kozyr-test")
    first = asyncio.create_task(connection.ask("ECHO", "first"))
    await asyncio.sleep(0)
    first.cancel()
    assert await connection.ask("ECHO", "second") == b"second"
    connection.abort()


async def test_what_is_no_resp_ends_the_connection(url: str) -> None:
    async with proxy(url) as between:
        connection = await wire.connect(address.parse(between.url), "kozyr-test")
        between.say = (b"PING", b"HTTP/1.1 400 Bad Request\r\n")
        with pytest.raises(WireLostError):
            await connection.ask("PING")


async def test_logs_in_and_chooses_the_database(url: str, raw: Any) -> None:
    await raw.execute_command("ACL", "SETUSER", "kozyr", "on", ">pass word", "~*", "&*", "+@all")
    with_user = url.replace("unix://", "unix://kozyr:pass%20word@") + "?db=3"
    connection = await wire.connect(address.parse(with_user), "kozyr-test")
    assert b"db=3" in await connection.ask("CLIENT", "INFO")
    assert await connection.ask("ACL", "WHOAMI") == b"kozyr"
    connection.abort()
    with pytest.raises(ConnectionError, match="WRONGPASS"):
        await wire.connect(address.parse(with_user.replace("pass", "other")), "kozyr-test")


async def test_store_that_says_nothing_is_given_up(url: str) -> None:
    async with proxy(url) as between:
        between.hole = True
        with pytest.raises(TimeoutError):
            await wire.connect(address.parse(between.url), "kozyr-test")


async def test_tcp_works(url: str, raw: Any, unused_tcp_port: int) -> None:
    await raw.config_set("port", unused_tcp_port)
    connection = await wire.connect(
        address.parse(f"redis://127.0.0.1:{unused_tcp_port}/1"), "kozyr-test"
    )
    assert await connection.ask("PING") == b"PONG"
    connection.abort()
