"""What is beside a room's version: chat and the number of spectators.

Both are published on the room's channel as encoded messages of the protocol, to be forwarded as
they are. The store puts in what only it knows: a line's number and time, the sum of spectators.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace
from redis.exceptions import ResponseError

from kozyr_protocol import codec
from kozyr_protocol.ids import RoomId
from kozyr_protocol.limits import CHAT_LINES
from kozyr_protocol.messages import ChatLine, ChatSaid, Watchers
from kozyr_server.store import keys
from kozyr_server.store.calls import Calls, ScriptCall
from kozyr_server.store.library import Library
from kozyr_server.store.model import (
    ProcessId,
    StoreUnavailableError,
    StoreUnknownError,
    TooSoon,
)

# Values that msgpack writes in five and in nine bytes; the script writes them in as many.
_ANY_U32: Final = 2**32 - 1
_ANY_U64: Final = 2**53 - 1
_U32_BYTES: Final = 5
_U64_BYTES: Final = 9
_TIME: Final = msgspec.msgpack.encode(_ANY_U64)
_NUMBER_AT: Final = 3

_line_decoder = msgspec.msgpack.Decoder(ChatLine)


class Beside:
    """Chat and spectators. Every call may raise `StoreUnavailableError`."""

    def __init__(
        self, calls: Calls, library: Library, process: ProcessId, chat_lines: int = CHAT_LINES
    ) -> None:
        self._calls = calls
        self._chat_lines = chat_lines
        self._library = library
        self._process = process

    async def say(self, room: RoomId, line: ChatLine, slow_ms: int = 0) -> ChatLine | TooSoon:
        """See `Store.say`. Number 0 where there is no such room: nothing was kept or published."""
        line = replace(line, n=_ANY_U32, at_ms=_ANY_U64)
        packed = codec.encode(line)
        message = codec.encode(ChatSaid(room, line))
        before_line = message[: -len(packed)]
        before_number = packed[:_NUMBER_AT]
        # A phrase may stand behind the time, and that has no bytes like these.
        time_at = packed.rindex(_TIME)
        before_time = packed[_NUMBER_AT + _U32_BYTES : time_at]
        await self._calls.reach()
        try:
            number, at_ms = await self._calls.run(
                self._library.say,
                [keys.state(room), keys.chat(room), keys.slow(room, line.player)],
                [
                    *(self._chat_lines, before_line, before_number, before_time),
                    *(packed[time_at + _U64_BYTES :], slow_ms),
                ],
            )
        except StoreUnavailableError as error:
            if isinstance(error.__cause__, ResponseError):
                raise
            raise StoreUnknownError(str(error)) from error
        if number < 0:
            return TooSoon(at_ms)
        return replace(line, n=number, at_ms=at_ms)

    async def chat(self, room: RoomId) -> Sequence[ChatLine]:
        """See `Store.chat`."""
        lines = await self._calls.ask("LRANGE", keys.chat(room), 0, -1)
        return [_line_decoder.decode(line) for line in lines]

    async def set_watchers(self, counts: Mapping[RoomId, int]) -> None:
        """See `Store.set_watchers`."""
        if not counts:
            return
        alive = await self._alive()
        calls: list[ScriptCall] = []
        for room, count in counts.items():
            message = codec.encode(Watchers(room, _ANY_U32))[:-_U32_BYTES]
            room_keys = (keys.state(room), keys.watchers(room))
            calls.append((room_keys, (message, self._process, count, *alive)))
        await self._calls.run_each(self._library.watch, calls)

    async def watchers(self, room: RoomId) -> int:
        """See `Store.watchers`."""
        counts = await self._calls.ask("HGETALL", keys.watchers(room))
        if not counts:
            return 0
        alive = await self._alive()
        return sum(int(count) for process, count in counts.items() if process in alive)

    async def _alive(self) -> frozenset[bytes]:
        clock_and_set = [keys.CLOCK, keys.PROCESSES_ALIVE]
        return frozenset(await self._calls.run(self._library.alive, clock_and_set, []))
