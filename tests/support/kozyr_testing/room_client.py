"""Server processes over a real store, and clients that play in their rooms without a socket."""

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from msgspec import Raw, Struct

from kozyr_games.registry import GAMES
from kozyr_protocol import codec, messages
from kozyr_protocol.errors import TEMPORARY, ErrorCode
from kozyr_protocol.fair import Chain
from kozyr_protocol.games import WIRES
from kozyr_protocol.ids import ActionKey, PlayerId, RoomId
from kozyr_protocol.rooms import Phase, RoomView
from kozyr_server.rooms import views
from kozyr_server.rooms.bounds import BOUNDS, RoomBounds
from kozyr_server.rooms.peers import Person, RefusedError
from kozyr_server.rooms.room import Table, decode
from kozyr_server.rooms.service import Rooms
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import ProcessId
from kozyr_server.telemetry import Metrics
from kozyr_testing.desk import player
from kozyr_testing.hand_store import TestPeer
from kozyr_testing.waiting import until

QUICK = {"draw": "off", "length": "single"}
"""Options of a short game that begins without a draw."""


class Process:
    """The rooms of one server process."""

    def __init__(self, rooms: Rooms, store: RedisStore, metrics: Metrics | None = None) -> None:
        self.rooms = rooms
        self.metrics = metrics or Metrics()
        self.store = store

    async def table(self, room: RoomId) -> Table:
        """The room as it lies in the store."""
        stored = await self.store.read(room)
        assert stored is not None
        return decode(stored, GAMES)


@asynccontextmanager
async def process(
    url: str, number: int = 1, bounds: RoomBounds = BOUNDS, **options: Any
) -> AsyncIterator[Process]:
    """Run a process over a store; at the end it stops without giving its lines up."""
    name = ProcessId(f"{number:012x}")
    async with open_store(url, name, StoreOptions("everysec", **options)) as store:
        metrics = Metrics()
        rooms = Rooms(GAMES, store, name, metrics, bounds)
        await rooms.start()
        try:
            yield Process(rooms, store, metrics)
        finally:
            await rooms.stop()


class Client(TestPeer):
    """A connection that keeps the view of one room, checks the order of what it hears, and plays.

    Attributes:
        view: As folded from events, or as sent.
        history: (version, tag, encoded view) after each step that was heard.
        reasons: Why fresh views came, in order.
        problems: What should not have happened.
    """

    def __init__(
        self, server: Process, who: PlayerId, mode: str = "events", *, chain: bool = False
    ) -> None:
        super().__init__(who)
        self.server = server
        self.mode = mode
        self.rng = random.Random(f"client {who} {mode}")
        self.chain = Chain.from_seed(self.rng.randbytes(32)) if chain else None
        self.room = RoomId("")
        self.view: RoomView | None = None
        self.version, self.tag = 0, ""
        self.prompts: messages.Prompts | None = None
        self.wanted: messages.LinkWanted | None = None
        self.history: list[tuple[int, str, bytes]] = []
        self.reasons: list[str] = []
        self.problems: list[str] = []
        self.unfollowed: str | None = None
        self.changed = asyncio.Event()
        self.is_resumed = False
        self._ids = itertools.count(1)

    def again(self, server: Process | None = None) -> "Client":
        """The same player on a new connection, with what this one knows."""
        client = Client(server or self.server, self.person.player, self.mode)
        # The same generator: no key is drawn twice.
        client.rng = self.rng
        client.room, client.view, client.prompts = self.room, self.view, self.prompts
        client.version, client.tag, client.chain = self.version, self.tag, self.chain
        return client

    async def resume(self) -> messages.Followed:
        """Follow the room from what is known."""
        answer = await self.follow(self.room, version=self.version, tag=self.tag)
        assert isinstance(answer, messages.Followed), answer
        return answer

    # --- What is heard

    def send(self, message: bytes) -> None:
        super().send(message)
        heard = codec.decode_server(message)
        match heard:
            case messages.Followed():
                self.is_resumed = heard.reason is None
            case messages.Snapshot():
                self.reasons.append(heard.reason)
                self.view, self.prompts = heard.view, heard.prompts
                self._moved(heard.version, heard.tag)
            case messages.Update():
                self._updated(heard)
            case messages.LinkWanted():
                self.wanted = heard
            case messages.Unfollowed():
                self.unfollowed = heard.reason
            case _:
                pass
        self.changed.set()

    def _updated(self, update: messages.Update) -> None:
        leaps = self.mode == "views" and self.is_resumed
        if update.version != self.version + 1 and not leaps:
            self.problems.append(f"version {update.version} after {self.version}")
        self.is_resumed = False
        if update.view is not None:
            self.view = update.view
        for event in update.events:
            assert self.view is not None
            self.view = codec.fold(self.view, event, WIRES[self.view.game].fold_raw)
        if update.prompts is not None:
            self.prompts = update.prompts
        self._moved(update.version, update.tag)

    def _moved(self, version: int, tag: str) -> None:
        assert self.view is not None
        self.version, self.tag = version, tag
        self.history.append((version, tag, codec.encode(self.view)))

    @property
    def phase(self) -> Phase | None:
        return None if self.view is None else self.view.phase

    @property
    def seat(self) -> int | None:
        return None if self.view is None else self.view.you

    @property
    def turn(self) -> messages.Turn | None:
        """The own open prompt."""
        turns = () if self.prompts is None else self.prompts.turns
        return next((turn for turn in turns if turn.seat == self.seat and turn.legal), None)

    # --- What is said

    async def do(self, command: Any) -> Struct:
        """Give a command as a connection does, and return its answer."""
        rooms = self.server.rooms
        try:
            match command:
                case messages.Follow():
                    await rooms.follow(self, command)
                case messages.Unfollow():
                    await rooms.unfollow(self, command)
                    self._say(messages.Ok(command.id, command.room))
                case messages.Chat():
                    await rooms.say(self, command)
                    self._say(messages.Ok(command.id, command.room))
                case messages.HideLine():
                    await rooms.hide(self, command)
                    self._say(messages.Ok(command.id, command.room))
                case messages.Create():
                    self._say(await rooms.create(self, command))
                case messages.Invite():
                    self._say(await rooms.invite(self, command))
                case _:
                    await rooms.perform(self, command)
        except RefusedError as error:
            is_temporary = error.code in TEMPORARY
            refusal = messages.Error(
                command.id, error.code, is_temporary, error.message, error.room, error.facts
            )
            self._say(refusal)
        # An entry that waits for the one before it is answered when that has come.
        await until(lambda: bool(self.answers(command.id)))
        answers = self.answers(command.id)
        assert len(answers) == 1, answers
        return answers[0]

    def _say(self, message: Struct) -> None:
        self.send(codec.encode(message))

    async def create(self, key: str = "k" * 16, **given: Any) -> RoomId:
        fields = {"game": "twenty_nine", "preset": "twenty_nine/solo", "seats": 3, **given}
        answer = await self.do(messages.Create(id=self.next_id(), key=ActionKey(key), **fields))
        assert isinstance(answer, messages.Created), answer
        self.room = answer.room
        return answer.room

    async def follow(self, room: RoomId, **given: Any) -> Struct:
        self.room = room
        return await self.do(messages.Follow(id=self.next_id(), room=room, mode=self.mode, **given))

    async def sit(self, room: RoomId) -> Struct:
        """Follow the room and take a seat."""
        await self.follow(room)
        tip = None if self.chain is None else self.chain.tip.hex()
        return await self.join(tip=tip)

    async def join(self, **given: Any) -> Struct:
        return await self.do(messages.Join(id=self.next_id(), room=self.room, **given))

    async def ready(self) -> Struct:
        return await self.do(messages.SetReady(id=self.next_id(), room=self.room))

    async def leave(self) -> Struct:
        return await self.do(messages.Leave(id=self.next_id(), room=self.room))

    async def act(self, turn: messages.Turn, action: Raw, key: str | None = None) -> Struct:
        return await self.do(
            messages.Act(
                id=self.next_id(),
                room=self.room,
                prompt=turn.prompt,
                key=ActionKey(key or self.rng.randbytes(8).hex()),
                action=action,
            )
        )

    def next_id(self) -> int:
        return next(self._ids)

    # --- Playing

    async def play_one(self) -> bool:
        """Feed a wanted link, or play an action; False: there is nothing to do."""
        if self.wanted is not None:
            wanted, self.wanted = self.wanted, None
            assert self.chain is not None
            link = self.chain.link(wanted.n - wanted.first_n + 1).hex()
            answer = await self.do(
                messages.FeedLink(id=self.next_id(), room=self.room, n=wanted.n, link=link)
            )
            assert not isinstance(answer, messages.Error), answer
            return True
        turn = self.turn
        if turn is None or self.phase is not Phase.PLAYING:
            return False
        assert turn.legal is not None
        answer = await self.act(turn, self.rng.choice(turn.legal))
        if isinstance(answer, messages.Error) and answer.code is not ErrorCode.STALE:
            self.problems.append(f"{answer.code}: {answer.message}")
        return True

    async def play(self, stop_at: int | None = None) -> None:
        """Play until the game is over, or the room has this version."""
        while self.phase is not Phase.FINISHED and self.unfollowed is None:
            if stop_at is not None and self.version >= stop_at:
                return
            self.changed.clear()
            if not await self.play_one():
                await self.changed.wait()

    async def check(self) -> None:
        """The view is what is built from the store, byte for byte, and nothing went wrong."""
        table = await self.server.table(self.room)
        await until(lambda: self.version >= table.version)
        table = await self.server.table(self.room)
        assert (self.version, self.tag) == (table.version, table.tag)
        assert self.view is not None
        expected = views.room_view(GAMES, table, self.seat)
        assert codec.encode(self.view) == codec.encode(expected)
        assert self.problems == [], self.problems


class HouseBot(Client):
    """A house bot: takes each seat that it is offered, and plays it.

    Attributes:
        offers: What it was offered, in order.
    """

    def __init__(self, server: Process, number: int, *, takes: bool = True) -> None:
        """Connect; with `takes` False it does not answer its offers."""
        super().__init__(server, player(70 + number))
        self.person = Person(self.person.player, f"Bot {number}", is_house=True)
        self.offers: list[messages.Offer] = []
        self.takes = takes
        self.playing: asyncio.Task[None] | None = None
        server.rooms.enter_house(self)

    def send(self, message: bytes) -> None:
        super().send(message)
        heard = codec.decode_server(message)
        if isinstance(heard, messages.Offer):
            self.offers.append(heard)
            if self.takes and (self.playing is None or self.playing.done()):
                self.playing = asyncio.get_running_loop().create_task(self._take(heard))

    async def _take(self, offer: messages.Offer) -> None:
        self.unfollowed = None
        await self.follow(offer.room)
        if self.seat is None:
            answer = await self.do(
                messages.StandIn(id=self.next_id(), room=offer.room, seat=offer.seat)
            )
            if isinstance(answer, messages.Error):
                await self.do(messages.Unfollow(id=self.next_id(), room=offer.room))
                return
        await self.play()

    async def leave_house(self) -> None:
        """The connection ends."""
        if self.playing is not None:
            self.playing.cancel()
            await asyncio.gather(self.playing, return_exceptions=True)
        self.server.rooms.dropped(self)


def codes(answers: list[Struct]) -> Counter[str]:
    """How many answers were errors, by code, and how many were not (`ok`)."""
    return Counter(str(a.code) if isinstance(a, messages.Error) else "ok" for a in answers)


async def seated(
    server: Process, modes: str = "eee", chains: int = 0, **create: Any
) -> list[Client]:
    """Players who sit in a new room; `e` and `v` for events and views."""
    names = {"e": "events", "v": "views"}
    clients = [
        Client(server, player(number), names[mode], chain=number < chains)
        for number, mode in enumerate(modes)
    ]
    create = {"seats": len(modes), "options": QUICK, **create}
    room = await clients[0].create(**create)
    for client in clients:
        assert not isinstance(await client.sit(room), messages.Error)
    return clients


async def begun(
    server: Process, modes: str = "eee", chains: int = 0, **create: Any
) -> list[Client]:
    """Players in a game."""
    clients = await seated(server, modes, chains, **create)
    for client in clients:
        assert not isinstance(await client.ready(), messages.Error)
    return clients


def on_turn(clients: list[Client]) -> Client:
    return next(client for client in clients if client.turn is not None)


def code(answer: Any) -> ErrorCode:
    assert isinstance(answer, messages.Error), answer
    return answer.code


def version(answer: Any) -> int:
    """At which version a step was done: its message may be faster than its reply."""
    assert isinstance(answer, messages.Update | messages.Ok), answer
    assert answer.version is not None
    return answer.version
