"""People who come for an evening and mean well: each keeps an eye on how he is treated."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

import pytest
from websockets import Subprotocol as Offer
from websockets.asyncio.client import ClientConnection, connect

from kozyr_client import Client, DialFailed, Parts, Room, Stale, Transport, WebSocketTransport
from kozyr_client import connect as client_of
from kozyr_client.errors import KozyrError, Refused, TransportClosed
from kozyr_protocol import messages
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.ids import GameKey, PlayerId
from kozyr_protocol.rooms import Clock, Phase
from kozyr_testing.players import PATIENCE, chosen

BRISK = Clock(turn_ms=20_000, bank_ms=10_000, away_ms=1_000)
TWENTY_NINE = {"stake": 0, "draw": "off"}
SHORT = {"deals": 2}
"""Of Oh Well."""

_TOLD = (b"too_fast", b"malformed")


class Watched(WebSocketTransport):
    """A line that remembers whether its owner was ever told off."""

    def __init__(self, connection: ClientConnection, told: Counter[str]) -> None:
        super().__init__(connection)
        self._told = told

    async def recv(self) -> bytes | str:
        """See `Transport.recv`."""
        try:
            frame = await super().recv()
        except TransportClosed as closed:
            self._told[f"closed {closed.code}"] += 1
            raise
        if len(frame) < 400 and isinstance(frame, bytes):
            for word in _TOLD:
                if word in frame:
                    self._told[word.decode()] += 1
        return frame


@dataclass
class Guest:
    """One of them.

    Attributes:
        told: how often the server told him off, and how his lines ended.
        secrets: what must be in no log.
        token: by which he is himself again.
        player: who he is, since he first came.
        claimed: the name that he keeps.
    """

    number: int
    urls: list[str]
    rng: random.Random
    told: Counter[str] = field(default_factory=Counter)
    secrets: list[str] = field(default_factory=list)
    lines: list[ClientConnection] = field(default_factory=list)
    acted: int = 0
    token: str | None = None
    player: PlayerId | None = None
    claimed: str | None = None

    @property
    def name(self) -> str:
        """Nobody else's."""
        return f"Gast {self.number}"

    @property
    def address(self) -> str:
        """Where he comes from."""
        return f"10.7.{self.number // 250}.{1 + self.number % 250}"

    @asynccontextmanager
    async def client(
        self, name: str | None = None, token: str | None = None
    ) -> AsyncIterator[Client]:
        """Connect, to the one server or the other; as himself, unless a token says otherwise."""
        url = self.urls[self.number % len(self.urls)]
        parts = Parts(dial=self.dial)
        self.lines.clear()
        async with client_of(
            url,
            name=name or self.name,
            token=token or self.token,
            patience=PATIENCE,
            parts=parts,
        ) as client:
            self.secrets.append(client.token or "")
            if token is None:
                assert self.player in {None, client.player}, "he is somebody else"
                assert self.claimed in {None, client.name}
                self.token, self.player = client.token, client.player
            yield client

    async def dial(self, url: str) -> Transport:
        """As from his own address."""
        try:
            line = await connect(
                url,
                subprotocols=[Offer(Subprotocol.MSGPACK)],
                compression=None,
                ping_interval=None,
                proxy=None,
                open_timeout=30,
                close_timeout=1,
                additional_headers={"X-Forwarded-For": self.address},
            )
        except OSError as error:
            raise DialFailed(str(error)) from error
        self.lines.append(line)
        return Watched(line, self.told)

    def cut(self) -> None:
        """His line is gone, without a word."""
        for line in self.lines:
            line.transport.abort()

    async def plays(self, room: Room, until_acted: int | None = None) -> None:
        """Play to the end of the game, or until so many actions."""
        done = 0
        async for turn in room.turns():
            if until_acted is not None and done >= until_acted:
                return
            try:
                await room.act(chosen(turn, self.rng), turn=turn)
            except Stale:
                # A stand-in or the clock was first.
                continue
            except Refused as refused:
                if refused.code not in {"not_your_turn", "illegal", "not_playing"}:
                    raise
                continue
            done += 1
            self.acted += 1


async def in_time(room: Room, holds: Callable[[], bool], within_s: float = 60.0) -> None:
    """Wait until something is true of a room."""
    async with asyncio.timeout(within_s):
        while not holds():
            await room.changed()


async def gather_and_play(guests: list[Guest], rooms: list[Room]) -> None:
    """Sit down, be ready, play to the end; one after the other, as people come."""
    for room in rooms:
        await room.join()
    for room in rooms:
        await room.ready()
    async with asyncio.TaskGroup() as tasks:
        for guest, room in zip(guests, rooms, strict=True):
            tasks.create_task(guest.plays(room))
    assert rooms[0].view.phase is Phase.FINISHED
    for room in rooms:
        await room.say("Thanks!")


async def private_table(guests: list[Guest]) -> None:
    """The first opens a private room and sends the others its code; one more has a wrong one."""
    *players, curious = guests
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(guest.client()) for guest in players]
        host = await clients[0].create_room(
            "oh_well", options=SHORT, seats=3, public=False, clock=BRISK
        )
        answer = await clients[0].ask(messages.Invite(0, host.id))
        assert isinstance(answer, messages.Invitation)
        assert answer.code is not None
        players[0].secrets.append(answer.code)
        async with curious.client() as stranger:
            await refused(stranger, host, "needs_code", code="abcdefghijklmnop")
            watching = await stranger.follow(host.id, code=answer.code)
            assert watching.seat is None
            others = [await client.follow(host.id, code=answer.code) for client in clients[1:]]
            await gather_and_play(players, [host, *others])


async def locked_table(guests: list[Guest]) -> None:
    """A room with a password."""
    password = f"open sesame {guests[0].number}"
    guests[0].secrets.append(password)
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(guest.client()) for guest in guests]
        host = await clients[0].create_room(
            "twenty_nine",
            "twenty_nine/solo",
            seats=3,
            access="password",
            password=password,
            clock=BRISK,
        )
        await refused(clients[1], host, "needs_password", password="guess")
        others = [await client.follow(host.id, password=password) for client in clients[1:]]
        await gather_and_play(guests, [host, *others])


async def knocking_table(guests: list[Guest]) -> None:
    """The host lets people in; one of them only when he knocks again."""
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(guest.client()) for guest in guests]
        host = await clients[0].create_room(
            "oh_well", options=SHORT, seats=len(guests), access="knock", clock=BRISK
        )
        rooms = [host]
        for client in clients[1:]:
            room = await client.follow(host.id)
            with pytest.raises(Refused, match="needs_knock"):
                await room.join()
            await client.ask(messages.Knock(0, host.id))
            assert client.player is not None
            await clients[0].ask(messages.AnswerKnock(0, host.id, client.player, True))
            rooms.append(room)
        await gather_and_play(guests, rooms)


async def refused(
    client: Client, room: Room, why: str, code: str | None = None, password: str | None = None
) -> None:
    """Somebody may not come in."""
    with pytest.raises(KozyrError, match=why):
        await client.follow(room.id, code=code, password=password)


async def public_table(guests: list[Guest], leaves: bool, returns: bool) -> None:
    """The others find the room in the lobby. One may be cut and come back, one never does."""
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(guest.client()) for guest in guests]
        name = f"Table of {guests[0].number}"
        host = await clients[0].create_room(
            "oh_well", options=SHORT, seats=3, name=name, clock=BRISK
        )
        rooms = [host]
        for client in clients[1:]:
            await listed(client, host)
            rooms.append(await client.follow(host.id))
        for room in rooms:
            await room.join()
        for room in rooms:
            await room.ready()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(guests[0].plays(host))
            tasks.create_task(_plays_on(guests[1], rooms[1], leaves, returns))
            tasks.create_task(guests[2].plays(rooms[2]))
        assert host.view.phase is Phase.FINISHED


async def _plays_on(guest: Guest, room: Room, leaves: bool, returns: bool) -> None:
    if leaves:
        await guest.plays(room, until_acted=1)
        # Nobody comes back of himself: the client is ended by the guest's `async with` at the end.
        await room.unfollow()
        return
    if returns:
        await guest.plays(room, until_acted=1)
        guest.cut()
    await guest.plays(room)


async def listed(client: Client, room: Room) -> None:
    """Wait until the lobby lists a room."""
    async with asyncio.timeout(60):
        while True:
            async for summary in client.list_rooms("oh_well", free=True):
                if summary.room == room.id:
                    return
            await asyncio.sleep(0.7)


async def with_bots(guest: Guest) -> None:
    """Alone with two bots of the house."""
    async with guest.client() as client:
        async with asyncio.timeout(30):
            while True:
                try:
                    room = await client.create_room(
                        "oh_well", options=SHORT, seats=3, bots=2, clock=BRISK
                    )
                    break
                except Refused as error:
                    # The bots come a moment after the server.
                    if error.code != "no_bots":
                        raise
                    await asyncio.sleep(0.7)
        await room.join()
        await room.ready()
        await in_time(room, lambda: room.view.phase is not Phase.WAITING)
        await guest.plays(room)
        assert room.view.phase is Phase.FINISHED


async def quick_match(guest: Guest) -> None:
    """Whatever table comes; with bots where it takes too long."""
    wishes = (messages.Wish(GameKey("twenty_nine"), "twenty_nine/solo", 3),)
    async with guest.client() as client:
        offered = asyncio.Event()

        def waiting(matching: messages.Matching) -> None:
            if matching.bots_offered:
                offered.set()

        async def patient() -> messages.Matched:
            looking = asyncio.create_task(client.lobby.match(*wishes, waiting=waiting))
            offering = asyncio.create_task(offered.wait())
            try:
                await asyncio.wait({looking, offering}, return_when=asyncio.FIRST_COMPLETED)
                return await (looking if looking.done() else client.lobby.match(*wishes, bots=True))
            finally:
                for task in (looking, offering):
                    task.cancel()
                await asyncio.gather(looking, offering, return_exceptions=True)

        async with asyncio.timeout(60):
            found = await patient()
        room = await client.follow(found.room)
        await room.ready()
        await in_time(room, lambda: room.view.phase is not Phase.WAITING)
        await guest.plays(room)


async def keeps_his_name(guest: Guest, imitator: Guest) -> None:
    """Claims a name, signs in on another device, comes back there; nobody else goes by it."""
    name, phrase = f"Kolya {guest.number}", f"correct horse {guest.number} staple"
    guest.secrets.append(phrase)
    async with guest.client(name) as client:
        you = await client.ask(messages.ClaimName(0, name, phrase))
        assert isinstance(you, messages.You)
        assert you.claimed
        guest.claimed = name
        async with imitator.client() as other:
            with pytest.raises(Refused, match="name_taken"):
                await other.ask(messages.Rename(0, name.upper()))
            signed = await other.ask(messages.SignIn(0, name, phrase))
            assert isinstance(signed, messages.SignedIn)
            imitator.secrets.append(signed.token)
            async with imitator.client(token=signed.token) as device:
                assert (device.player, device.name) == (client.player, name)
                await chats(device, guest.rng)


async def is_known(guest: Guest) -> None:
    """Comes back after hours: his token says who he is, and the name is his."""
    async with guest.client() as client:
        you = await client.ask(messages.Me(0))
        assert isinstance(you, messages.You)
        assert (you.name, you.claimed) == (guest.claimed, True)


async def chats(client: Client, rng: random.Random) -> None:
    """A few lines in the lobby, as fast as one may write."""
    watching = client.lobby.watch(free=rng.random() < 0.5)
    await anext(watching)
    for number in range(4):
        await client.lobby.say(f"Hello, {number}!")
        await asyncio.sleep(0.2 + rng.random() / 2)
    async for _ in client.lobby.people():
        pass
    await watching.aclose()


async def chatter(guest: Guest) -> None:
    """Somebody who only talks."""
    async with guest.client() as client:
        await chats(client, guest.rng)
