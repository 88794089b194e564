"""A room as the program sees it: its picture, its news, and what can be done in it."""

import asyncio
from collections import deque
from collections.abc import Mapping
from typing import Any, Protocol, Self

from msgspec import Raw, Struct

from kozyr_client.commands import Command
from kozyr_client.errors import KozyrError, NotOnTurn, RoomGone
from kozyr_client.events import Answer, Counts, Done
from kozyr_client.following import Following, Fresh, RoomNews, Turn, decoded_table
from kozyr_protocol import messages
from kozyr_protocol.codec import pack
from kozyr_protocol.ids import ActionKey, PlayerId, RoomId
from kozyr_protocol.rooms import Phase, RoomView, SeatView


class Inbox:
    """News that wait for a consumer, bounded.

    A consumer that is too slow loses the single steps: all that waits is dropped, and the picture
    of the moment takes its place, with the reason `behind`.
    """

    def __init__(self, bound: int) -> None:
        self._bound = bound
        self._news: deque[RoomNews] = deque()

    def __len__(self) -> int:
        return len(self._news)

    def put(self, news: RoomNews, now: Following) -> bool:
        """Add news.

        Args:
            news: what happened.
            now: the room after it, for the picture that may have to take the place of the rest.

        Returns:
            Whether something was dropped.
        """
        if len(self._news) < self._bound or now.view is None or now.version is None:
            self._news.append(news)
            return False
        self._news.clear()
        self._news.append(Fresh(now.version, "behind", now.view))
        return True

    def get(self) -> RoomNews | None:
        """The oldest news; None: there are none."""
        return self._news.popleft() if self._news else None


class Host(Protocol):
    """What a room needs of its client."""

    async def ask(self, command: Command) -> Answer:
        """Send a command and wait for its answer."""

    async def unfollow(self, room: RoomId) -> None:
        """Follow a room no longer."""

    def tip(self, room: RoomId) -> str | None:
        """The tip to sit down with."""

    def now(self) -> float:
        """The client's clock, in seconds."""

    def new_key(self) -> ActionKey:
        """A key that was never used before."""


class Room:
    """A followed room; made by `Client.create_room` and `Client.follow`.

    Properties show the newest picture. `async for news in room` gives each step once, to one
    consumer; see `Inbox` for one that is too slow. `async for turn in room.turns()` gives the own
    decisions.
    """

    def __init__(self, following: Following, host: Host, counts: Counts, bound: int) -> None:
        self._following = following
        self._host = host
        self._counts = counts
        self._inbox = Inbox(bound)
        self._moved = asyncio.Event()
        self._ending: KozyrError | None = None
        self._is_over = False
        self._handed: Turn | None = None

    def __repr__(self) -> str:
        return f"<Room {self.id} version={self.version} seat={self.seat}>"

    # --- The picture --------------------------------------------------------------------------

    @property
    def id(self) -> RoomId:
        """The room's id."""
        return self._following.room

    @property
    def view(self) -> RoomView:
        """All that the own role may know of the room."""
        assert self._following.view is not None, "a room is handed out with its first picture"
        return self._following.view

    @property
    def table(self) -> Any:
        """The game's own view, as the game's type; None before the first game.

        For a game that this client does not know it is plain maps, and as old as the last
        snapshot: its events come as `GameHappened` in the room's news.
        """
        return decoded_table(self.view, self._following.wire)

    @property
    def version(self) -> int | None:
        """The room's version that the picture shows; None while a fresh one is awaited."""
        return self._following.version

    @property
    def seat(self) -> int | None:
        """The own seat; None for a spectator."""
        return self._following.seat

    @property
    def players(self) -> tuple[SeatView, ...]:
        """All seats, clockwise; a free one has no player."""
        return self.view.seats

    @property
    def turn(self) -> Turn | None:
        """The own open prompt; None: it is not for this seat to act."""
        return self._following.turn

    @property
    def seconds_left(self) -> float | None:
        """Until the own prompt's deadline, 0 when it has passed; None: no prompt is open."""
        turn = self.turn
        return None if turn is None else max(0.0, turn.deadline_at - self._host.now())

    @property
    def chat(self) -> tuple[messages.ChatLine, ...]:
        """The last lines of chat, oldest first."""
        return tuple(self._following.chat)

    @property
    def watchers(self) -> int:
        """How many people watch; best effort."""
        return self._following.watchers

    @property
    def ended(self) -> KozyrError | None:
        """Why the room is not followed any more; None while it is, or by the program's wish."""
        return self._ending

    # --- What happens -------------------------------------------------------------------------

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> RoomNews:
        """The next step of the room. Safe to cancel: no news are lost.

        The iteration ends when the room is closed or unfollowed.

        Raises:
            LineTaken: another connection of the same player follows the room now.
            RoomEnded: the room is not followed for another reason.
            KozyrError: the connection is lost for good, or closed.
        """
        while True:
            news = self._inbox.get()
            if news is not None:
                return news
            if self._is_over:
                raise self._last_word()
            await self._moved.wait()

    def turns(self) -> "Turns":
        """Each own prompt once: `async for turn in room.turns()`.

        A prompt that is over before the loop comes back is left out. The iteration ends with the
        game, and when the room is closed or unfollowed; a game that has not begun is awaited.
        When the server took history back, a prompt that is open again comes again. Waiting for
        the next one is safe to cancel.

        Raises:
            LineTaken: another connection of the same player follows the room now.
            RoomEnded: the room is not followed for another reason.
            KozyrError: the connection is lost for good, or closed.
        """
        return Turns(self)

    async def next_turn(self, game_no: int, seen: tuple[int, int] | None) -> Turn:
        """The own prompt that is open, or opens next; for `Turns`. Safe to cancel.

        Args:
            game_no: the game that is played, or awaited.
            seen: the key of a prompt that is not wanted again.

        Raises:
            StopAsyncIteration: the game or the room has ended.
            KozyrError: as `turns`.
        """
        while not self._is_over:
            turn = self.turn
            if turn is not None and turn.key != seen:
                self._handed = turn
                return turn
            if self.view.phase in {Phase.FINISHED, Phase.CLOSED} or self.view.game_no != game_no:
                raise StopAsyncIteration
            await self._moved.wait()
        raise self._last_word()

    async def changed(self) -> None:
        """Wait for the next news, without taking them. Safe to cancel.

        Raises:
            KozyrError: the room has ended.
        """
        if not self._is_over:
            await self._moved.wait()
        if self._is_over:
            raise self._ending or RoomGone(self.id, "unfollowed")

    # --- What can be done ---------------------------------------------------------------------

    async def join(self, seat: int | None = None) -> int | None:
        """Take a seat; whoever sits keeps his. Returns the own seat.

        Safe to cancel; the seat may be taken all the same, and calling it again does no harm.

        Args:
            seat: from 0 clockwise; None: the first free one.

        Raises:
            Refused: `room_full`, `seat_taken`, `no_such_seat`, `wrong_phase`.
        """
        await self._ask(messages.Join(0, self.id, seat, self._host.tip(self.id)))
        return self.seat

    async def leave(self) -> None:
        """Give the seat up; in play it is played by the clock from now on.

        Safe to cancel; the seat may be given up all the same.

        Raises:
            Refused: the server does not allow it.
        """
        await self._ask(messages.Leave(0, self.id))

    async def ready(self, ready: bool = True) -> None:
        """Be ready for the game to begin, or not. Safe to cancel, and to call again.

        Raises:
            Refused: `not_seated`, `wrong_phase`.
        """
        await self._ask(messages.SetReady(0, self.id, ready))

    async def start(self) -> None:
        """Begin with fewer players than seats, as the host. Safe to cancel.

        Raises:
            Refused: `not_host`, `not_ready`, `wrong_phase`.
        """
        await self._ask(messages.Start(0, self.id))

    async def rematch(self) -> None:
        """Open the room again after a game, with the players who are there. Safe to cancel.

        Raises:
            Refused: `not_seated`, `wrong_phase`.
        """
        await self._ask(messages.Rematch(0, self.id))

    async def act(
        self, action: int | Struct | Mapping[str, Any] | Raw, *, turn: Turn | None = None
    ) -> int | None:
        """Answer an own prompt with an action, exactly once.

        The action gets a key of its own, and is sent again with this key, over as many lines as
        it takes, until the server has answered: it is never played twice.

        Safe to cancel: the action is then not sent again. Whether it was played is seen in the
        room's updates; acting again on the same prompt cannot play twice either, but is refused
        (`Stale`) if it was.

        Args:
            action: one of the turn's legal actions: its index in `turn.legal`, or itself in any
                form that the turn shows it in.
            turn: the prompt that is answered; None: the one that `turns()` handed out last, as
                long as it was not answered, or else the open one. So a decision that took too
                long does not answer the next prompt by mistake.

        Returns:
            The room's version with the action.

        Raises:
            NotOnTurn: no prompt of the own seat is open.
            Stale: the prompt is not open any more.
            Refused: `illegal`, or what did not pass in time. After `outcome_unknown` the action
                may be played or not.
            LineTaken: another connection of the same player holds the seat.
            ResponseTimeout: no answer in time; the action may be played or not.
            ConnectionLost: the client gave up; the action may be played or not.
            IndexError: no legal action has this index.
        """
        turn = turn or self._handed or self.turn
        if turn is None:
            raise NotOnTurn(self.id)
        raw = turn.raw[action] if isinstance(action, int) else _encoded(action)
        command = messages.Act(0, self.id, turn.number, self._host.new_key(), raw)
        try:
            answer = await self._ask(command)
        finally:
            if self._handed is turn:
                self._handed = None
        return answer.version

    async def say(self, text: str) -> None:
        """Say something to all in the room.

        It is never sent twice. Safe to cancel; it may be said all the same.

        Args:
            text: up to 400 characters.

        Raises:
            Refused: `bad_text`, `muted`, `too_fast` in slow mode at once (`facts`: `slow_s`), or
                the limits of chat for a longer while.
            ConnectionLost: the line was cut before the answer; it may be said or not.
        """
        await self._ask(messages.Chat(0, self.id, text))

    async def kick(self, seat: int) -> None:
        """Take somebody's seat away, as the host: a person may not come back. Safe to cancel.

        Raises:
            Refused: `not_host`, `no_such_seat`, `not_seated`, `wrong_phase`, `too_many`.
        """
        await self._ask(messages.Kick(0, self.id, seat))

    async def silence(self, player: PlayerId, silence: bool = True) -> None:
        """Keep somebody from writing in the room, as its host, or let him again. Safe to cancel.

        Raises:
            Refused: `not_host`, `too_many`.
        """
        await self._ask(messages.Silence(0, self.id, player, silence))

    async def slow_mode(self, seconds: int) -> None:
        """Let each person write one line in so many seconds, as the host. Safe to cancel.

        Args:
            seconds: up to 600; 0: as often as they like.

        Raises:
            Refused: `not_host`.
        """
        await self._ask(messages.SlowMode(0, self.id, seconds))

    async def hide(self, n: int) -> None:
        """Take a line of the room's chat away, as its host; it cannot be undone.

        It is never sent twice. Safe to cancel; the line may be taken away all the same.

        Args:
            n: the number of the line.

        Raises:
            Refused: `not_host`, `no_such_line`.
            ConnectionLost: the connection was cut before the answer; it may be done or not.
        """
        await self._ask(messages.HideLine(0, self.id, n))

    async def unfollow(self) -> None:
        """Follow the room no longer: the iterators end, a seat is kept, its line is lost.

        Safe to cancel.
        """
        await self._host.unfollow(self.id)

    # --- Told by the client -------------------------------------------------------------------

    def take(self, news: RoomNews) -> None:
        """Something new; called by the client."""
        self._counts.collapsed += self._inbox.put(news, self._following)
        self._wake()

    def end(self, error: KozyrError | None) -> None:
        """The room is not followed any more; called by the client."""
        if not self._is_over:
            self._is_over, self._ending = True, error
            self._wake()

    def _wake(self) -> None:
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()

    def _last_word(self) -> Exception:
        if self._ending is None or isinstance(self._ending, RoomGone):
            return StopAsyncIteration()
        return self._ending

    async def _ask(self, command: Command) -> Done:
        if self._is_over:
            raise self._ending or RoomGone(self.id, "unfollowed")
        answer = await self._host.ask(command)
        assert isinstance(answer, Done), "a room's commands are answered by nothing else"
        return answer


class Turns:
    """The own prompts of one game, as `Room.turns` hands them out."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._game_no = room.view.game_no
        self._seen: tuple[int, int] | None = None

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Turn:
        turn = await self._room.next_turn(self._game_no, self._seen)
        self._seen = turn.key
        return turn


def _encoded(action: Struct | Mapping[str, Any] | Raw) -> Raw:
    return action if isinstance(action, Raw) else pack(action)
