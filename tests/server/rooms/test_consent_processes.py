"""`kozyr_server.rooms.consent` over two processes: wishes are state, and survive any of them."""

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.record import Ended
from kozyr_protocol.rooms import Clock, Phase
from kozyr_testing.desk import player
from kozyr_testing.room_client import Client, Process, code, process, version
from kozyr_testing.waiting import until

CALM = Clock(turn_ms=3_600_000, bank_ms=0, away_ms=3_600_000)


async def mixed(server: Process, other: Process) -> list[Client]:
    """Three players in a game, by turns on the two processes."""
    clients = [Client((server, other)[number % 2], player(number)) for number in range(3)]
    room = await clients[0].create(seats=3, options={"draw": "off"}, clock=CALM)
    for client in clients:
        version(await client.sit(room))
    for client in clients:
        version(await client.ready())
    return clients


async def wish(client: Client, kind: type[messages.Command], **fields: object) -> object:
    command = kind(id=client.next_id(), room=client.room, **fields)  # type: ignore[call-arg]  # of a room
    return await client.do(command)


async def all_see(clients: list[Client]) -> None:
    newest = max(client.version for client in clients)
    await until(lambda: all(client.version == newest for client in clients))


async def test_a_pause_outlives_the_process_that_began_it(url: str) -> None:
    async with process(url, 1) as server:
        async with process(url, 2) as dying:
            clients = await mixed(server, dying)
            for client in clients:
                version(await wish(client, messages.Pause))
            await all_see(clients)
            on_turn = next(client for client in clients if client.turn is not None)
            turn = on_turn.turn
            assert turn is not None
            assert turn.legal is not None
            assert code(await on_turn.act(turn, turn.legal[0])) is ErrorCode.PAUSED
        back = clients[1].again(server)
        await back.resume()
        assert back.view is not None
        assert back.view.paused_until_ms is not None
        clients[1] = back
        version(await wish(back, messages.Pause, pause=False))
        await all_see(clients)
        assert all(client.view and client.view.paused_until_ms is None for client in clients)
        on_turn = next(client for client in clients if client.turn is not None)
        later = on_turn.turn
        assert later is not None
        assert later.deadline_ms > turn.deadline_ms
        assert await on_turn.play_one()
        for client in clients:
            await client.check()


async def test_players_of_two_processes_end_their_game(server: Process, other: Process) -> None:
    clients = await mixed(server, other)
    for client in clients[:2]:
        version(await wish(client, messages.VoteEnd))
    await all_see(clients)
    assert clients[2].view is not None
    assert [seat.wants_end for seat in clients[2].view.seats].count(True) == 2
    version(await wish(clients[2], messages.VoteEnd))
    await all_see(clients)
    for client in clients:
        assert client.phase is Phase.FINISHED
        assert client.view is not None
        assert client.view.ended is Ended.VOTED
        await client.check()
    assert await server.store.record(f"{clients[0].room}-1") is not None


async def test_time_is_given_over_processes(server: Process, other: Process) -> None:
    clients = await mixed(server, other)
    seat = clients[1].seat
    version(await wish(clients[0], messages.GiveTime, seat=seat))
    await all_see(clients)
    for client in clients:
        assert client.view is not None
        assert client.view.seats[seat or 0].bank_ms == 60_000
        await client.check()
