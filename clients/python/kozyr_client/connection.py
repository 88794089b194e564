"""The client: what a program asks of a server, over lines that come and go."""

import asyncio
import os
from collections import deque
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, Self

from kozyr_client.commands import Command
from kozyr_client.errors import ClientClosed, KozyrError
from kozyr_client.events import Answer, Counts, Tidings
from kozyr_client.following import Entry, RoomNews
from kozyr_client.lobby import Lobby
from kozyr_client.patience import Patience
from kozyr_client.room import Room
from kozyr_client.runner import Parts, Runner
from kozyr_client.tokens import keep_token, token_in
from kozyr_protocol import messages
from kozyr_protocol.ids import ActionKey, GameKey, PlayerId, RoomId
from kozyr_protocol.rooms import Clock
from kozyr_protocol.version import OLDEST_VERSION, PROTOCOL_VERSION


def connect(  # noqa: PLR0913  all but the address are by name, and none is needed
    url: str,
    *,
    name: str | None = None,
    token: str | None = None,
    token_file: str | os.PathLike[str] | None = None,
    program: str | None = None,
    language: str | None = None,
    patience: Patience | None = None,
    parts: Parts | None = None,
) -> "Client":
    """The client of one player, for an `async with`.

    Args:
        url: `ws://host:port/ws` or `wss://…`.
        name: to play under; None: the last one, or what the server proposes.
        token: of an earlier connection, to come back as the same player; None: a new guest.
        token_file: instead of `token`: read the token from there; where the file is missing, a
            new guest's token is written to it, readable for its owner only.
        program: name and version of the program, for the server's logs: `my-bot/1.0`.
        language: two letters, `ru`: the one in which the server proposes a name.
        patience: the bounds of waiting.
        parts: other parts than the usual ones.

    Raises:
        ValueError: both a token and a file for it are given.
    """
    if token is not None and token_file is not None:
        raise ValueError("give either a token or a token file")
    file = None if token_file is None else Path(token_file)
    known = token if file is None else token_in(file)
    hello = messages.Hello(OLDEST_VERSION, PROTOCOL_VERSION, known, name, program, language)
    return Client(url, hello, patience or Patience(), parts or Parts(), file)


class Client:
    """One player's connection to a server; it comes back by itself. Made by `connect`.

    Everything happens in the event loop of the `async with`; a client is not for several threads.

    Attributes:
        lobby: Tables as they change, chat, people, quick match.
    """

    def __init__(
        self,
        url: str,
        hello: messages.Hello,
        patience: Patience,
        parts: Parts,
        token_file: Path | None = None,
    ) -> None:
        self._url = url
        self._known_token = hello.token
        self._token_file = token_file
        self._inbox = patience.inbox
        self._parts = parts
        self._rooms: dict[RoomId, Room] = {}
        self.lobby = Lobby(self, patience.inbox)
        self._tidings: deque[Tidings] = deque(maxlen=patience.inbox)
        self._has_tidings = asyncio.Event()
        self._end: KozyrError | None = None
        self._runner = Runner(url, hello, patience, parts, self)
        self._session = self._runner.session

    def __repr__(self) -> str:
        return f"<Client {self._url} player={self.player} rooms={len(self._rooms)}>"

    async def __aenter__(self) -> Self:
        """Connect and be greeted; it is tried as long as after a cut. Safe to cancel.

        Raises:
            ConnectionLost: nobody greeted in time.
            ConnectionClosedForGood: the server wants no connection.
            DialFailed: nothing at this address speaks kozyr.
            VersionRefused: no common protocol version.
            Refused: the server does not take this token or name.
            OSError: the token file cannot be written.
        """
        try:
            await self._runner.start()
            token = self._session.token
            if self._token_file is not None and token is not None and token != self._known_token:
                await asyncio.to_thread(keep_token, self._token_file, token)
        except BaseException:
            await self._runner.stop()
            raise
        return self

    async def __aexit__(self, *_exception: object) -> None:
        """Close the line. What still waits for an answer raises `ClientClosed`."""
        await self._runner.stop()

    # --- What is known ------------------------------------------------------------------------

    @property
    def player(self) -> PlayerId | None:
        """The own player; None before the first greeting."""
        return self._session.player

    @property
    def name(self) -> str | None:
        """The own name, as the server took it; None before the first greeting."""
        return None if self._session.welcome is None else self._session.welcome.name

    @property
    def token(self) -> str | None:
        """The secret by which this player comes back: keep it, and show it to nobody."""
        return self._session.token

    @property
    def welcome(self) -> messages.Welcome:
        """The newest greeting, with the server's limits; its token is left out.

        Raises:
            ClientClosed: there was none yet.
        """
        if self._session.welcome is None:
            raise ClientClosed
        return self._session.welcome

    @property
    def rooms(self) -> Mapping[RoomId, Room]:
        """The rooms that are followed, by id."""
        return dict(self._rooms)

    @property
    def counts(self) -> Counts:
        """What happened so far."""
        return self._session.counts

    # --- What can be done ---------------------------------------------------------------------

    async def create_room(  # noqa: PLR0913  the fields of one message of the protocol
        self,
        game: str,
        preset: str | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        seats: int | None = None,
        clock: Clock | None = None,
        name: str | None = None,
        public: bool = True,
        spectators: bool = True,
        language: str | None = None,
        access: str = "open",
        password: str | None = None,
        bots: int = 0,
        bot_level: str = "strong",
        mode: str = "events",
        fair: bool = False,
    ) -> Room:
        """Open a room and follow it.

        Safe to cancel; the room may be there all the same, and closes when nobody comes.

        Args:
            game: the game's key, `twenty_nine`.
            preset: `GAME/name`; None: the game's default.
            options: beside those of the preset.
            seats: None: what the preset or the game is best with.
            clock: how long a decision may take; None: the usual clock.
            name: of the room; None: the server's proposal.
            public: whether the lobby lists it.
            spectators: whether people without a seat may follow.
            language: what is spoken there, `en`; None: anything.
            access: `open`, `knock` or `password`: what it takes to come in.
            password: with `access` = `password`.
            bots: so many seats are played by house bots.
            bot_level: `easy`, `usual` or `strong`.
            mode: as for `follow`.
            fair: as for `follow`.

        Raises:
            Refused: `unknown_game`, `unknown_preset`, `bad_option`, `bad_seats`, `bad_name`.
        """
        command = messages.Create(
            id=0,
            key=self._parts.new_key(),
            game=GameKey(game),
            preset=preset,
            options=dict(options or {}),
            seats=seats,
            name=name,
            public=public,
            spectators=spectators,
            clock=clock or Clock(),
            language=language,
            access=access,
            password=password,
            bots=bots,
            bot_level=bot_level,
        )
        answer = await self.ask(command)
        assert isinstance(answer, messages.Created), "`create` is answered by nothing else"
        return await self.follow(answer.room, mode, fair=fair)

    async def list_rooms(
        self,
        game: str | None = None,
        *,
        preset: str | None = None,
        language: str | None = None,
        free: bool = False,
    ) -> AsyncIterator[messages.RoomSummary]:
        """Public rooms that can be joined or watched, those with free seats first.

        Asks for the next page when the last one is used up; not a snapshot of one moment. After a
        cancellation the iteration is over.

        Args:
            game: only rooms of this game; None: of all.
            preset: only rooms of this preset.
            language: only rooms where this is spoken, and those that name none: `en`.
            free: only rooms that wait and have a free seat.
        """
        after: str | None = None
        while True:
            key = None if game is None else GameKey(game)
            command = messages.ListRooms(0, key, after, preset, language, free)
            answer = await self.ask(command)
            assert isinstance(answer, messages.Rooms), "`list` is answered by nothing else"
            for room in answer.rooms:
                yield room
            if answer.next is None or answer.next == after:
                return
            after = answer.next

    async def follow(
        self,
        room_id: str,
        mode: str = "events",
        *,
        fair: bool = False,
        code: str | None = None,
        password: str | None = None,
    ) -> Room:
        """Follow a room, as its player or as a spectator, and wait for its picture.

        A room that is followed already is brought up to date, and is the same object. Safe to
        cancel.

        Args:
            room_id: the room.
            mode: `events`: what happens, folded into the picture here. `views`: the whole
                picture after each change, made by the server.
            fair: take part in the shuffles, and check each of them; with `events` only.
            code: of the invitation, to a private room without a seat there.
            password: to a room that has one, without a seat there.

        Raises:
            ValueError: `fair` with `views`.
            Refused: `needs_code`, `needs_password`, `kicked`.
            RoomGone: there is no such room.
            WatchingRefused: it takes no spectators.
            RoomEnded: the server refuses for another reason; it is the error's `reason`.
        """
        if fair and mode != "events":
            raise ValueError("shuffles can be checked by `events` only")
        self._runner.need_life()
        room = RoomId(room_id)
        draw_seed = self._parts.new_seed if fair else None
        # What is kept from the last time lets one in again after a cut.
        entry = Entry(code, password) if code is not None or password is not None else None
        number = self._session.follow(room, mode, self.now(), draw_seed, entry)
        if room not in self._rooms:
            following = self._session.rooms[room]
            self._rooms[room] = Room(following, self, self.counts, self._inbox)
        followed = self._rooms[room]
        await self._runner.answer(number)
        return followed

    # --- For rooms ----------------------------------------------------------------------------

    async def ask(self, command: Command) -> Answer:
        """Send a command of the protocol and wait for its answer; its `id` is set here.

        Safe to cancel: the command is then not sent again, but may be done.

        Raises:
            Refused: for good, or for as long as the client had patience.
            ResponseTimeout: no answer in time.
            ConnectionLost: the client gave up, or the line was cut under a command that is never
                sent twice.
            RoomEnded: its room is not followed, or not any more.
            Overloaded: too many commands wait already.
            ValueError: it is larger than the server takes.
        """
        self._runner.need_life()
        number = self._session.command(command, self.now())
        return await self._runner.answer(number)

    def send(self, command: Command) -> None:
        """Send a command whose answer nobody waits for, as long as the client lives.

        Raises:
            ValueError: it is larger than the server takes.
        """
        self._session.command(command, self.now())
        self._runner.stirred()

    async def tidings(self) -> AsyncIterator[Tidings]:
        """What the server says without being asked: of the lobby, quick match, and oneself.

        Of a consumer that is too slow the oldest are lost. Safe to cancel.

        Raises:
            KozyrError: the client came to its end.
        """
        while True:
            while self._tidings:
                yield self._tidings.popleft()
            if self._end is not None:
                raise self._end
            self._has_tidings.clear()
            await self._has_tidings.wait()

    async def unfollow(self, room: RoomId) -> None:
        """Follow a room no longer. Safe to cancel."""
        self._runner.need_life()
        number = self._session.unfollow(room, self.now())
        self._runner.stirred()
        if number is not None:
            await self._runner.answer(number)

    def tip(self, room: RoomId) -> str | None:
        """The tip to sit down with; None where the seat takes no part in shuffles."""
        return self._session.tip(room)

    def now(self) -> float:
        """The client's clock, in seconds."""
        return self._runner.now()

    def new_key(self) -> ActionKey:
        """A key that was never used before."""
        return self._parts.new_key()

    def heard(self, room: RoomId, news: RoomNews) -> None:
        """Something new in a room; told by the runner."""
        if room in self._rooms:
            self._rooms[room].take(news)

    def ended(self, room: RoomId, error: KozyrError | None) -> None:
        """A room is not followed any more; told by the runner."""
        gone = self._rooms.pop(room, None)
        if gone is not None:
            gone.end(error)

    def told(self, tidings: Tidings) -> None:
        """Something that was not asked for; told by the runner."""
        self.lobby.told(tidings)
        self._tidings.append(tidings)
        self._has_tidings.set()

    def all_ended(self, error: KozyrError) -> None:
        """Nothing goes on; told by the runner."""
        self._end = error
        self.lobby.ended(error)
        self._has_tidings.set()
        for room in tuple(self._rooms):
            self.ended(room, error)
