"""Calls to the store other than the hot ones: bounded in time, one error for all that can fail."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, cast

import hiredis
from redis.asyncio import Redis
from redis.exceptions import NoScriptError, OutOfMemoryError, RedisError, ResponseError

from kozyr_server.store import awake, wire
from kozyr_server.store.address import Address
from kozyr_server.store.library import Script
from kozyr_server.store.model import StoreFullError, StoreUnavailableError
from kozyr_server.store.wire import Wire

CALL_TIMEOUT_S: Final = 5.0
"""No call takes longer while the loop runs, so that a store that hangs never hangs the server."""
MAX_CONNECTIONS: Final = 16
"""With more calls at a time several share a connection."""

Argument = bytes | str | int
ScriptCall = tuple[Sequence[str], Sequence[Argument]]
"""Keys and arguments."""

_TOGETHER: Final = 32
"""Answers that are waited for on a connection before the next one is used. What is asked on one in
the same turn of the loop goes out together."""

_KINDS: Final = {"NOSCRIPT": NoScriptError, "OOM": OutOfMemoryError}

# The library's client costs five times as much a call; what it makes of answers is used here, too.
_MADE: Final = cast("Mapping[str, Callable[[Any], Any]]", Redis(protocol=2).response_callbacks)


class Calls:
    """A few connections that never repeat a call: a line of chat would be said twice.

    Every call raises `StoreUnavailableError` when it cannot be answered, with the cause attached.
    Cancelled, a call may have been done.
    """

    def __init__(self, address: Address, name: str) -> None:
        self._address = address
        self._name = name
        self._wires: list[Wire] = []
        self._opening = asyncio.Lock()
        self._is_closed = False

    async def close(self) -> None:
        """End all connections."""
        self._is_closed = True
        for each in self._wires:
            each.abort()
        for each in self._wires:
            await each.wait_closed()
        self._wires.clear()

    async def reach(self) -> None:
        """Have a connection at hand. Where that fails nothing was sent."""
        async with answered():
            await self._connection()

    async def ask(self, *command: Argument) -> Any:
        """The answer to one command."""
        async with answered() as limit:
            (answer,) = await self._sent([command], limit)
            return _checked(command, answer)

    async def ask_all(self, commands: Sequence[tuple[Argument, ...]]) -> list[Any]:
        """The answers to several, sent together; not one transaction."""
        if not commands:
            return []
        async with answered() as limit:
            answers = await self._sent(commands, limit)
            return [_checked(*each) for each in zip(commands, answers, strict=True)]

    async def run(self, script: Script, keys: Sequence[str], args: Sequence[Argument]) -> Any:
        """The answer of a script; its source is sent where the store does not know it."""
        (answer,) = await self._run(script, [(keys, args)])
        return answer

    async def run_each(self, script: Script, calls: Sequence[ScriptCall]) -> None:
        """Run a script with each of these keys and arguments, sent together; not one transaction.

        One that fails does not keep the others from running; the first error is raised.
        """
        if calls:
            await self._run(script, calls)

    async def _run(self, script: Script, calls: Sequence[ScriptCall]) -> list[Any]:
        async with answered() as limit:
            commands = [("EVALSHA", script.sha, len(k), *k, *args) for k, args in calls]
            answers = await self._sent(commands, limit)
            try:
                return [_checked(*each) for each in zip(commands, answers, strict=True)]
            except NoScriptError:
                # None of them ran.
                commands = [("EVAL", script.source, len(k), *k, *args) for k, args in calls]
                answers = await self._sent(commands, limit)
                return [_checked(*each) for each in zip(commands, answers, strict=True)]

    async def _sent(
        self, commands: Sequence[tuple[Argument, ...]], limit: asyncio.Timeout
    ) -> list[Any]:
        """The answers as they come, errors among them."""
        connection = await self._connection()
        answers = list[Any]()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def keep(answer: Any) -> None:
            answers.append(answer)
            if len(answers) == len(commands) and not done.done():
                done.set_result(None)

        for command in commands:
            connection.send(_words(command), keep)
        try:
            await done
        except asyncio.CancelledError:
            if limit.expired():
                # The answer may never come, and those of others behind it neither.
                connection.abort()
            raise
        return answers

    async def _connection(self) -> Wire:
        """One on which few answers are waited for, if possible."""
        found = self._at_hand(is_full=self._opening.locked())
        if found is not None:
            return found
        async with self._opening:
            found = self._at_hand(is_full=len(self._wires) >= MAX_CONNECTIONS)
            if found is None:
                found = await wire.connect(self._address, self._name)
                self._wires.append(found)
            if self._is_closed:
                found.abort()
                raise ConnectionError("the connections to the store were ended")
            return found

    def _at_hand(self, *, is_full: bool) -> Wire | None:
        least = None
        for each in self._wires:
            if each.is_over:
                continue
            if each.waiting < _TOGETHER:
                return each
            if least is None or each.waiting < least.waiting:
                least = each
        if least is None or not is_full:
            self._wires = [each for each in self._wires if not each.is_over]
            return None
        return least


def _words(command: tuple[Argument, ...]) -> tuple[Argument, ...]:
    """A command such as `CONFIG GET` is two words."""
    first = command[0]
    if isinstance(first, str) and " " in first:
        return *first.split(), *command[1:]
    return command


def _checked(command: tuple[Argument, ...], answer: Any) -> Any:
    """An answer as the library makes it; an error is raised."""
    if isinstance(answer, hiredis.ReplyError):
        code, _, text = str(answer).partition(" ")
        raise _KINDS.get(code, ResponseError)(text if code.isupper() else str(answer))
    if isinstance(answer, Exception):
        raise answer
    make = _MADE.get(cast("str", command[0]))
    return answer if make is None else make(answer)


@asynccontextmanager
async def answered() -> AsyncIterator[asyncio.Timeout]:
    """Make every way in which a call can fail a `StoreUnavailableError`, or a full one."""
    task = asyncio.current_task()
    cancelled = 0 if task is None else task.cancelling()
    try:
        async with awake.timeout(CALL_TIMEOUT_S) as limit:
            yield limit
    except OutOfMemoryError as error:
        # Said before the first write of a script, or not at all.
        raise StoreFullError(str(error)) from error
    except (RedisError, OSError) as error:
        # A TimeoutError is an OSError, too.
        raise StoreUnavailableError(str(error) or type(error).__name__) from error
    finally:
        if task is not None and task.cancelling() > cancelled:
            # redis-py takes some cancellations for ends of its own timeouts, and goes on: a loop
            # that calls again and again would never end.
            raise asyncio.CancelledError
