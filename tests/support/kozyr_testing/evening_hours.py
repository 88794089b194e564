"""What lasts for hours in an evening, and what ends in it at its limit.

Times are minutes of play, in which the servers live and the store is there, unless said otherwise.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from kozyr_client import Client, NoMatch, Room
from kozyr_client.errors import Refused, RoomGone
from kozyr_protocol import messages
from kozyr_protocol.ids import GameKey, RoomId
from kozyr_protocol.record import By, Record
from kozyr_protocol.rooms import Clock, Phase
from kozyr_server.people import tokens
from kozyr_server.store import keys
from kozyr_testing import evening_rude as rude
from kozyr_testing.evening import Evening, all_rooms, everybody_is_gone, table_of
from kozyr_testing.evening_guests import BRISK, SHORT, Guest, gather_and_play
from kozyr_testing.players import chosen
from kozyr_testing.waiting import until, until_true

AWAY_MIN = 20
"""So long the store is away in each hour."""
HOUR_MIN = 66
"""Play of an hour: finished rooms close within it, and in the sixth those that only wait."""
IDLE_CLOSES_MIN = 360
CALM = Clock(turn_ms=3_600_000, bank_ms=0, away_ms=1_000)
MOST_LINES = 100
"""Of a room's chat."""

Check = Callable[[], Awaitable[None]]


async def slowly_true(question: Callable[[], Awaitable[bool]], within_s: float) -> None:
    """Wait for what a polite client asks for: it is never told off."""
    async with asyncio.timeout(within_s):
        while not await question():  # noqa: ASYNC110 - it has to be asked for
            await asyncio.sleep(0.7)


class Lasting:
    """People who stay for all of the evening, and how they are treated.

    Attributes:
        rooms: Theirs.
    """

    def __init__(self, evening: Evening, stack: AsyncExitStack) -> None:
        self.rooms: set[RoomId] = set()
        self.played_ms = 0
        self._evening = evening
        self._dial = evening.house.dial
        self._stack = stack
        self._guests: list[Guest] = []
        self._table: list[Room] = []
        self._since_ms = 0

    async def begin(self) -> None:
        """Three play one game all evening; a host waits for people who never come."""
        clients = [await self._client() for _ in range(3)]
        host = await clients[0].create_room("oh_well", seats=3, clock=CALM)
        self._table = [host, *[await client.follow(host.id) for client in clients[1:]]]
        for room in self._table:
            await room.join()
        for room in self._table:
            await room.ready()
        await until(lambda: all(room.view.phase is Phase.PLAYING for room in self._table), 30)
        self.client = await self._client()
        self.waiting = await self.client.create_room("king", seats=4)
        await self.waiting.join()
        self.rooms = {host.id, self.waiting.id}
        self._since_ms = self._dial.play_ms

    async def _client(self) -> Client:
        guest = self._evening.guest()
        self._guests.append(guest)
        return await self._stack.enter_async_context(guest.client())

    # --- The game

    async def act(self) -> None:
        """One card is played, or one bid made; everybody says a line."""
        room = next(room for room in self._table if room.turn is not None)
        guest = self._guests[self._table.index(room)]
        assert room.turn is not None
        before = room.version
        await room.act(chosen(room.turn, guest.rng), turn=room.turn)
        await until(lambda: any(each.turn is not None for each in self._table), 30)
        assert (room.version or 0) > (before or 0)
        for each in self._table:
            await each.say("One more.")
            await each.say("And on.")

    async def deadlines(self) -> tuple[int, ...]:
        """By the store, how long each may still think, ms of play."""
        async with self._evening.store() as store:
            table = await table_of(store, self._table[0].id)
        assert table is not None
        seats = table.room.seats
        return tuple(s.deadline_ms - self._dial.play_ms for s in seats if s.prompt)

    async def seconds_told(self) -> float:
        """The same as the server tells a client that asks."""
        room = next(room for room in self._table if room.turn is not None)
        await self._asker(room).follow(room.id)
        left = room.seconds_left
        assert left is not None
        return left

    def _asker(self, room: Room) -> Client:
        client = room._host
        assert isinstance(client, Client)
        return client

    async def end(self, games: Callable[[], list[Record]]) -> None:
        """They play to the end: nobody was ever late, and no bot played."""
        players = zip(self._guests, self._table, strict=False)
        async with asyncio.timeout(120), asyncio.TaskGroup() as tasks:
            for guest, room in players:
                tasks.create_task(guest.plays(room))
        room = self._table[0]
        await until(lambda: room.view.record is not None, 10)
        assert room.view.ended == "complete"
        await until(lambda: any(game.room == room.id for game in games()), 20)
        (game,) = (game for game in games() if game.room == room.id)
        assert {act.by for deal in game.deals for act in deal.actions} == {By.PLAYER}
        assert not any(seat.stand_ins for seat in game.seats)
        chat = await self._evening.house.store.llen(keys.chat(room.id))
        assert chat == MOST_LINES

    # --- Who is there

    async def need_present(self, more: int = 0) -> None:
        """The list of people has those who are there, and nobody else."""

        async def is_right() -> bool:
            there = Counter([one.bot async for one in self.client.lobby.people()])
            return there == Counter({False: len(self._guests) + more, True: 8})

        await slowly_true(is_right, 20)

    async def need_waiting(self) -> None:
        """The host waits until his room has waited for too long, and not a moment less."""
        played_min = (self._dial.play_ms - self._since_ms) / 60_000
        if played_min < IDLE_CLOSES_MIN:
            assert self.waiting.ended is None
            assert self.waiting.view.phase is Phase.WAITING
        elif played_min > IDLE_CLOSES_MIN + 2:
            await until(lambda: isinstance(self.waiting.ended, RoomGone), 10)
            self.rooms.discard(self.waiting.id)


class Hour:
    """One hour: what begins after its crowd has gone, and when it must have ended."""

    def __init__(self, evening: Evening, lasting: Lasting, stack: AsyncExitStack) -> None:
        self._evening = evening
        self._lasting = lasting
        self._stack = stack
        self._house = evening.house

    async def run(self) -> None:
        """The store is away for a while, then all limits of an hour are reached."""
        dial, lasting = self._house.dial, self._lasting
        await everybody_is_gone(self._house, frozenset(lasting.rooms))
        checks: list[tuple[float, Check]] = [(5, lasting.act), (15, lasting.act), (45, lasting.act)]
        checks += await self._empty_room()
        checks += await self._finished_room()
        checks += await self._ticket()
        checks += await self._mute()
        checks += await self._bans()
        await self._leap()
        done_min = 0.0
        for at_min, check in sorted(checks, key=lambda each: each[0]):
            await dial.forward((at_min - done_min) * 60)
            done_min = at_min
            await check()
        await dial.forward((HOUR_MIN - done_min) * 60)
        await lasting.need_waiting()
        assert set(await all_rooms(self._house)) == lasting.rooms

    async def _leap(self) -> None:
        lasting = self._lasting
        rooms = set(await all_rooms(self._house))
        before, told = await lasting.deadlines(), await lasting.seconds_told()
        await self._house.dial.leap(AWAY_MIN * 60)
        after, told_after = await lasting.deadlines(), await lasting.seconds_told()
        for was_ms, is_ms in zip(before, after, strict=True):
            assert -1_000 <= was_ms - is_ms <= 1_000, "play went on without a store"
        assert told - told_after < 30, (told, told_after)
        assert set(await all_rooms(self._house)) == rooms
        await lasting.act()

    # --- What ends

    async def _empty_room(self) -> list[tuple[float, Check]]:
        """A room that waits closes after 10 minutes without anybody."""
        async with self._evening.guest().client() as client:
            room = await client.create_room("king", seats=4)
            await room.join()
        async with self._evening.store() as store:

            async def is_left() -> bool:
                table = await table_of(store, room.id)
                return table is not None and table.room.seats[0].line is None

            await until_true(is_left, 20)
        return [(9.5, self._there(room)), (12, self._gone(room))]

    async def _finished_room(self) -> list[tuple[float, Check]]:
        """A finished room closes after an hour, though all are still there."""
        guests = [self._evening.guest() for _ in range(3)]
        clients = [await self._stack.enter_async_context(guest.client()) for guest in guests]
        host = await clients[0].create_room("oh_well", options=SHORT, seats=3, clock=BRISK)
        rooms = [host, *[await client.follow(host.id) for client in clients[1:]]]
        await gather_and_play(guests, rooms)

        async def is_told() -> None:
            await until(lambda: isinstance(host.ended, RoomGone), 10)

        return [(58, self._there(host)), (62, self._gone(host)), (62, is_told)]

    async def _ticket(self) -> list[tuple[float, Check]]:
        """Nobody looks for a table for more than half an hour."""
        client = await self._stack.enter_async_context(self._evening.guest().client())
        wish = messages.Wish(GameKey("gin_rummy"), None, None)
        waiting = asyncio.Event()
        looking = asyncio.create_task(client.lobby.match(wish, waiting=lambda _: waiting.set()))
        await waiting.wait()

        async def still() -> None:
            assert not looking.done()

        async def ended() -> None:
            async with asyncio.timeout(10):
                with pytest.raises(NoMatch):
                    await looking

        return [(28, still), (32, ended)]

    async def _mute(self) -> list[tuple[float, Check]]:
        """Who is muted for half an hour writes again after it, by the wall's clock."""
        client = await self._stack.enter_async_context(self._evening.guest().client())
        assert client.player is not None
        watching = client.lobby.watch()
        self._stack.push_async_callback(watching.aclose)
        await anext(watching)
        await client.lobby.say("I am new here.")
        await self._evening.punish(client.player, "mute", AWAY_MIN + 10)
        await self._refused(client)

        async def still() -> None:
            await self._refused(client)

        async def ended() -> None:
            await client.lobby.say("I am back.")

        return [(8, still), (12, ended)]

    async def _refused(self, client: Client) -> None:
        async def is_refused() -> bool:
            try:
                await client.lobby.say("I may not.")
            except Refused as refused:
                return refused.code == "muted"
            return False

        # The other server hears of it a moment later.
        await slowly_true(is_refused, 10)

    async def _bans(self) -> list[tuple[float, Check]]:
        """A ban of an hour, of a person and of a range; one of ten, and one for good."""
        hour, long, ranged = (self._evening.rogue() for _ in range(3))
        network = f"192.0.2.{4 * len(self._evening.rogues) % 256}/30"
        address = network.replace("/30", "")
        for each in (hour, long, ranged):
            assert await rude.is_let_in(each)
        assert await rude.is_let_in(ranged, address)
        await self._evening.punish(tokens.player_id(hour.token), "ban", AWAY_MIN + 40)
        await self._evening.punish(tokens.player_id(long.token), "ban", 1_200)
        await self._evening.shut_out(network, AWAY_MIN + 40)
        self._evening.long_banned.append(long)

        async def holds() -> None:
            assert not await rude.is_let_in(hour)
            assert not await rude.is_let_in(ranged, address)
            assert not await rude.is_let_in(long)

        async def is_over() -> None:
            assert await rude.is_let_in(hour)
            assert await rude.is_let_in(ranged, address)
            assert not await rude.is_let_in(long)

        async def is_known() -> bool:
            return not (await rude.is_let_in(long) or await rude.is_let_in(ranged, address))

        await until_true(is_known, 10)
        return [(0, holds), (38, holds), (42, is_over)]

    # --- Rooms

    def _there(self, room: Room) -> Check:
        async def check() -> None:
            assert room.id in await all_rooms(self._house)

        return check

    def _gone(self, room: Room) -> Check:
        async def check() -> None:
            assert room.id not in await all_rooms(self._house)

        return check


@asynccontextmanager
async def lasting(evening: Evening) -> AsyncIterator[Lasting]:
    """Those who stay, until the block ends."""
    async with AsyncExitStack() as stack:
        there = Lasting(evening, stack)
        await there.begin()
        yield there
