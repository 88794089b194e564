"""`kozyr_server.rooms.service`: several processes serve one room, and none owns it."""

import asyncio
from itertools import pairwise
from typing import Any

import pytest
import redis.asyncio

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.messages import Unfollowed
from kozyr_protocol.rooms import Phase
from kozyr_server.store import keys
from kozyr_testing.desk import player
from kozyr_testing.room_client import (
    QUICK,
    Client,
    Process,
    begun,
    code,
    codes,
    on_turn,
    process,
    seated,
    version,
)
from kozyr_testing.waiting import until

ANNA, BORIS, VERA, GUEST = (player(number) for number in range(4))
FAST = {"turn_ms": 200, "bank_ms": 0, "away_ms": 0}


async def mixed(server: Process, other: Process, count: int = 3, **create: Any) -> list[Client]:
    """Players in a game, by turns on the two processes."""
    clients = [
        Client((server, other)[number % 2], player(number), chain=number == 1)
        for number in range(count)
    ]
    room = await clients[0].create(**{"seats": count, "options": QUICK, **create})
    for client in clients:
        version(await client.sit(room))
    for client in clients:
        version(await client.ready())
    return clients


async def test_two_hundred_join_at_once_and_four_sit(server: Process, other: Process) -> None:
    room = await Client(server, ANNA).create(seats=4)
    crowd = [Client((server, other)[number % 2], player(number)) for number in range(200)]
    for client in crowd:
        await client.follow(room)
    answers = await asyncio.gather(*(client.join() for client in crowd))
    found = codes(answers)
    assert found["ok"] == 4
    # The rest know why; `busy` is for who lost the race again and again, and may ask again.
    assert set(found) <= {"ok", "room_full", "busy"}
    assert found.total() == 200
    table = await server.table(room)
    sitting = {seat.player for seat in table.room.seats}
    seated = {
        client.person.player
        for client, answer in zip(crowd, answers, strict=True)
        if not isinstance(answer, messages.Error)
    }
    assert sitting == seated
    for client in crowd:
        await client.check()


async def test_a_whole_game_over_two_processes(server: Process, other: Process) -> None:
    clients = await mixed(server, other, options={"draw": "seats"})
    guests = [Client(server, GUEST, "views"), Client(other, player(9))]
    for guest in guests:
        await guest.follow(clients[0].room)
    async with asyncio.timeout(60):
        await asyncio.gather(*(client.play() for client in clients))
    for client in (*clients, *guests):
        await client.check()
    frames = [client.history for client in (clients[0], clients[2])]
    assert [version for version, *_ in frames[0]][-5:] == [version for version, *_ in frames[1]][
        -5:
    ]


async def test_a_deadline_acts_once_with_two_processes(server: Process, other: Process) -> None:
    clients = await mixed(server, other, clock=FAST)
    async with asyncio.timeout(30):
        # Nobody plays: the clock makes all actions, each for its own prompt.
        await until(lambda: all(client.version >= 11 for client in clients), 20)
    table = await server.table(clients[0].room)
    assert table.room.play is not None
    assert table.room.play.action_count >= 3
    # Each step is one action, for a step that the other one had made would be refused.
    begun_at = next(v for v, _, view in clients[0].history if b"hand" in view)
    assert table.room.play.action_count <= table.version - begun_at
    for client in clients:
        assert client.problems == []


async def test_a_second_connection_elsewhere_takes_the_line(
    server: Process, other: Process
) -> None:
    clients = await begun(server)
    old = on_turn(clients)
    turn = old.turn
    assert turn is not None
    assert turn.legal is not None
    new = old.again(other)
    # The older one acts in the very moment: one of the two is first, and then it counts.
    acting = asyncio.create_task(old.act(turn, turn.legal[0], key="a" * 16))
    answer = await new.resume()
    first = await acting
    assert answer.seat == old.seat
    await until(lambda: old.unfollowed is not None)
    assert old.heard[-1] == Unfollowed(old.room, "line_taken")
    late = await old.act(turn, turn.legal[-1])
    assert code(late) is ErrorCode.NOT_FOLLOWING
    if isinstance(first, messages.Error):
        assert first.code is ErrorCode.NOT_YOUR_LINE
        version(await new.act(turn, turn.legal[0], key="a" * 16))
    else:
        repeated = await new.act(turn, turn.legal[0], key="a" * 16)
        assert version(repeated) == version(first)
    await new.check()


async def test_the_older_connection_cannot_act_before_it_is_told(
    server: Process, other: Process
) -> None:
    clients = await begun(server)
    old = on_turn(clients)
    turn = old.turn
    assert turn is not None
    assert turn.legal is not None
    # The process of the older one hears nothing any more.
    await server.store.unsubscribe(old.room)
    await old.again(other).resume()
    assert old.unfollowed is None
    assert code(await old.act(turn, turn.legal[0])) is ErrorCode.NOT_YOUR_LINE


async def test_what_is_so_already_is_not_said_by_a_process_that_is_behind(
    server: Process, other: Process
) -> None:
    clients = await seated(server)
    boris = clients[1]
    version(await boris.ready())
    await server.store.unsubscribe(boris.room)
    elsewhere = boris.again(other)
    await elsewhere.resume()
    version(
        await elsewhere.do(messages.SetReady(id=elsewhere.next_id(), room=boris.room, ready=False))
    )
    # Here he is ready still, and on this line.
    assert code(await boris.ready()) is ErrorCode.NOT_YOUR_LINE


async def test_two_connections_that_come_back_at_once_both_sit_and_one_stays(
    server: Process, other: Process
) -> None:
    clients = await begun(server)
    anna = clients[0]
    for _ in range(10):
        both = [anna.again(server), anna.again(other)]
        answers = await asyncio.gather(*(one.resume() for one in both))
        assert [answer.seat for answer in answers] == [0, 0]
        await until(lambda both=both: sum(one.unfollowed is None for one in both) == 1)  # type: ignore[misc]  # bound now
        (anna,) = [one for one in both if one.unfollowed is None]
        await anna.check()


def lines(client: Client) -> list[bool]:
    """Which seats are connected, as a client sees it."""
    assert client.view is not None
    return [seat.connected for seat in client.view.seats]


async def test_a_process_that_stops_loses_no_seat_and_its_lines_are_lost(url: str) -> None:
    async with process(url, 2) as other:
        async with process(url, 1) as server:
            clients = await begun(server, clock={"turn_ms": 60_000})
            forgotten = await begun(server, key="f" * 16, clock={"turn_ms": 3_600_000})
            guest = Client(other, GUEST)
            await guest.follow(clients[0].room)
        assert lines(guest) == [True, True, True]
        anna = clients[0].again(other)
        await anna.resume()
        await until(lambda: lines(guest) == [True, False, False], 12)
        # Nobody followed this room when the process was found dead.
        late = Client(other, GUEST)
        await late.follow(forgotten[0].room)
        await until(lambda: not any(lines(late)), 3)
        await late.check()
        view = guest.view
        assert view is not None
        assert (view.phase, view.seats[1].player) == (Phase.PLAYING, BORIS)
        assert not any(seat.left for seat in view.seats)
        # The others come back where they were.
        back = [anna, *(client.again(other) for client in clients[1:])]
        for client in back[1:]:
            assert (await client.resume()).reason is None
        await asyncio.gather(*(client.play() for client in back))
        for client in (*back, guest):
            await client.check()


class Backup:
    """A room as it lay in the store, to be put back."""

    def __init__(self, raw: Any, room: str) -> None:
        self.raw = raw
        self.names = [keys.state(room), keys.log(room), keys.deals(room)]
        self.kept: dict[str, bytes | None] = {}

    async def keep(self) -> None:
        self.kept = {name: await self.raw.dump(name) for name in self.names}

    async def put_back(self) -> None:
        async with self.raw.pipeline(transaction=True) as pipe:
            for name, value in self.kept.items():
                pipe.delete(name)
                if value is not None:
                    pipe.restore(name, 0, value)
            await pipe.execute()


def assert_one_leap_back(client: Client, kept_at: int) -> None:
    """From one history to the other in one leap, and nothing of the old one after it."""
    numbers = [number for number, *_ in client.history]
    (leap,) = [i for i, (a, b) in enumerate(pairwise(numbers), start=1) if b < a]
    gone = {tag for number, tag, _ in client.history[:leap] if number > kept_at}
    assert gone
    assert gone.isdisjoint(tag for _, tag, _ in client.history[leap:])


async def test_a_store_put_back_is_noticed_when_its_connections_come_back(
    server: Process, other: Process, url: str
) -> None:
    clients = await mixed(server, other)
    guest = Client(other, GUEST, "views")
    await guest.follow(clients[0].room)
    async with redis.asyncio.from_url(url) as raw:
        backup = Backup(raw, clients[0].room)
        await asyncio.gather(*(client.play(20) for client in clients))
        everybody = [*clients, guest]
        await until(lambda: len({client.version for client in everybody}) == 1)
        kept_at = clients[0].version
        await backup.keep()
        await asyncio.gather(*(client.play(kept_at + 4) for client in clients))
        await until(lambda: len({client.version for client in everybody}) == 1)
        assert guest.version > kept_at
        await backup.put_back()
        # The store restarted, as far as processes can see.
        for one in await raw.client_list(_type="pubsub"):
            await raw.client_kill_filter(_id=one["id"])
    await until(lambda: all(client.reasons[-1:] == ["rolled_back"] for client in everybody))
    for client in everybody:
        await client.check()
    async with asyncio.timeout(60):
        await asyncio.gather(*(client.play() for client in clients))
    for client in everybody:
        await client.check()
        assert_one_leap_back(client, kept_at)


async def test_a_store_put_back_is_noticed_by_the_next_action(
    server: Process, other: Process, url: str
) -> None:
    clients = await mixed(server, other)
    async with redis.asyncio.from_url(url) as raw:
        backup = Backup(raw, clients[0].room)
        await asyncio.gather(*(client.play(16) for client in clients))
        await until(lambda: len({client.version for client in clients}) == 1)
        await backup.keep()
        kept_at = max(client.version for client in clients)
        await asyncio.gather(*(client.play(kept_at + 5) for client in clients))
        await until(lambda: len({client.version for client in clients}) == 1)
        await backup.put_back()
        # An action to a prompt of the history that is gone: refused by what the store has.
        client = on_turn(clients)
        turn = client.turn
        assert turn is not None
        assert turn.legal is not None
        assert code(await client.act(turn, turn.legal[0])) is ErrorCode.STALE
    mine = [one for one in clients if one.server is client.server]
    await until(lambda: all(one.reasons[-1:] == ["rolled_back"] for one in mine))
    for one in mine:
        await one.check()
    async with asyncio.timeout(60):
        await asyncio.gather(*(one.play() for one in clients))
    for one in clients:
        await one.check()
        assert one.reasons[-1] == "rolled_back"
        assert_one_leap_back(one, kept_at)


@pytest.mark.parametrize("seed", range(3))
async def test_players_who_come_and_go_between_processes(
    server: Process, other: Process, seed: int
) -> None:
    clients = await mixed(server, other, options={"draw": "off", "rounds": 2})
    servers = (server, other)
    room = clients[0].room
    guest = Client(other, GUEST)
    await guest.follow(room)
    rng = clients[0].rng
    rng.seed(seed)
    for _ in range(40):
        number = rng.randrange(3)
        match rng.randrange(4):
            case 0:
                clients[number] = clients[number].again(rng.choice(servers))
                await clients[number].resume()
            case 1:
                clients[number].server.rooms.dropped(clients[number])
                clients[number] = clients[number].again(rng.choice(servers))
                await clients[number].resume()
            case _:
                for client in clients:
                    await client.play_one()
    async with asyncio.timeout(60):
        await asyncio.gather(*(client.play() for client in clients))
    for client in (*clients, guest):
        await client.check()
