"""Bots that play whole games over the wire, on a server of its own (`kozyr_bots.runner`)."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from kozyr_bots.errors import PolicyError, SeatingError, UnreachableError
from kozyr_bots.plan import Opening, Plan, Progress, Result
from kozyr_bots.runner import run
from kozyr_client import Refused, Room, RoomGone, connect
from kozyr_games.replay import verify
from kozyr_protocol.record import Ended
from kozyr_protocol.rooms import Phase
from kozyr_testing.players import fetched
from kozyr_testing.ports import free_port
from kozyr_testing.processes import Kozyr, kozyr_serve
from kozyr_testing.waiting import until

SHORT = Opening(game="twenty_nine", preset="twenty_nine/solo", options={"length": "single"})


class Heard:
    def __init__(self) -> None:
        self.progress: list[Progress] = []
        self.results: list[Result] = []

    def moved(self, progress: Progress) -> None:
        self.progress.append(progress)

    def ended(self, result: Result) -> None:
        self.results.append(result)

    def has_acted(self, least: int) -> bool:
        return bool(self.progress) and self.progress[-1].actions >= least


async def test_games_one_after_the_other_in_a_room_of_their_own(live: Kozyr) -> None:
    heard = Heard()
    plan = Plan(url=live.socket_url, table=SHORT, count=3, games=2, seed=5)
    results = await run(plan, heard)
    assert results == heard.results
    assert [each.game_no for each in results] == [1, 2]
    assert len({each.room for each in results}) == 1
    for each in results:
        record = await fetched(live.http_url, each.record)
        assert verify(record) == []
        assert (record.totals, record.winners) == (each.totals, each.winners)
        assert tuple(seat.name for seat in record.seats) == each.names
        assert each.actions == sum(len(deal.actions) for deal in record.deals)
    # They gave up their seats.
    async with connect(live.socket_url) as client:
        room = await client.follow(results[0].room)
        await asyncio.wait_for(_until_empty(room), 10)


async def _until_empty(room: Room) -> None:
    while any(seat.player for seat in room.players):
        await room.changed()


async def test_they_take_the_free_seats_beside_people(live: Kozyr) -> None:
    heard = Heard()
    async with connect(live.socket_url, name="Person") as person:
        room = await person.create_room("twenty_nine", "twenty_nine/solo", seats=3)
        await room.join(1)
        async with asyncio.TaskGroup() as group:
            bots = group.create_task(run(Plan(url=live.socket_url, table=room.id), heard))
            while sum(seat.ready for seat in room.players) < 2:
                await room.changed()
            assert room.view.phase is Phase.WAITING
            await room.ready()
            async for turn in room.turns():
                await room.act(0, turn=turn)
        (result,) = bots.result()
    assert sorted(result.names) == ["Bot 1", "Bot 2", "Person"]
    assert result.ended == Ended.COMPLETE


async def test_the_host_may_begin_with_seats_left_free(live: Kozyr) -> None:
    table = Opening(preset="twenty_nine/solo", seats=6, start=True, public=False)
    (result,) = await run(Plan(url=live.socket_url, table=table, count=4), Heard())
    assert len(result.totals) == 4


async def test_they_go_on_over_a_server_that_is_killed(tmp_path: Path) -> None:
    options = ("--data", str(tmp_path / "data"), "--commands-per-s", "0")
    heard = Heard()
    async with kozyr_serve(*options, log=tmp_path / "log") as server:
        plan = Plan(url=server.socket_url, table=Opening(game="king"), think_ms=(0, 4))
        async with asyncio.TaskGroup() as group:
            playing = group.create_task(run(plan, heard))
            for least in (20, 60):
                await until(partial(heard.has_acted, least), 30)
                await server.kill()
                await server.start()
        (result,) = playing.result()
        record = await fetched(server.http_url, result.record)
        assert verify(record) == []
        assert result.ended == Ended.COMPLETE
        assert {action.by for deal in record.deals for action in deal.actions} == {"player"}
        await server.stop()


@pytest.mark.parametrize(("count", "are_ready"), [(2, True), (1, False)])
async def test_who_is_stopped_gives_up_his_seat(count: int, are_ready: bool, live: Kozyr) -> None:
    heard = Heard()
    async with connect(live.socket_url) as client:
        room = await client.create_room("twenty_nine", seats=4)
        plan = Plan(url=live.socket_url, table=room.id, count=count)
        playing = asyncio.create_task(run(plan, heard))
        while sum(seat.ready if are_ready else bool(seat.player) for seat in room.players) < count:
            await room.changed()
        playing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await playing
        await asyncio.wait_for(_until_empty(room), 10)


@pytest.mark.parametrize(
    ("table", "count", "kind", "text"),
    [
        (Opening(game="whist"), None, Refused, "there is no game 'whist'"),
        (Opening(preset="twenty_nine/none"), None, Refused, "no preset"),
        (Opening(options={"length": 7}), None, Refused, "length"),
        (Opening(options={"none": 7}), None, Refused, "none"),
        (Opening(seats=9), None, Refused, "for 3 to 8 players, not for 9"),
        (Opening(seats=3), 4, SeatingError, "4 bots do not fit on 3 seats"),
        ("00aaaaaaaaaaaa", None, RoomGone, "no_such_room"),
    ],
)
async def test_what_the_server_does_not_take_is_said_in_its_words(
    live: Kozyr, table: str | Opening, count: int | None, kind: type[Exception], text: str
) -> None:
    with pytest.raises(kind, match=text):
        await run(Plan(url=live.socket_url, table=table, count=count), Heard())


async def test_a_room_without_so_many_free_seats(live: Kozyr) -> None:
    async with connect(live.socket_url) as person:
        room = await person.create_room("twenty_nine", seats=4)
        await room.join()
        with pytest.raises(SeatingError, match="has 3 free seats, not 4"):
            await run(Plan(url=live.socket_url, table=room.id, count=4), Heard())


async def test_a_policy_that_does_not_play_the_game(live: Kozyr) -> None:
    plan = Plan(url=live.socket_url, table=Opening(), policy="clever")
    with pytest.raises(PolicyError, match="no policy 'clever' plays twenty_nine"):
        await run(plan, Heard())


async def test_nobody_at_the_address() -> None:
    url = f"ws://127.0.0.1:{free_port()}/ws"
    with pytest.raises(UnreachableError, match=f"{url}: connection lost"):
        await run(Plan(url=url, table=Opening()), Heard())
