"""The lobby's chat as this process serves it."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from kozyr_protocol import codec
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.limits import CHAT_LINES
from kozyr_protocol.messages import ChatLine, LobbyChat, LobbySaid
from kozyr_protocol.phrases import PHRASES
from kozyr_server.lobby.hooks import Manners
from kozyr_server.people import texts
from kozyr_server.rooms.peers import Peer, RefusedError
from kozyr_server.store import lobby_chat
from kozyr_server.store.model import TooSoon

FRESH_S: Final = 1.0
"""The lines are read again for newcomers at most so often."""


class Talk:
    """Says lines, and hands on what others said.

    Attributes:
        said: Lines that were said here.
    """

    def __init__(
        self,
        chat: lobby_chat.LobbyChat,
        manners: Manners,
        listeners: Callable[[], Iterable[Peer]],
        max_chars: int,
    ) -> None:
        """Hand lines on to `listeners`; a line has at most `max_chars` code points."""
        self.said = 0
        self._chat = chat
        self._manners = manners
        self._listeners = listeners
        self._max_chars = max_chars
        self._lines: Sequence[ChatLine] = ()
        self._read_at: float | None = None
        self._lock = asyncio.Lock()

    async def say(self, peer: Peer, command: LobbyChat) -> None:
        """Say something to all who are in the lobby.

        Raises:
            RefusedError: `read_only`, `muted`, `unknown_phrase`, `bad_text`, `too_fast`.
            StoreUnavailableError: it was not said; as `StoreUnknownError`: perhaps it was.
        """
        rules, is_moderator = self._manners.rules(), self._manners.is_moderator(peer)
        if rules.read_only and not is_moderator:
            raise RefusedError(ErrorCode.READ_ONLY, "nobody may write in the lobby now")
        self._manners.need_may_write(peer)
        text = "" if command.phrase is not None else self._cleaned(command.text)
        if command.phrase is not None and command.phrase not in PHRASES:
            facts = {"phrases": list(PHRASES)}
            raise RefusedError(ErrorCode.UNKNOWN_PHRASE, "there is no such quick phrase", facts)
        person = peer.person
        line = ChatLine(0, person.player, person.name, None, text, 0, command.phrase)
        slow_ms = 0 if is_moderator else round(rules.slow_s * 1000)
        said = await self._chat.say(line, slow_ms)
        if isinstance(said, TooSoon):
            raise RefusedError(
                ErrorCode.TOO_FAST,
                "the lobby is in slow mode: wait a little",
                {"retry_ms": said.wait_ms, "slow_s": rules.slow_s},
                limit="slow_s",
            )
        self.said += 1

    def heard(self, message: bytes) -> None:
        """A line was said, or hidden, on whatever process."""
        said = codec.decode_server(message)
        if not isinstance(said, LobbySaid):
            return
        kept = {line.n: line for line in self._lines}
        kept[said.line.n] = said.line
        self._lines = tuple(kept[n] for n in sorted(kept)[-CHAT_LINES:])
        for peer in self._listeners():
            if self._manners.hears(peer, said.line.player):
                peer.send(message)

    async def refresh(self) -> None:
        """Have `lines` at most a second old. Raises `StoreUnavailableError`."""
        loop = asyncio.get_running_loop()
        async with self._lock:
            if self._read_at is None or loop.time() - self._read_at >= FRESH_S:
                at = loop.time()
                self._lines = await self._chat.lines()
                self._read_at = at

    def lines(self, peer: Peer) -> tuple[ChatLine, ...]:
        """The last lines, oldest first, without those of people whom he does not hear."""
        return tuple(line for line in self._lines if self._manners.hears(peer, line.player))

    def _cleaned(self, text: str) -> str:
        try:
            return texts.cleaned(text, self._max_chars, what="a line")
        except texts.BadTextError as error:
            facts = {"max_chars": error.max_chars}
            raise RefusedError(ErrorCode.BAD_TEXT, error.reason, facts) from None
