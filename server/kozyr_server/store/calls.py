"""Calls to the store other than the hot ones: bounded in time, one error for all that can fail."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError, RedisError

from kozyr_server.store.address import Address
from kozyr_server.store.library import Script
from kozyr_server.store.model import StoreUnavailableError

CALL_TIMEOUT_S: Final = 5.0
"""No call takes longer, so that a store that hangs never hangs the server."""
MAX_CONNECTIONS: Final = 16
"""Calls at a time; one more waits."""

Argument = bytes | str | int
ScriptCall = tuple[Sequence[str], Sequence[Argument]]
"""Keys and arguments."""


class Calls:
    """A pool of connections that never repeats a call: a line of chat would be said twice.

    Every call raises `StoreUnavailableError` when it cannot be answered, with the cause attached.
    Cancelled, a call may have been done.
    """

    def __init__(self, address: Address, name: str) -> None:
        # Typed here, because the library does not type this method.
        self._redis: Any = Redis.from_pool(
            BlockingConnectionPool.from_url(
                address.url,
                client_name=name,
                retry=Retry(NoBackoff(), 0),
                socket_timeout=CALL_TIMEOUT_S,
                socket_connect_timeout=2.0,
                max_connections=MAX_CONNECTIONS,
                timeout=CALL_TIMEOUT_S,
                protocol=2,
                # Its version would be looked up among all installed packages.
                driver_info=None,
            )
        )

    async def close(self) -> None:
        """End all connections."""
        await self._redis.aclose()

    async def reach(self) -> None:
        """Have a connection at hand. Where that fails nothing was sent."""
        async with answered():
            pool = self._redis.connection_pool
            await pool.release(await pool.get_connection())

    async def ask(self, *command: Argument) -> Any:
        """The answer to one command."""
        async with answered():
            return await self._redis.execute_command(*command)

    async def ask_all(self, commands: Sequence[tuple[Argument, ...]]) -> list[Any]:
        """The answers to several, sent together; not one transaction."""
        async with answered():
            pipeline = self._redis.pipeline(transaction=False)
            for command in commands:
                pipeline.execute_command(*command)
            answers: list[Any] = await pipeline.execute()
            return answers

    async def run(self, script: Script, keys: Sequence[str], args: Sequence[Argument]) -> Any:
        """The answer of a script; its source is sent where the store does not know it."""
        async with answered():
            try:
                return await self._redis.execute_command(
                    "EVALSHA", script.sha, len(keys), *keys, *args
                )
            except NoScriptError:
                # Nothing ran.
                return await self._redis.execute_command(
                    "EVAL", script.source, len(keys), *keys, *args
                )

    async def run_each(self, script: Script, calls: Sequence[ScriptCall]) -> None:
        """Run a script with each of these keys and arguments, sent together; not one transaction.

        One that fails does not keep the others from running; the first error is raised.
        """
        async with answered():
            if await self._run_each("EVALSHA", script.sha, calls, NoScriptError):
                # None of them ran.
                await self._run_each("EVAL", script.source, calls)

    async def _run_each(
        self,
        verb: str,
        name: str,
        calls: Sequence[ScriptCall],
        expected: type[Exception] | tuple[()] = (),
    ) -> bool:
        """Whether it ended with an error that was expected."""
        pipeline = self._redis.pipeline(transaction=False)
        for keys, args in calls:
            pipeline.execute_command(verb, name, len(keys), *keys, *args)
        for answer in await pipeline.execute(raise_on_error=False):
            if isinstance(answer, expected):
                return True
            if isinstance(answer, Exception):
                raise answer
        return False


@asynccontextmanager
async def answered() -> AsyncIterator[None]:
    """Make every way in which a call can fail a `StoreUnavailableError`."""
    task = asyncio.current_task()
    cancelled = 0 if task is None else task.cancelling()
    try:
        async with asyncio.timeout(CALL_TIMEOUT_S):
            yield
    except (RedisError, OSError) as error:
        # A TimeoutError is an OSError, too.
        raise StoreUnavailableError(str(error) or type(error).__name__) from error
    finally:
        if task is not None and task.cancelling() > cancelled:
            # redis-py takes some cancellations for ends of its own timeouts, and goes on: a loop
            # that calls again and again would never end.
            raise asyncio.CancelledError
