"""Lines of a room's chat beside their being said: read, taken away, and kept for reports."""

from collections.abc import Sequence
from typing import Final

import msgspec

from kozyr_protocol import codec
from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_protocol.messages import ChatLine, ChatSaid
from kozyr_server.store import keys
from kozyr_server.store.calls import Argument, Calls
from kozyr_server.store.model import HiddenLine, TooManyHiddenError
from kozyr_server.store.people_scripts import PeopleScripts

HIDDEN_MS: Final = 24 * 3_600_000
"""What the host of a room took away is kept so long for reports about it."""
MAX_HIDDEN: Final = 100
"""Lines that are kept so. No more are taken away: else the last ones would push the first ones out,
and out of a report."""
MAX_HIDDEN_OF_ONE: Final = 30
"""Of these of one author, whom a report is about: so many lines more it may have."""

_FULL: Final = 2
"""The script's answer where so many lines are kept."""
_NUMBER: Final = slice(3, 8)
"""Where a kept line has its number, in five bytes; see `beside.py`."""

_decoder = msgspec.msgpack.Decoder(ChatLine)


class RoomChat:
    """Lines of rooms. Every call may raise `StoreUnavailableError`."""

    def __init__(self, calls: Calls, scripts: PeopleScripts) -> None:
        self._calls = calls
        self._scripts = scripts

    async def lines(self, room: RoomId) -> Sequence[ChatLine]:
        """The kept ones, oldest first."""
        kept, _ = await self._kept(room)
        return [_decoder.decode(each) for each in kept]

    async def hide(self, room: RoomId, number: int, *, by_host: bool = False) -> HiddenLine | None:
        """Take a line away and tell all who follow the room.

        Args:
            room: where it was said.
            number: of the line.
            by_host: the host of the room does it, no admin.

        Returns:
            The line; None: it is not kept any more, or was taken away before. Where the host took
            it away before and does it again, it is not new.

        Raises:
            TooManyHiddenError: the host took so many away that no more could be kept for reports.
        """
        # A second look where another took it away, or it went, between the first one and the step.
        for _ in range(2):
            kept, hidden = await self._kept(room)
            found = [(packed, _decoder.decode(packed)) for packed in kept]
            packed, line = next((each for each in found if each[1].n == number), (b"", None))
            if line is None or (line.hidden and not (by_host and line.by_host)):
                return None
            if line.hidden:
                return HiddenLine(line.player, is_new=False)
            if by_host and _count(hidden, line.player) >= MAX_HIDDEN_OF_ONE:
                raise TooManyHiddenError(MAX_HIDDEN_OF_ONE)
            done = await self._replace(room, packed, line, by_host=by_host)
            if done == _FULL:
                raise TooManyHiddenError(MAX_HIDDEN)
            if done:
                return HiddenLine(line.player, is_new=True)
        return None

    async def _replace(self, room: RoomId, kept: bytes, line: ChatLine, *, by_host: bool) -> int:
        new = msgspec.structs.replace(line, text="", phrase=None, hidden=True, by_host=by_host)
        packed = bytearray(codec.encode(msgspec.structs.replace(new, n=2**32 - 1)))
        # The number of a kept line has five bytes, whatever it is.
        packed[_NUMBER] = kept[_NUMBER]
        said = b"c" + codec.encode(ChatSaid(room, new))
        keep_ms = HIDDEN_MS if by_host else 0
        told: list[Argument] = [keys.channel(room), said, keep_ms, MAX_HIDDEN]
        keyed = [keys.chat(room), keys.hidden(room)]
        return int(await self._calls.run(self._scripts.hide, keyed, [kept, bytes(packed), *told]))

    async def reported(self, room: RoomId, player: PlayerId, last: int) -> Sequence[ChatLine]:
        """The lines for a report, oldest first; the room may be closed by now.

        Those that the host took away are as they were, and of him whom the report is about all of
        these, however much was said since: else who is rude and hosts a room could hide his words
        from the server's host. What a moderator of the server took away is gone.

        Args:
            room: where it was.
            player: whom the report is about.
            last: so many of the last lines; beside them those of his that the host took away.
        """
        kept, hidden = await self._kept(room)
        # By time, too: a room that was opened again counts its lines anew.
        as_said = {(line.n, line.at_ms): line for line in map(_decoder.decode, hidden)}
        lines = {(line.n, line.at_ms): line for line in map(_decoder.decode, kept[-last:])}
        lines = {at: as_said.get(at, line) if line.by_host else line for at, line in lines.items()}
        lines |= {at: line for at, line in as_said.items() if line.player == player}
        return sorted(lines.values(), key=lambda line: (line.at_ms, line.n))

    async def _kept(self, room: RoomId) -> Sequence[Sequence[bytes]]:
        """The lines of a room, and those that its host took away as they were; oldest first."""
        return await self._calls.ask_all(
            [("LRANGE", key, 0, -1) for key in (keys.chat(room), keys.hidden(room))]
        )


def _count(hidden: Sequence[bytes], player: PlayerId) -> int:
    return sum(_decoder.decode(each).player == player for each in hidden)
