"""`kozyr_server.rooms.house`: seats find bots over all processes, and bots see only their seats."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest

from kozyr_games import replay
from kozyr_protocol import codec, messages, record
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import ActionKey, GameKey, PlayerId
from kozyr_protocol.rooms import Clock, Phase
from kozyr_server.rooms import resume
from kozyr_server.rooms.bounds import RoomBounds
from kozyr_server.rooms.due import Patience
from kozyr_server.store.model import Entry
from kozyr_testing.desk import player
from kozyr_testing.room_client import (
    QUICK,
    Client,
    HouseBot,
    Process,
    begun,
    code,
    process,
    seated,
)
from kozyr_testing.waiting import until

ANNA, BORIS, VERA = (player(number) for number in range(3))
SOON = RoomBounds(patience=Patience(stand_in_ms=200))
CALM = Clock(turn_ms=3_600_000, bank_ms=0, away_ms=3_600_000)
_entries = msgspec.msgpack.Decoder(Entry)


@asynccontextmanager
async def bots(server: Process, count: int, first: int = 0) -> AsyncIterator[list[HouseBot]]:
    there = [HouseBot(server, first + number) for number in range(count)]
    try:
        yield there
    finally:
        for bot in there:
            await bot.leave_house()


def drop(client: Client) -> None:
    """The line is cut."""
    client.server.rooms.dropped(client)


async def test_without_bots_no_seat_is_kept_for_them(server: Process) -> None:
    anna = Client(server, ANNA)
    command = messages.Create(
        id=anna.next_id(), key=ActionKey("k" * 16), game=GameKey("twenty_nine"), bots=1
    )
    assert code(await anna.do(command)) is ErrorCode.NO_BOTS
    room = await anna.create()
    await anna.sit(room)
    add = messages.AddBot(id=anna.next_id(), room=room)
    assert code(await anna.do(add)) is ErrorCode.NO_BOTS


async def test_bots_of_another_process_fill_the_seats_and_play(
    server: Process, other: Process
) -> None:
    async with bots(other, 3) as house:
        await until(lambda: bool(house[0].server.rooms.house.is_there))
        anna = Client(server, ANNA)
        await until_there(server)
        room = await anna.create(seats=3, bots=2, options=QUICK)
        await anna.sit(room)
        await until(lambda: anna.view is not None and all(s.player for s in anna.view.seats))
        assert anna.view is not None
        assert [seat.bot for seat in anna.view.seats] == [None, "strong", "strong"]
        assert not any(len(bot.offers) > 1 for bot in house)
        await anna.ready()
        async with asyncio.timeout(30):
            await anna.play()
        await anna.check()
        line = await server.store.record(f"{room}-1")
        assert line is not None
        kept = record.loads(line)
        assert replay.verify(kept) == []
        assert sorted(seat.kind for seat in kept.seats) == ["bot", "bot", "human"]


async def until_there(server: Process) -> None:
    async with asyncio.timeout(10):
        while not await server.rooms.house.is_anywhere():  # noqa: ASYNC110  another process
            await asyncio.sleep(0.05)


async def test_a_stand_in_sees_what_its_seat_sees_and_only_while_it_plays_it(url: str) -> None:
    async with process(url, 1, SOON) as server, process(url, 2, SOON) as other:
        clients = await begun(server, options={"draw": "off"}, clock=CALM, spectators=False)
        anna, boris, vera = clients
        room, seat = anna.room, boris.seat
        assert seat is not None
        while boris.turn is None:
            await next(c for c in clients if c.turn is not None).play_one()
        drop(boris)
        async with bots(other, 1) as (bot,):
            await until(lambda: bot.seat == seat, within_s=10)
            await until(lambda: bot.turn is None, within_s=10)
            await asyncio.gather(anna.play(bot.version + 6), vera.play(bot.version + 6))
            again = boris.again()
            await again.resume()
            assert again.reasons == ["role_changed"]
            await until(lambda: bot.unfollowed is not None)
            assert bot.unfollowed == "owner_back"
            assert bot.problems == []
            await _only_its_seat(server, bot, seat)
            await again.check()
            async with asyncio.timeout(30):
                await asyncio.gather(anna.play(), again.play(), vera.play())
        line = await server.store.record(f"{room}-1")
        assert line is not None
        kept = record.loads(line)
        assert replay.verify(kept) == []
        assert len(kept.seats[seat].stand_ins) == 1
        assert any(action.by == "stand_in" for deal in kept.deals for action in deal.actions)


async def _only_its_seat(server: Process, bot: HouseBot, seat: int) -> None:
    """Each update is, byte for byte, what a spectator or the seat got at that version."""
    first, claimed = bot.of(messages.Snapshot)
    assert (first.view.you, claimed.view.you) == (None, seat)
    held_from = claimed.version
    entries = {e.version: e for e in map(_entries.decode, await server.store.log(bot.room, 0))}
    updates = [u for u in bot.of(messages.Update) if u.version in entries]
    assert [u.version for u in updates] == list(range(held_from, updates[-1].version + 1))
    for update in updates:
        role = None if update.version == held_from else seat
        expected = codec.decode_server(resume.frame(entries[update.version], role))
        assert isinstance(expected, messages.Update)
        assert (update.events, update.prompts) == (expected.events, expected.prompts)
    spectator = msgspec.msgpack.decode(bytes(first.view.table or b"\xc0"))
    assert not spectator["hand"]


async def test_a_private_room_finds_its_bots_too(server: Process) -> None:
    async with bots(server, 1):
        anna, boris = Client(server, ANNA), Client(server, BORIS)
        answer = await anna.do(
            messages.Create(
                id=anna.next_id(),
                key=ActionKey("k" * 16),
                game=GameKey("twenty_nine"),
                seats=3,
                public=False,
                bots=1,
            )
        )
        assert isinstance(answer, messages.Created)
        await anna.sit(answer.room)
        await boris.follow(answer.room, code=answer.code)
        await boris.join()
        await until(lambda: anna.view is not None and bool(anna.view.seats[2].player))


async def test_a_seat_is_offered_to_another_bot_when_the_first_one_is_gone(
    server: Process,
) -> None:
    deaf = HouseBot(server, 1, takes=False)
    clients = await seated(server, "ee", seats=3, bots=1)
    await until(lambda: bool(deaf.offers))
    offer = deaf.offers[0]
    assert (offer.seat, offer.own, offer.level) == (2, True, "strong")
    async with bots(server, 1, first=2) as (bot,):
        assert not bot.offers
        await deaf.leave_house()
        await until(lambda: bot.seat == 2, within_s=10)
    assert clients[0].problems == []


async def test_the_seat_of_a_bot_whose_process_died_is_played_by_another(url: str) -> None:
    async with process(url, 1, SOON) as server:
        async with process(url, 3, SOON) as dying, bots(dying, 1) as (first,):
            await until_there(server)
            clients = await seated(server, "ee", seats=3, bots=1, clock=CALM)
            await until(lambda: first.seat == 2)
            for client in clients:
                await client.ready()
            assert clients[0].phase is Phase.PLAYING
        async with bots(server, 1, first=1) as (second,):
            await until(lambda: second.seat is not None, within_s=20)
            assert not second.offers[-1].own


async def test_a_bot_that_comes_back_has_its_seat_before_anybody_misses_it(
    server: Process,
) -> None:
    async with bots(server, 1) as (bot,):
        clients = await seated(server, "ee", seats=3, bots=1, clock=CALM)
        await until(lambda: bot.seat == 2)
        for client in clients:
            await client.ready()
    async with bots(server, 1) as (again,):
        await until(lambda: again.seat == 2)
        assert again.person == bot.person
        assert [(offer.seat, offer.own) for offer in again.offers] == [(2, True)]
        assert seat_of(again) == (True, False)
        async with asyncio.timeout(30):
            await asyncio.gather(*(client.play() for client in clients))
        line = await server.store.record(f"{again.room}-1")
    assert line is not None
    assert record.loads(line).seats[2].stand_ins == ()


def seat_of(bot: Client) -> tuple[bool, bool]:
    """Whether a bot's seat is connected, and whether another one plays it."""
    assert bot.view is not None
    assert bot.seat is not None
    seat = bot.view.seats[bot.seat]
    return seat.connected, seat.stand_in


async def test_a_bot_whose_line_was_lost_is_waited_for(server: Process) -> None:
    async with bots(server, 1) as (bot,):
        clients = await seated(server, "ee", seats=3, bots=1, clock=CALM)
        await until(lambda: bot.seat == 2)
        for client in clients:
            await client.ready()
    async with bots(server, 1, first=1) as (other,):
        await until(lambda: not clients[0].view.seats[2].connected, within_s=10)  # type: ignore[union-attr]
        async with bots(server, 1) as (again,):
            await until(lambda: again.seat == 2, within_s=10)
            assert seat_of(again) == (True, False)
            assert not other.offers


async def test_a_bot_of_another_process_is_offered_its_seat_too(
    server: Process, other: Process
) -> None:
    async with bots(server, 1) as (bot,):
        clients = await seated(server, "ee", seats=3, bots=1, clock=CALM)
        await until(lambda: bot.seat == 2)
        for client in clients:
            await client.ready()
        # Another bot is there, and takes out of the store what is wanted.
        async with bots(server, 1, first=1) as (stranger,):
            await bot.leave_house()
            async with bots(other, 1) as (again,):
                await until(lambda: again.seat == 2, within_s=14)
                assert not stranger.offers
                assert seat_of(again) == (True, False)


async def test_a_stand_in_that_comes_back_plays_on_in_the_same_stretch(url: str) -> None:
    async with process(url, 1, SOON) as server:
        clients = await begun(server, options=QUICK, clock=CALM)
        boris = clients[1]
        seat = boris.seat
        assert seat is not None
        drop(boris)
        async with bots(server, 1) as (bot,):
            await until(lambda: bot.seat == seat, within_s=10)
            version = bot.version
        async with bots(server, 1) as (again,):
            await until(lambda: again.seat == seat, within_s=10)
            assert [(offer.seat, offer.own) for offer in again.offers] == [(seat, False)]
            assert again.version >= version
            async with asyncio.timeout(30):
                await asyncio.gather(clients[0].play(), clients[2].play())
        line = await server.store.record(f"{boris.room}-1")
    assert line is not None
    assert len(record.loads(line).seats[seat].stand_ins) == 1


# --- Shares


async def hosted(server: Process, who: PlayerId, key: str, bots: int = 1) -> Client:
    """Somebody sits in a new room of his that wants bots."""
    client = Client(server, who)
    await client.sit(await client.create(key.ljust(16, "k"), seats=3, bots=bots, options=QUICK))
    return client


async def bots_in(clients: list[Client]) -> int:
    """Bots that sit in rooms, as the store has them."""
    tables = [await client.server.table(client.room) for client in clients]
    return sum(s.bot is not None and s.player is not None for t in tables for s in t.room.seats)


async def test_one_host_does_not_get_all_bots(url: str) -> None:
    bounds = RoomBounds(bots_per_host=3)
    async with (
        process(url, 1, bounds) as server,
        process(url, 2, bounds) as other,
        bots(other, 6),
    ):
        await until_there(server)
        greedy = [await hosted(server, ANNA, f"{number}") for number in range(8)]
        honest = await hosted(server, BORIS, "honest")
        await until(lambda: honest.view is not None and bool(honest.view.seats[2].player), 10)
        late = await hosted(server, VERA, "late", bots=2)
        await until(lambda: late.view is not None and all(s.player for s in late.view.seats))
        assert await bots_in(greedy) == 3
        await until(lambda: other.metrics.people.limits["bots_per_host"] > 0, 10)


@pytest.mark.parametrize("going", [messages.Unfollow, messages.Leave])
async def test_bots_that_play_count_and_a_seat_that_is_free_again_is_had_anew(
    url: str, going: type[messages.Unfollow | messages.Leave]
) -> None:
    async with process(url, 1, RoomBounds(bots_per_host=1)) as server, bots(server, 3) as house:
        first = await hosted(server, ANNA, "first")
        boris = Client(server, BORIS)
        await boris.follow(first.room)
        await boris.join()
        await until(lambda: first.view is not None and bool(first.view.seats[2].player))
        for client in (first, boris):
            await client.ready()
        assert first.phase is Phase.PLAYING
        second = await hosted(server, ANNA, "second")
        await until(lambda: server.metrics.people.limits["bots_per_host"] == 1, 10)
        assert await bots_in([first, second]) == 1
        async with asyncio.timeout(60):
            await asyncio.gather(first.play(), boris.play())
        bot = next(bot for bot in house if bot.seat == 2)
        await bot.do(going(id=bot.next_id(), room=bot.room))
        await until(lambda: second.view is not None and bool(second.view.seats[2].player), 10)


async def test_stand_ins_come_first_and_have_places_of_their_own(url: str) -> None:
    bounds = RoomBounds(per_connection=4)
    async with process(url, 1, bounds) as server:
        games = [await begun(server, options=QUICK, clock=CALM, key=key * 16) for key in "ab"]
        # As another process with bots says it.
        await server.store.look_for_bots({}, 0)
        hosts = [await hosted(server, player(10 + number), f"{number}") for number in range(5)]
        waiting = {host.room for host in hosts}
        await games[0][1].leave()
        deaf = HouseBot(server, 1, takes=False)
        await until(lambda: len(deaf.offers) >= 3, 10)
        assert deaf.offers[0].room == games[0][1].room
        await until(lambda: server.metrics.people.limits["house_bots"] > 0, 10)
        assert server.rooms.house.places() == (1, 4)
        await games[1][1].leave()
        await until(lambda: deaf.offers[-1].room == games[1][1].room, 10)
        assert len([offer for offer in deaf.offers[:4] if offer.room in waiting]) == 2
        server.metrics.people.look()
        shown = server.metrics.exposition().decode()
        assert 'kozyr_house_places{state="free"} 0.0' in shown
        assert 'kozyr_house_places{state="taken"} 4.0' in shown
        await deaf.leave_house()


async def test_a_bot_without_a_place_is_not_offered_its_own_seat(url: str) -> None:
    bounds = RoomBounds(per_connection=1, patience=Patience(stand_in_ms=200))
    async with process(url, 1, bounds) as server:
        elsewhere = (await hosted(server, VERA, "elsewhere", bots=0)).room
        async with bots(server, 1) as (bot,):
            clients = await seated(server, "ee", seats=3, bots=1, clock=CALM)
            await until(lambda: bot.seat == 2)
            for client in clients:
                await client.ready()
        again = Client(server, bot.person.player)
        again.person = bot.person
        await again.follow(elsewhere)
        server.rooms.enter_house(again)
        async with bots(server, 1, first=1) as (second,):
            await until(lambda: second.seat == 2, within_s=10)
            assert not again.of(messages.Offer)
        server.rooms.dropped(again)


async def test_bots_that_are_gone_are_forgotten(server: Process) -> None:
    deaf = HouseBot(server, 1, takes=False)
    clients = await seated(server, "ee", seats=3, bots=1)
    await until(lambda: bool(deaf.offers))
    await deaf.leave_house()
    house = server.rooms.house
    assert not any(deaf in tried for tried in house._tried.values())
    assert clients[0].problems == []
