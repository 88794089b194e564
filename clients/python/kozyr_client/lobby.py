"""The lobby as a program uses it: tables as they change, its chat, who is there, quick match."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from kozyr_client.commands import Command
from kozyr_client.errors import KozyrError, NoMatch
from kozyr_client.events import Answer, Tidings
from kozyr_protocol import messages
from kozyr_protocol.ids import GameKey
from kozyr_protocol.limits import CHAT_LINES
from kozyr_protocol.lobby import folded
from kozyr_protocol.rooms import ChatLine

T = TypeVar("T", bound=Answer)


@dataclass(frozen=True)
class LobbyPicture:
    """What somebody in the lobby sees."""

    rooms: tuple[messages.RoomSummary, ...]
    """One page, those with free seats first."""
    next: str | None
    """`after` of the page behind it."""
    total: int
    """Rooms that the filter leaves, on all pages."""
    online: int
    """People who are connected, house bots included."""
    chat: tuple[ChatLine, ...] = ()
    """The last 100 lines, oldest first."""
    read_only: bool = False
    slow_s: float = 0.0
    announcement: str = ""
    """What the host had to say when the page was asked for."""


class Asking(Protocol):
    """A client, as far as the lobby needs it."""

    async def ask(self, command: Command) -> Answer:
        """Send a command and wait for its answer."""

    def send(self, command: Command) -> None:
        """Send a command whose answer nobody waits for."""


@dataclass(eq=False)
class _Listener:
    """Somebody who waits for tidings."""

    heard: list[Tidings] = field(default_factory=list)
    woken: asyncio.Event = field(default_factory=asyncio.Event)


class Lobby:
    """The lobby of a client's server; `Client.lobby` is one.

    It goes on over cuts of the line: what was watched or looked for is asked for again.
    """

    def __init__(self, client: Asking, bound: int) -> None:
        """Nothing is asked yet; `bound` tidings wait for each who listens at most."""
        self._client = client
        self._bound = bound
        self._listeners: list[_Listener] = []
        self._end: KozyrError | None = None
        self._looking = 0

    async def watch(
        self,
        *,
        game: str | None = None,
        preset: str | None = None,
        language: str | None = None,
        free: bool = False,
        after: str | None = None,
    ) -> AsyncGenerator[LobbyPicture, None]:
        """One page of the lobby, and again after each change; to slow consumers the newest only.

        A connection looks at one page at a time: use one of these iterators at a time. The lobby is
        left when it is closed (`contextlib.aclosing`) or cancelled.

        Args:
            game: rooms of this game only.
            preset: of this preset only.
            language: where this is spoken, and those that name none: `en`.
            free: only rooms that wait and have a free seat.
            after: `LobbyPicture.next` of the page before.

        Raises:
            Refused: `unknown_game`, `unknown_preset`, `busy`.
            KozyrError: the client came to its end.
        """
        key = None if game is None else GameKey(game)
        command = messages.WatchLobby(0, key, after, preset, language, free)
        listener = self._listen()
        try:
            picture = _pictured(await self._asked(command, messages.Lobby))
            yield picture
            while True:
                before = picture
                for tidings in await self._heard(listener):
                    match tidings:
                        case messages.Welcome():
                            listener.heard.clear()
                            picture = _pictured(await self._asked(command, messages.Lobby))
                            break
                        case messages.LobbyChanged() | messages.LobbySaid():
                            picture = moved(picture, tidings)
                        case _:
                            pass
                if picture != before:
                    yield picture
        finally:
            self._listeners.remove(listener)
            if self._end is None:
                self._client.send(messages.LeaveLobby(0))

    async def say(self, text: str = "", *, phrase: str | None = None) -> None:
        """Say something in the lobby, which must be watched. Not sent again over a cut.

        Args:
            text: up to 400 characters.
            phrase: instead of it: a quick phrase, see `kozyr_protocol.phrases`.

        Raises:
            Refused: `not_in_lobby`, `muted`, `read_only`, `bad_text`, `unknown_phrase`.
            ConnectionLost: the line was cut: perhaps it was said.
        """
        await self._client.ask(messages.LobbyChat(0, text, phrase))

    async def people(self) -> AsyncIterator[messages.PersonSummary]:
        """Who is connected, by name; not a snapshot of one moment."""
        after: str | None = None
        while True:
            answer = await self._asked(messages.ListPeople(0, after), messages.People)
            for person in answer.people:
                yield person
            if answer.next is None or answer.next == after:
                return
            after = answer.next

    async def match(
        self,
        *wishes: messages.Wish,
        bots: bool = False,
        waiting: Callable[[messages.Matching], None] | None = None,
    ) -> messages.Matched:
        """Quick match: wait for a table; then follow its room and be ready, within 30 seconds.

        A person looks for one table at a time: the newest call says for which. Cancelled, he looks
        for it no longer, unless another call goes on.

        Args:
            wishes: tables that would do, the most wanted first; from 1 to 8.
            bots: begin at once, with house bots in the seats that are left.
            waiting: called with how many wait for the same, and when bots are offered.

        Raises:
            Refused: `unknown_game`, `unknown_preset`, `bad_seats`, `no_bots`, `busy`.
            NoMatch: the server does not look any more: half an hour is over.
            KozyrError: the client came to its end.
        """
        command = messages.FindMatch(0, wishes, bots)
        listener = self._listen()
        is_found = False
        self._looking += 1
        try:
            _tell(waiting, await self._asked(command, messages.Matching))
            while True:
                for tidings in await self._heard(listener):
                    match tidings:
                        case messages.Matched():
                            is_found = True
                            return tidings
                        case messages.Matching(waiting=0):
                            raise NoMatch
                        case messages.Matching():
                            _tell(waiting, tidings)
                        case messages.Welcome():
                            # The ticket keeps its place where it is still there.
                            _tell(waiting, await self._asked(command, messages.Matching))
                        case _:
                            pass
        finally:
            self._listeners.remove(listener)
            self._looking -= 1
            if not (is_found or self._looking) and self._end is None:
                self._client.send(messages.StopMatch(0))

    # --- For the client -----------------------------------------------------------------------

    def told(self, tidings: Tidings) -> None:
        """Something that was not asked for; of a listener that is too slow the oldest is lost."""
        for listener in self._listeners:
            listener.heard.append(tidings)
            del listener.heard[: -self._bound]
            listener.woken.set()

    def ended(self, error: KozyrError) -> None:
        """Nothing goes on."""
        self._end = error
        for listener in self._listeners:
            listener.woken.set()

    def _listen(self) -> _Listener:
        listener = _Listener()
        self._listeners.append(listener)
        return listener

    async def _heard(self, listener: _Listener) -> list[Tidings]:
        while not listener.heard:
            if self._end is not None:
                raise self._end
            listener.woken.clear()
            await listener.woken.wait()
        heard, listener.heard = listener.heard, []
        return heard

    async def _asked(self, command: Command, kind: type[T]) -> T:
        answer = await self._client.ask(command)
        assert isinstance(answer, kind), "it is answered by nothing else"
        return answer


def moved(
    picture: LobbyPicture, change: messages.LobbyChanged | messages.LobbySaid
) -> LobbyPicture:
    """A picture of the lobby after a change."""
    match change:
        case messages.LobbyChanged():
            return replace(
                picture,
                rooms=folded(picture.rooms, change),
                next=change.next,
                total=change.total,
                online=change.online,
                read_only=change.read_only,
                slow_s=change.slow_s,
            )
        case messages.LobbySaid(line=line):
            lines = {kept.n: kept for kept in picture.chat}
            if line.hidden and line.n not in lines:
                return picture
            lines[line.n] = line
            return replace(picture, chat=tuple(lines[n] for n in sorted(lines)[-CHAT_LINES:]))


def _pictured(lobby: messages.Lobby) -> LobbyPicture:
    return LobbyPicture(
        lobby.rooms,
        lobby.next,
        lobby.total,
        lobby.online,
        lobby.chat,
        lobby.read_only,
        lobby.slow_s,
        lobby.announcement,
    )


def _tell(waiting: Callable[[messages.Matching], None] | None, matching: messages.Matching) -> None:
    if waiting is not None:
        waiting(matching)
