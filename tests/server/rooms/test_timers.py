"""`kozyr_server.rooms.timers`: due rooms, lost lines, dead processes and the count of watchers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import pytest
from structlog.testing import capture_logs

from kozyr_games.registry import GAMES
from kozyr_protocol.ids import RoomId
from kozyr_server.rooms.background import Background
from kozyr_server.rooms.decision import LoseDead, LoseLine, RoomOrder, Timer
from kozyr_server.rooms.follow import Hub
from kozyr_server.rooms.followed import Followed, Member
from kozyr_server.rooms.opening import LINGER_S
from kozyr_server.rooms.room import Line
from kozyr_server.rooms.timers import (
    COUNTED_AT_ONCE,
    LINE_LOST_AFTER_S,
    SURE_OF_TIME_S,
    Timers,
)
from kozyr_server.store.model import ProcessId, Store, StoreUnavailableError
from kozyr_testing.desk import PROCESS, ROOM, Desk, player
from kozyr_testing.hand_store import HandStore, TestPeer
from kozyr_testing.waiting import until

DEAD = frozenset({PROCESS})
LINE = Line(PROCESS, 77)
ELSEWHERE = RoomId("11aaaaaaaaaaaa")


class Ticking:
    """Timers over a store of hand, and the orders that they gave."""

    def __init__(self) -> None:
        self.store = HandStore()
        self.background = Background()
        self.orders: list[tuple[RoomId, RoomOrder]] = []
        self.answer = True
        self.fails = False
        self.may_go = asyncio.Event()
        self.may_go.set()
        self.hub = Hub(GAMES, cast("Store", self.store), self.background, self.due, lambda *_: None)
        self.timers = Timers(cast("Store", self.store), self.hub, self.background, self.run)

    def due(self, room: RoomId) -> None:
        self.timers.due(room)

    async def run(self, room: RoomId, order: RoomOrder) -> bool:
        self.orders.append((room, order))
        await asyncio.sleep(0)
        await self.may_go.wait()
        if self.fails:
            raise RuntimeError("on purpose")
        return self.answer

    async def follow(self) -> Desk:
        """Follow a room in which three sit on lines of one process."""
        desk = Desk(seats=3, preset="twenty_nine/solo")
        desk.begun(3)
        self.store.keep(desk, len(desk.decisions))
        self.store.now_ms = desk.now_ms
        followed = await self.hub.open(ROOM)
        assert followed is not None
        return desk

    async def tick(self) -> None:
        """One tick by hand."""
        self.timers.after(await self.store.tick())
        for _ in range(5):
            await asyncio.sleep(0)


@asynccontextmanager
async def ticking() -> AsyncIterator[Ticking]:
    made = Ticking()
    try:
        yield made
    finally:
        await made.timers.stop()
        made.hub.close()
        await made.background.stop()


async def test_the_first_tick_is_before_anything_else() -> None:
    async with ticking() as it:
        it.store.is_away = True
        with pytest.raises(StoreUnavailableError):
            await it.timers.start()
        it.store.is_away = False
        await it.timers.start()
        await until(lambda: it.store.asked["tick"] >= 3)


async def test_a_store_that_is_away_ends_no_ticking() -> None:
    async with ticking() as it:
        await it.timers.start()
        it.store.is_away = True
        await until(lambda: it.store.asked["tick"] >= 3)
        it.store.is_away = False
        it.store.due = (ELSEWHERE,)
        await until(lambda: bool(it.orders))


async def test_a_due_room_that_nobody_follows_here_is_looked_at() -> None:
    async with ticking() as it:
        it.store.due = (ELSEWHERE,)
        await it.tick()
        assert it.orders == [(ELSEWHERE, Timer())]


async def test_a_followed_room_is_left_to_its_own_timer() -> None:
    async with ticking() as it:
        await it.follow()
        it.store.due = (ROOM,)
        await it.tick()
        assert it.orders == []


async def test_a_timer_that_failed_is_repeated_by_the_next_tick() -> None:
    async with ticking() as it:
        await it.follow()
        it.fails = True
        followed = it.hub.rooms[ROOM]
        it.store.now_ms = followed.due_ms
        it.hub.rearm(followed, 0.0)
        await until(lambda: len(it.orders) == 1)
        it.store.due = (ROOM,)
        await it.tick()
        assert len(it.orders) == 2


async def test_a_room_is_not_looked_at_twice_at_once() -> None:
    async with ticking() as it:
        it.timers.due(ELSEWHERE)
        it.timers.due(ELSEWHERE)
        await until(lambda: bool(it.orders))
        await asyncio.sleep(0)
        assert len(it.orders) == 1
        await it.tick()
        it.timers.due(ELSEWHERE)
        await until(lambda: len(it.orders) == 2)


async def test_nothing_acts_while_the_time_is_not_sure() -> None:
    async with ticking() as it:
        await it.follow()
        it.store.tick_age_s = SURE_OF_TIME_S + 0.1
        it.timers.due(ROOM)
        it.timers.due(ELSEWHERE)
        for _ in range(10):
            await asyncio.sleep(0)
        assert it.orders == []
        assert it.hub.rooms[ROOM].timer is not None


async def test_a_room_that_did_not_move_is_looked_at_again() -> None:
    async with ticking() as it:
        await it.follow()
        it.store.now_ms = it.hub.rooms[ROOM].due_ms
        it.timers.due(ROOM)
        await until(lambda: len(it.orders) >= 2)


async def test_a_line_is_lost_some_seconds_after_its_connection() -> None:
    async with ticking() as it:
        loop = asyncio.get_running_loop()
        it.timers.lose_soon(ROOM, LINE)
        await it.tick()
        assert it.orders == []
        assert it.timers.next_loss_at() == pytest.approx(loop.time() + LINE_LOST_AFTER_S, abs=0.5)


async def test_a_line_that_could_not_be_lost_is_tried_again_with_the_next_tick() -> None:
    async with ticking() as it:
        it.answer = False
        await it.timers.lose(ROOM, LINE, after_s=0)
        it.answer = True
        await it.tick()
        await it.tick()
        assert it.orders == [(ROOM, LoseLine(LINE))] * 2
        assert it.timers.next_loss_at() is None


async def test_a_line_that_another_one_replaced_is_lost_without_a_question() -> None:
    async with ticking() as it:
        await it.follow()
        await it.timers.lose(ROOM, LINE, after_s=0)
        assert it.orders == []
        assert it.timers.next_loss_at() is None
        held = it.hub.known_table(it.hub.rooms[ROOM]).room.seats[0].line  # type: ignore[union-attr]  # it is known
        assert held is not None
        await it.timers.lose(ROOM, held, after_s=0)
        assert it.orders == [(ROOM, LoseLine(held))]


async def test_a_line_that_was_perhaps_taken_is_lost_by_the_store() -> None:
    async with ticking() as it:
        await it.follow()
        it.timers.lose_soon(ROOM, LINE, is_doubtful=True)
        await it.timers.lose(ROOM, LINE, after_s=0)
        assert it.orders == [(ROOM, LoseLine(LINE))]


async def test_lines_of_a_process_that_died_are_lost_in_followed_rooms() -> None:
    async with ticking() as it:
        await it.follow()
        it.store.dead = frozenset({ProcessId("eeeeeeeeeeee")})
        await it.tick()
        assert it.orders == []
        it.store.dead = DEAD
        await it.tick()
        assert it.orders == [(ROOM, LoseDead(DEAD))]
        await it.tick()
        assert len(it.orders) == 1


async def test_rooms_opened_after_the_death_are_looked_into_as_well() -> None:
    async with ticking() as it:
        it.store.dead = DEAD
        await it.tick()
        await it.follow()
        it.timers.look_for_dead(it.hub.rooms[ROOM])
        await until(lambda: bool(it.orders))
        assert it.orders == [(ROOM, LoseDead(DEAD))]


async def test_a_room_whose_state_is_not_at_hand_is_looked_into_too() -> None:
    async with ticking() as it:
        await it.follow()
        it.hub.rooms[ROOM].source = None
        it.store.dead = DEAD
        await it.tick()
        assert it.orders == [(ROOM, LoseDead(DEAD))]


async def test_the_end_of_a_process_is_logged_by_who_is_to_tell_of_it() -> None:
    async with ticking() as it:
        with capture_logs() as logs:
            it.store.dead = DEAD
            await it.tick()
            assert logs == []
            it.store.to_tell = DEAD
            await it.tick()
        (line,) = logs
        assert (line["event"], line["processes"]) == ("server processes are gone", [PROCESS])


async def test_a_timer_knows_the_dead() -> None:
    async with ticking() as it:
        it.store.dead = DEAD
        await it.tick()
        it.timers.due(ELSEWHERE)
        await until(lambda: bool(it.orders))
        assert it.orders == [(ELSEWHERE, Timer(DEAD))]


async def test_watchers_are_counted_when_their_number_changed() -> None:
    async with ticking() as it:
        await it.follow()
        followed = it.hub.rooms[ROOM]
        peer = TestPeer(player(9))
        followed.members[peer] = Member(peer, "events", LINE, None, followed.version)
        await it.tick()
        await it.tick()
        assert (it.store.watching, it.store.asked["set_watchers"]) == ({ROOM: 1}, 1)
        del followed.members[peer]
        await it.tick()
        assert it.store.watching == {ROOM: 0}


async def test_a_count_that_could_not_be_told_is_told_later() -> None:
    async with ticking() as it:
        await it.follow()
        followed = it.hub.rooms[ROOM]
        peer = TestPeer(player(9))
        followed.members[peer] = Member(peer, "events", LINE, None, followed.version)
        tick = await it.store.tick()
        it.store.is_away = True
        it.timers.after(tick)
        await until(lambda: it.store.asked["set_watchers"] == 1)
        assert it.store.watching == {}
        it.store.is_away = False
        await it.tick()
        assert it.store.watching == {ROOM: 1}


async def test_slow_counts_keep_no_tick_waiting() -> None:
    async with ticking() as it:
        await it.follow()
        followed = it.hub.rooms[ROOM]
        peer = TestPeer(player(9))
        followed.members[peer] = Member(peer, "events", LINE, None, followed.version)
        it.store.counting.clear()
        await it.timers.start()
        await until(lambda: it.store.asked["set_watchers"] == 1)
        before = it.store.asked["tick"]
        it.store.due = (ELSEWHERE,)
        await until(lambda: it.store.asked["tick"] >= before + 2)
        assert (ELSEWHERE, Timer()) in it.orders
        assert it.store.asked["set_watchers"] == 1, "one batch at a time"
        del followed.members[peer]
        it.store.counting.set()
        await until(lambda: it.store.watching == {ROOM: 0})


async def test_many_rooms_are_counted_in_few_calls() -> None:
    async with ticking() as it:
        for number in range(COUNTED_AT_ONCE + 1):
            followed = it.hub.rooms[RoomId(f"{number}")] = Followed(RoomId(f"{number}"))
            peer = TestPeer(player(9))
            followed.members[peer] = Member(peer, "events", LINE, None, 0)
        await it.tick()
        assert len(it.store.watching) == COUNTED_AT_ONCE + 1
        assert it.store.asked["set_watchers"] == 2


async def test_a_room_is_followed_until_its_spectators_are_told_to_be_gone() -> None:
    async with ticking() as it:
        await it.follow()
        followed = it.hub.rooms[ROOM]
        it.hub.release(followed)
        followed.empty_since -= LINGER_S
        followed.watchers_told = 1
        it.store.is_away = True
        await it.hub.drop_empty()
        assert ROOM in it.hub.rooms
        it.store.is_away = False
        await it.tick()
        assert (it.store.watching, ROOM in it.hub.rooms) == ({ROOM: 0}, False)


async def test_a_line_is_not_lost_twice_at_once() -> None:
    async with ticking() as it:
        it.answer = False
        await it.timers.lose(ROOM, LINE, after_s=0)
        it.may_go.clear()
        await it.tick()
        await it.tick()
        assert it.orders == [(ROOM, LoseLine(LINE))] * 2, "the second is still under way"
        it.may_go.set()
        await it.tick()
        await it.tick()
        assert len(it.orders) == 3
