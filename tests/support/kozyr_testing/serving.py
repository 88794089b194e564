"""A server on a real socket, over rooms and a store that are made of a few lines each."""

import asyncio
import gc
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from kozyr_games.registry import GAMES
from kozyr_protocol import codec, messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import GameKey, PlayerId, RoomId, Tag
from kozyr_protocol.messages import RoomSummary
from kozyr_protocol.rooms import Phase
from kozyr_server.app import Application, create_app
from kozyr_server.lobby.assembly import lobby_from
from kozyr_server.lobby.hooks import Hooks
from kozyr_server.moderation.assembly import admin_routes, drainer
from kozyr_server.people import names
from kozyr_server.people.assembly import people_from
from kozyr_server.people.callers import Caller, Coming, Person, TurnedAwayError
from kozyr_server.people.service import Greeting, OwnCommand, PeopleService
from kozyr_server.rooms.peers import Peer, RefusedError
from kozyr_server.rooms.service import Rooms
from kozyr_server.running.listening import listen
from kozyr_server.running.process import Server
from kozyr_server.running.stopping import Stop
from kozyr_server.settings import Settings
from kozyr_server.store.client import RedisStore
from kozyr_server.store.model import ProcessId, Store, StoreFullError, StoreUnavailableError
from kozyr_server.telemetry import Metrics
from kozyr_server.transport.house_key import HouseKey
from kozyr_server.transport.session import VERSIONS, Decode
from kozyr_testing.raw_clients import dialled

ROOM = RoomId("48ftkfsjvfnapc")
TOKEN = "T" * 43
HELLO = messages.Hello(1, 1)

QUICK = Settings(drain_s=5.0, close_grace_s=0.3)
"""Settings for tests; what is tested is set in a copy."""


LAYER = "uvicorn"
"""Socket layer of the servers of `served`; the tests of the transport run over both."""


HERE = "127.0.0.1"


class SimpleStore:
    """What connections and pages ask of a store, in memory.

    Attributes:
        guests: Names by player.
        is_away: Whether every call fails.
        tick_age_s: What `ticked_ago_s` says.
    """

    durability = "everysec"

    def __init__(self) -> None:
        self.guests: dict[PlayerId, str] = {}
        self.is_away = False
        self.tick_age_s = 0.0
        self.finished: dict[str, bytes] = {}

    async def save_guest(self, player: PlayerId, name: str) -> None:
        self._reach()
        self.guests[player] = name

    async def guest_name(self, player: PlayerId) -> str | None:
        self._reach()
        return self.guests.get(player)

    async def records(self, count: int, before: str | None = None) -> Sequence[str]:
        self._reach()
        found = sorted(self.finished, reverse=True)
        return [each for each in found if before is None or each < before][:count]

    async def record(self, record: str, *, private: bool = False) -> bytes | None:
        self._reach()
        return self.finished.get(record)

    def counts(self) -> Mapping[str, float]:
        return {"ticks": 3.0}

    def commit_seconds(self) -> list[float]:
        return []

    async def metrics(self) -> Mapping[str, float]:
        self._reach()
        return {"used_memory": 1024.0, **self.counts()}

    def ticked_ago_s(self) -> float:
        return self.tick_age_s

    def _reach(self) -> None:
        if self.is_away:
            raise StoreUnavailableError("away")


class SimplePeople:
    """Guests only: they are whom their token says, and go by what they say.

    Attributes:
        commands: What was asked, in order.
        muted: Who may not write.
        banned: Who may not come in.
    """

    def __init__(self, store: SimpleStore) -> None:
        self.commands: list[OwnCommand] = []
        self.muted: set[PlayerId] = set()
        self.banned: set[PlayerId] = set()
        self._store = store

    async def arrive(self, caller: Caller, coming: Coming) -> Greeting:
        if coming.derived in self.banned:
            facts = {"reason": "rude", "until_ms": None}
            raise TurnedAwayError(CloseCode.BANNED, RefusedError(ErrorCode.BANNED, "no", facts))
        name = coming.name
        if name is None and not coming.is_new:
            name = await self._store.guest_name(coming.derived)
        person = Person(coming.derived, name or names.proposed(coming.derived, coming.language))
        return Greeting(person, is_claimed=False, is_new=coming.is_new, sanctions=())

    async def do(self, caller: Caller, command: OwnCommand) -> None:
        self.commands.append(command)
        caller.say(messages.Ok(command.id))

    def need_may_write(self, peer: object, room: RoomId | None = None) -> None:
        if getattr(peer, "person").player in self.muted:  # noqa: B009  any peer may be asked for
            raise RefusedError(ErrorCode.MUTED, "quiet", {"reason": "loud", "until_ms": None}, room)

    async def remember(self, caller: Caller) -> None:
        with suppress(StoreUnavailableError):
            await self._store.save_guest(caller.person.player, caller.person.name)
            caller.is_saved = True

    def dropped(self, caller: Caller) -> None:
        pass

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass


class SimpleRooms:
    """Rooms that remember who spoke, and say what they are told to say.

    Attributes:
        members: Peers that follow `ROOM`.
        gone: Peers that were dropped, in order.
        house: Peers that are house bots.
        commands: What was asked, in order.
        gate: Commands of rooms wait for it.
        refusal: What commands of rooms are refused with, if they are.
        runs: +1 for each start, -1 for each stop.
    """

    def __init__(self) -> None:
        self.members: list[Peer] = []
        self.gone: list[Peer] = []
        self.house: list[Peer] = []
        self.commands: list[messages.ClientMessage] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.refusal: RefusedError | None = None
        self.runs = 0

    async def create(self, peer: Peer, command: messages.Create) -> messages.Created:
        self.commands.append(command)
        match command.game:
            case "none":
                raise RefusedError(ErrorCode.UNKNOWN_GAME, "no such game", {"games": ["one"]})
            case "newer":
                raise RefusedError(ErrorCode.SERVER_OUTDATED, "a newer server wrote it")
            case "away":
                raise StoreUnavailableError("away")
            case "full":
                raise StoreFullError("full memory")
            case "broken":
                raise RuntimeError("secret-of-the-room")
        return messages.Created(command.id, ROOM)

    async def invite(self, peer: Peer, command: messages.Invite) -> messages.Invitation:
        return messages.Invitation(command.id, command.room, "c" * 16)

    def enter_house(self, peer: Peer) -> None:
        assert peer.person.is_house
        self.house.append(peer)

    async def list_rooms(self, command: messages.ListRooms) -> messages.Rooms:
        if command.game == "away":
            raise RefusedError(ErrorCode.STORE_UNAVAILABLE, "the store is away")
        summary = RoomSummary(
            ROOM, command.game or GameKey("any"), None, "Table", Phase.WAITING, 4, 1, True
        )
        return messages.Rooms(command.id, (summary,), None)

    async def follow(self, peer: Peer, command: messages.Follow) -> None:
        self.members.append(peer)
        peer.send(
            codec.encode(
                messages.Followed(
                    command.id, command.room, command.mode, None, 1, Tag("t" * 16), 0, "first"
                )
            )
        )

    async def unfollow(self, peer: Peer, command: messages.Unfollow) -> None:
        self.members.remove(peer)

    async def perform(self, peer: Peer, command: messages.RoomCommand) -> None:
        self.commands.append(command)
        await self.gate.wait()
        if self.refusal is not None:
            raise self.refusal
        peer.send(codec.encode(messages.Ok(command.id, command.room, 7)))

    async def say(self, peer: Peer, command: messages.Chat) -> None:
        self.commands.append(command)

    async def hide(self, peer: Peer, command: messages.HideLine) -> None:
        self.commands.append(command)

    def whereabouts(self, peer: Peer) -> tuple[str, RoomId | None]:
        return ("watching", ROOM) if peer in self.members else ("lobby", None)

    def dropped(self, peer: Peer) -> None:
        self.gone.append(peer)
        if peer in self.members:
            self.members.remove(peer)

    async def start(self) -> None:
        self.runs += 1

    async def stop(self) -> None:
        self.runs -= 1

    def shout(self, message: messages.ServerMessage) -> None:
        """Send one message to all members."""
        frame = codec.encode(message)
        for peer in list(self.members):
            peer.send(frame)


class SimpleLobby:
    """A lobby that shows the rooms, and remembers who came, did something and went.

    Attributes:
        here: Peers that were greeted and have not gone.
        touched_by: Peers whose commands may change how they are shown, in order.
        commands: What was asked, in order.
    """

    def __init__(self, rooms: SimpleRooms) -> None:
        self.here: list[Peer] = []
        self.touched_by: list[Peer] = []
        self.commands: list[messages.ClientMessage] = []
        self._rooms = rooms

    async def do(self, peer: Peer, command: messages.LobbyCommand) -> messages.ServerMessage:
        if isinstance(command, messages.ListRooms):
            return await self.list_rooms(command)
        self.commands.append(command)
        return messages.Ok(command.id)

    async def list_rooms(self, command: messages.ListRooms) -> messages.Rooms:
        return await self._rooms.list_rooms(command)

    def greeted(self, peer: Peer) -> None:
        self.here.append(peer)

    def touched(self, peer: Peer) -> None:
        self.touched_by.append(peer)

    def dropped(self, peer: Peer) -> None:
        self.here.remove(peer)

    async def start(self) -> None:
        """Nothing runs."""

    async def stop(self) -> None:
        """Nothing runs."""


class Client:
    """A client of either subprotocol over a real socket."""

    def __init__(self, socket: ClientConnection, subprotocol: Subprotocol) -> None:
        self.socket = socket
        self._subprotocol = subprotocol

    async def say(self, message: messages.ClientMessage) -> None:
        await self.socket.send(codec.encode_client(message, self._subprotocol))

    async def send(self, frame: bytes | str) -> None:
        await self.socket.send(frame)

    async def hear(self, within_s: float = 10.0) -> Any:
        """The next message; a typed one of `ServerMessage`."""
        async with asyncio.timeout(within_s):
            return codec.decode_server(await self.socket.recv(), self._subprotocol)

    async def ask(self, message: messages.ClientMessage) -> Any:
        await self.say(message)
        return await self.hear()

    async def close_code(self, within_s: float = 10.0) -> int | None:
        """Read on until the connection ends; its code, 1006 for a cut one."""
        async with asyncio.timeout(within_s):
            with suppress(ConnectionClosed):
                while True:
                    await self.socket.recv()
            await self.socket.wait_closed()
        return self.socket.close_code


class Served(Struct, frozen=True):
    """A server that runs."""

    url: str
    application: Application
    metrics: Metrics
    rooms: SimpleRooms
    store: SimpleStore
    stop: Stop
    ended: asyncio.Task[None]

    @asynccontextmanager
    async def dial(
        self, offers: Sequence[str] | None = None, origin: str | None = None, **options: Any
    ) -> AsyncIterator[ClientConnection]:
        """Open a socket and say nothing."""
        url = self.url.replace("http", "ws") + "/ws"
        async with dialled(url, offers, origin=origin, **options) as socket:
            yield socket

    @asynccontextmanager
    async def client(
        self,
        hello: messages.Hello | None = HELLO,
        subprotocol: Subprotocol = Subprotocol.MSGPACK,
        **options: Any,
    ) -> AsyncIterator[Client]:
        """Open a socket, and say hello unless it is None; the welcome was taken."""
        async with self.dial([subprotocol], **options) as socket:
            client = Client(socket, subprotocol)
            if hello is not None:
                welcome = await client.ask(hello)
                assert isinstance(welcome, messages.Welcome), welcome
            yield client


@asynccontextmanager
async def served(
    settings: Settings = QUICK,
    versions: Mapping[int, Decode] = VERSIONS,
    house_key: HouseKey | None = None,
    host: str = HERE,
) -> AsyncIterator[Served]:
    """Run a server in this loop, on a free port, until the block ends."""
    settings = replace(settings, sockets=LAYER)
    rooms, store, metrics = SimpleRooms(), SimpleStore(), Metrics()
    people = SimplePeople(store)
    lobby = SimpleLobby(rooms)
    application = create_app(
        settings,
        cast("Store", store),
        rooms,
        people,
        lobby,
        metrics,
        versions=versions,
        house_key=house_key,
    )
    async with _running(application, settings, host) as (url, stop, ended):
        yield Served(url, application, metrics, rooms, store, stop, ended)


@asynccontextmanager
async def over(
    store: RedisStore, rooms: Rooms, house_key: HouseKey | None = None
) -> AsyncIterator[str]:
    """Run a server over a real store and real rooms of it; its `http://` address."""
    # With a store of its own it would make a token for admins.
    settings = replace(QUICK, drain_s=0.0, redis="redis://elsewhere")
    people = people_from(settings, store.people, store, store.lobby_chat)
    async with running_over(settings, store, rooms, people, house_key) as url:
        yield url


@asynccontextmanager
async def running_over(
    settings: Settings,
    store: RedisStore,
    rooms: Rooms,
    people: PeopleService,
    house_key: HouseKey | None = None,
) -> AsyncIterator[str]:
    """The same with people of one's own, and with admins where a file of their token is set."""
    settings = replace(settings, sockets=LAYER)
    metrics, process = Metrics(), ProcessId(settings.host)
    lobby = lobby_from(settings, GAMES, store, metrics, Hooks(rooms.whereabouts, people))
    admins = admin_routes(settings, store, rooms, people, metrics, process)
    application = create_app(
        settings, store, rooms, people, lobby, metrics, more=admins, house_key=house_key
    )
    people.on_drain(drainer(process, application.connections, 0.0))
    async with _running(application, settings) as (url, _, _):
        yield url


@asynccontextmanager
async def _running(
    application: Application, settings: Settings, host: str = HERE
) -> AsyncIterator[tuple[str, Stop, asyncio.Task[None]]]:
    sockets = listen(host, 0)
    stop, ready = Stop(), asyncio.Event()
    thresholds = gc.get_threshold()
    server = Server(application, settings, stop, ready.set, sockets)
    ended = asyncio.create_task(server.run_until_stopped())
    try:
        async with asyncio.timeout(10):
            await ready.wait()
        yield f"http://{host}:{sockets[0].getsockname()[1]}", stop, ended
    finally:
        stop.ask_to_hurry()
        await ended
        # The server froze what lived when it came up: tests want theirs collected.
        gc.unfreeze()
        gc.set_threshold(*thresholds)


def with_(settings: Settings = QUICK, **changes: Any) -> Settings:
    """The settings of tests, some of them otherwise."""
    return replace(settings, **changes)
