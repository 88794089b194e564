"""The lobby's chat: 100 lines, told to all processes."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace
from redis.exceptions import ResponseError

from kozyr_protocol import codec
from kozyr_protocol.messages import ChatLine, LobbySaid
from kozyr_server.store import lobby_keys
from kozyr_server.store.calls import Calls
from kozyr_server.store.library import Library
from kozyr_server.store.model import StoreUnavailableError, StoreUnknownError, TooSoon

# Values that msgpack writes in five and in nine bytes; the script writes them in as many.
_ANY_U32: Final = 2**32 - 1
_ANY_U64: Final = 2**53 - 1
_NUMBER_AT: Final = 3
_AFTER_NUMBER: Final = _NUMBER_AT + 5
_TIME_BYTES: Final = 9

_decoder = msgspec.msgpack.Decoder(ChatLine)


class LobbyChat:
    """Lines of the lobby. Every call may raise `StoreUnavailableError`."""

    def __init__(self, calls: Calls, library: Library, lines: int) -> None:
        self._calls = calls
        self._library = library
        self._lines = lines

    async def say(self, line: ChatLine, slow_ms: int) -> ChatLine | TooSoon:
        """Append a line; the store gives its number and time, and publishes it.

        Args:
            line: number and time are left to the store; not hidden.
            slow_ms: that its author has to wait after it; 0: not at all.

        Raises:
            StoreUnknownError: perhaps it was said; any other error: it was not.
        """
        line = replace(line, n=_ANY_U32, at_ms=_ANY_U64, hidden=False)
        packed = codec.encode(line)
        message = codec.encode(LobbySaid(line))
        # What follows the time; see `ChatLine`: only the phrase, where there is one.
        tail = b"" if line.phrase is None else msgspec.msgpack.encode({"phrase": line.phrase})[1:]
        time_at = len(packed) - len(tail) - _TIME_BYTES
        parts = (packed[:_NUMBER_AT], packed[_AFTER_NUMBER:time_at], tail)
        await self._calls.reach()
        try:
            number, value = await self._calls.run(
                self._library.lobby_say,
                [lobby_keys.LOBBY_CHAT, lobby_keys.lobby_slow(line.player)],
                [lobby_keys.LOBBY_MESSAGES, self._lines, slow_ms, message[: -len(packed)], *parts],
            )
        except StoreUnavailableError as error:
            if isinstance(error.__cause__, ResponseError):
                raise
            raise StoreUnknownError(str(error)) from error
        return replace(line, n=number, at_ms=value) if number else TooSoon(value)

    async def lines(self) -> Sequence[ChatLine]:
        """The kept lines, oldest first; of a hidden one nothing but who wrote it and when."""
        return [_decoder.decode(line) for line in await self._kept()]

    async def hide(self, number: int) -> bool:
        """Take a line away and tell all; False: it is not kept any more, or hidden already."""
        for kept in await self._kept():
            line = _decoder.decode(kept)
            if line.n == number and not line.hidden:
                hidden = replace(line, text="", phrase=None, hidden=True)
                # The number in as many bytes as the script looks for.
                packed = codec.encode(replace(hidden, n=_ANY_U32))
                packed = (
                    packed[:_NUMBER_AT] + kept[_NUMBER_AT:_AFTER_NUMBER] + packed[_AFTER_NUMBER:]
                )
                told = await self._calls.run(
                    self._library.lobby_hide,
                    [lobby_keys.LOBBY_CHAT],
                    [lobby_keys.LOBBY_MESSAGES, kept, packed, codec.encode(LobbySaid(hidden))],
                )
                return bool(told)
        return False

    async def _kept(self) -> Sequence[bytes]:
        kept: Sequence[bytes] = await self._calls.ask("LRANGE", lobby_keys.LOBBY_CHAT, 0, -1)
        return kept
