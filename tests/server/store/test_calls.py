"""Calls other than the hot ones, `kozyr_server.store.calls`."""

import asyncio
import hashlib
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from kozyr_server.store import address, calls, library, wire
from kozyr_server.store.calls import Calls
from kozyr_server.store.library import Script
from kozyr_server.store.model import StoreFullError, StoreUnavailableError
from kozyr_testing.proxy import proxy

_SOURCE = "redis.call('SET', KEYS[1], 'value')"
SETS = Script(_SOURCE, hashlib.sha1(_SOURCE.encode(), usedforsecurity=False).hexdigest())


@asynccontextmanager
async def calling(url: str) -> AsyncIterator[Calls]:
    opened = Calls(address.parse(url), "kozyr-test-calls")
    try:
        yield opened
    finally:
        await opened.close()


async def test_store_that_hangs_does_not_hang_us(url: str) -> None:
    async with proxy(url) as between, calling(between.url) as opened:
        await opened.ask("SET", "x", 1)
        between.hole = True
        began = asyncio.get_running_loop().time()
        with pytest.raises(StoreUnavailableError):
            await opened.ask("GET", "x")
        assert asyncio.get_running_loop().time() - began < calls.CALL_TIMEOUT_S + 1
        between.hole = False
        assert await opened.ask("GET", "x") == b"1"


async def test_a_loop_that_stood_still_hears_what_was_answered_meanwhile(url: str) -> None:
    """A claim in a crowd was answered `store_unavailable` by a store that had answered at once."""
    async with calling(url) as opened:
        await opened.ask("SET", "x", 1)
        asked = asyncio.ensure_future(opened.ask("GET", "x"))
        connecting = asyncio.ensure_future(
            wire.connect(address.parse(url), "kozyr-test-connecting")
        )
        await asyncio.sleep(0)
        time.sleep(calls.CALL_TIMEOUT_S + 0.5)  # noqa: ASYNC251  this is the fault that is tested
        assert await asked == b"1"
        (await connecting).abort()


async def test_call_whose_answer_was_lost_is_not_repeated(url: str, raw: Any) -> None:
    async with proxy(url) as between, calling(between.url) as opened:
        between.cut_after = b"INCR"
        with pytest.raises(StoreUnavailableError):
            await opened.ask("INCR", "x")
        assert await raw.get("x") == b"1"
        assert await opened.ask("INCR", "x") == 2


async def test_script_is_sent_where_it_is_not_known(url: str, raw: Any) -> None:
    script = library.load().alive
    async with calling(url) as opened:
        for _ in range(2):
            assert await opened.run(script, ["clock", "set"], []) == []
        await raw.script_flush()
        assert await opened.run(script, ["clock", "set"], []) == []


async def test_several_questions_have_their_answers_in_order(url: str) -> None:
    async with calling(url) as opened:
        answers = await opened.ask_all([("ECHO", str(number)) for number in range(10)])
        assert answers == [b"%d" % number for number in range(10)]
        assert await opened.ask_all([]) == []


async def test_crowd_shares_a_few_connections(url: str, raw: Any) -> None:
    async with calling(url) as opened:
        answers = await asyncio.gather(*(opened.ask("ECHO", str(n)) for n in range(500)))
        assert answers == [b"%d" % number for number in range(500)]
        names = [client["name"] for client in await raw.client_list()]
        assert 1 <= names.count("kozyr-test-calls") <= calls.MAX_CONNECTIONS


async def test_error_keeps_its_cause(url: str) -> None:
    async with calling(url) as opened:
        with pytest.raises(StoreUnavailableError, match="wrong number of arguments") as caught:
            await opened.ask("GET")
    assert caught.value.__cause__ is not None


async def test_full_memory_is_told_apart_and_reads_go_on(url: str, raw: Any) -> None:
    async with calling(url) as opened:
        await raw.config_set("maxmemory", "1mb")
        with pytest.raises(StoreFullError):
            await opened.ask("SET", "key", "value")
        with pytest.raises(StoreFullError):
            await opened.run(SETS, ["key"], [])
        assert await opened.ask("GET", "key") is None
        await raw.config_set("maxmemory", "0")
        await opened.run(SETS, ["key"], [])
        assert await opened.ask("GET", "key") == b"value"


async def test_a_loop_of_calls_ends_whenever_it_is_cancelled(url: str) -> None:
    rng = random.Random("cancelled")

    async def calling_on(opened: Calls) -> None:
        while True:
            with suppress(StoreUnavailableError):
                await opened.ask("PING")

    for _ in range(300):
        opened = Calls(address.parse(url), "test")
        task = asyncio.create_task(calling_on(opened))
        for _ in range(rng.randrange(60)):
            await asyncio.sleep(0)
        task.cancel()
        done, _ = await asyncio.wait({task}, timeout=5)
        assert done, "the cancellation was lost"
        await opened.close()
