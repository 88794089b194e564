"""`kozyr_server.rooms.follow`: entries in order, each once, whatever way and order they come in."""

import asyncio

import pytest
from msgspec.structs import replace

from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.ids import Tag
from kozyr_protocol.messages import LinkWanted, Ok, Snapshot, Unfollowed, Update
from kozyr_protocol.rooms import Phase
from kozyr_server.rooms.follow import HOLE_WAIT_S
from kozyr_server.rooms.followed import MAX_HELD, Actor
from kozyr_server.rooms.room import OutdatedError
from kozyr_server.store.model import StoredRoom
from kozyr_testing.desk import ROOM, Desk, player
from kozyr_testing.hub_desk import Following, following, playing, versions
from kozyr_testing.waiting import until

ANNA, BORIS, VERA, GUEST = (player(number) for number in range(4))


# --- Order


async def test_messages_are_told_in_order_to_each_in_his_role() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest, anna = room.member(GUEST), room.member(ANNA)
        for version in range(began + 1, began + 4):
            room.message(version)
        entries = desk.entries[began : began + 3]
        assert guest.frames == [entry.shared for entry in entries]
        seat = desk.index(ANNA)
        assert anna.frames == [entry.seats.get(seat, entry.shared) for entry in entries]
        assert room.store.asked["read"] == 1


async def test_the_own_reply_before_its_message_is_told_once_with_the_answer() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest, anna = room.member(GUEST), room.member(ANNA)
        room.reply(began + 1, Actor(anna, 7))
        room.message(began + 1)
        assert versions(guest) == versions(anna) == [began + 1]
        (answer,) = anna.answers(7)
        assert isinstance(answer, Update)
        assert guest.frames == [desk.entries[began].shared]


async def test_the_own_message_before_its_reply_is_told_once_and_answered_by_ok() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest, anna = room.member(GUEST), room.member(ANNA)
        room.message(began + 1)
        room.reply(began + 1, Actor(anna, 7))
        assert versions(guest) == versions(anna) == [began + 1]
        assert anna.answers(7) == [Ok(7, ROOM, began + 1)]


async def test_repeated_messages_are_dropped_however_old() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest = room.member(GUEST)
        for version in (began + 1, began + 2, began + 1, began, began + 2):
            room.message(version)
        await room.settled()
        assert versions(guest) == [began + 1, began + 2]


async def test_messages_from_before_the_first_read_change_nothing() -> None:
    desk, began = playing()
    async with following(desk) as room:
        guest = room.member(GUEST)
        for version in range(began, len(desk.decisions) + 1):
            room.message(version)
        await room.settled()
        assert guest.frames == []


# --- Holes


async def test_an_entry_that_came_too_early_waits_for_the_one_before_it() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest, anna = room.member(GUEST), room.member(ANNA)
        room.reply(began + 2, Actor(anna, 7))
        assert guest.frames == anna.frames == []
        room.message(began + 1)
        assert versions(guest) == [began + 1, began + 2]
        assert len(anna.answers(7)) == 1
        assert room.store.asked["log"] == 0


async def test_a_hole_is_filled_from_the_log_after_a_while() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest = room.member(GUEST)
        room.store.keep(desk, began + 4)
        started = asyncio.get_running_loop().time()
        room.message(began + 3)
        await until(lambda: versions(guest) == [began + 1, began + 2, began + 3, began + 4])
        assert asyncio.get_running_loop().time() - started >= HOLE_WAIT_S
        assert guest.of(Snapshot) == []
        assert room.store.asked["log"] == 1


async def test_a_hole_without_a_log_becomes_a_fresh_view() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest, anna = room.member(GUEST), room.member(ANNA)
        room.store.keep(desk, began + 3, log=False)
        room.reply(began + 3, Actor(anna, 7))
        await until(lambda: bool(guest.of(Snapshot)))
        (snapshot,) = guest.of(Snapshot)
        assert (snapshot.version, snapshot.reason) == (began + 3, "too_old")
        assert anna.answers(7) == [Ok(7, ROOM, began + 3)]
        (own,) = anna.of(Snapshot)
        assert own.view.you == desk.index(ANNA)
        room.message(began + 4)
        assert versions(guest) == [began + 4]


async def test_a_hole_is_asked_for_again_while_the_store_is_away() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest = room.member(GUEST)
        room.store.keep(desk, began + 2)
        room.store.is_away = True
        room.message(began + 2)
        await until(lambda: room.store.asked["confirm"] >= 2)
        assert guest.frames == []
        room.store.is_away = False
        await until(lambda: versions(guest) == [began + 1, began + 2])


# --- States that do not fit into a message


async def test_a_card_without_its_state_is_told_without_a_read() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest = room.member(GUEST)
        room.message(began + 1, state=False)
        assert versions(guest) == [began + 1]
        assert room.store.asked["read"] == 1
        room.store.keep(desk, began + 1)
        table = await room.hub.table(room.followed)
        assert table is not None
        assert table.version == began + 1
        assert room.store.asked["read"] == 2
        await room.hub.table(room.followed)
        assert room.store.asked["read"] == 2


@pytest.mark.parametrize("mode", ["events", "views"])
async def test_a_step_that_needs_its_state_reads_it(mode: str) -> None:
    desk, began = playing(0)
    if mode == "events":
        desk.lose(BORIS)
    else:
        desk.step()
    async with following(desk, began) as room:
        guest = room.member(GUEST, mode)
        room.store.keep(desk, began + 1)
        room.message(began + 1, state=False)
        await until(lambda: bool(guest.of(Snapshot)))
        assert guest.of(Update) == []
        (snapshot,) = guest.of(Snapshot)
        assert (snapshot.version, snapshot.reason) == (began + 1, "too_much")


# --- While a room is read anew


async def test_what_comes_while_a_room_is_read_is_used_after_it_and_every_actor_answered() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest, anna = room.member(GUEST), room.member(ANNA)
        room.store.keep(desk, began + 1)
        room.store.gate.clear()
        changed = replace(desk.entries[began], prev="e" * 16)
        room.hub.accept(room.followed, changed, None, None)
        room.reply(began + 1, Actor(anna, 1))
        room.reply(began + 2, Actor(anna, 2))
        room.message(began + 3)
        room.store.gate.set()
        await until(lambda: versions(guest) == [began + 2, began + 3])
        assert guest.of(Snapshot)[0].version == began + 1
        assert [len(anna.answers(number)) for number in (1, 2)] == [1, 1]


async def test_more_than_can_be_held_is_answered_and_comes_from_the_log() -> None:
    count = MAX_HELD + 10
    desk = Desk(seats=3, preset="twenty_nine/solo", options={"rounds": 100})
    desk.begun(3)
    began = desk.table.version
    while len(desk.decisions) < began + count + 1:
        desk.step()
    async with following(desk, began) as room:
        guest, anna = room.member(GUEST), room.member(ANNA)
        for offset in range(2, count + 2):
            room.reply(began + offset, Actor(anna, offset))
        assert len(room.followed.held) == MAX_HELD
        room.store.keep(desk, began + count + 1)
        await until(lambda: versions(guest) == list(range(began + 1, began + count + 2)))
        assert all(len(anna.answers(offset)) == 1 for offset in range(2, count + 2))


async def test_what_could_not_be_held_while_reading_anew_is_not_forgotten() -> None:
    count = MAX_HELD + 10
    desk = Desk(seats=3, preset="twenty_nine/solo", options={"rounds": 100})
    desk.begun(3)
    began = desk.table.version
    while len(desk.decisions) < began + count + 1:
        desk.step()
    async with following(desk, began) as room:
        guest = room.member(GUEST)
        room.store.gate.clear()
        room.store.keep(desk, began + 1)
        changed = replace(desk.entries[began], prev="e" * 16)
        room.hub.accept(room.followed, changed, None, None)
        for offset in range(2, count + 2):
            room.message(began + offset)
        assert len(room.followed.held) == MAX_HELD
        room.store.gate.set()
        await until(lambda: bool(guest.of(Snapshot)))
        assert counted(room, "room_held_overflows_total") == count - MAX_HELD
        assert counted(room, 'room_refreshes_total{reason="rolled_back"}') == 1
        assert counted(room, "room_holes_filled_total") == 0
        room.store.keep(desk, began + count + 1)
        await until(lambda: versions(guest) == list(range(began + 2, began + count + 2)))
        assert counted(room, "room_holes_filled_total") == 1


def counted(room: Following, name: str) -> float:
    """A figure of the hub as Prometheus' text shows it."""
    lines = room.metrics.exposition().decode().splitlines()
    return next(float(line.split()[-1]) for line in lines if line.startswith(f"kozyr_{name} "))


async def test_a_fresh_view_asks_again_for_a_link_that_is_wanted() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo")
    desk.begun(3, chains=2)
    async with following(desk, 3) as room:
        anna, vera = room.member(ANNA), room.member(VERA)
        room.store.keep(desk, len(desk.decisions), log=False)
        await room.hub.check_all()
        await until(lambda: bool(anna.of(Snapshot)))
        assert len(anna.of(LinkWanted)) == 1
        assert vera.of(LinkWanted) == []


# --- The end of a room, and newer servers


async def test_a_closed_room_is_told_and_forgotten() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo")
    while desk.phase is Phase.WAITING:
        desk.until_due()
    async with following(desk, 1) as room:
        guest = room.member(GUEST)
        room.message(2)
        assert versions(guest) == [2]
        assert guest.heard[-1] == Unfollowed(ROOM, "closed")
        assert guest.closed is None
        assert ROOM not in room.hub.rooms
        await until(lambda: not room.store.subscribed)
        room.store.states.clear()
        assert await room.hub.open(ROOM) is None


async def test_a_room_of_a_newer_server_is_left_alone() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest = room.member(GUEST)
        newer = StoredRoom(began + 1, Tag("a" * 16), b"\x91\x7f")
        room.store.states[ROOM] = newer
        room.store.logs[ROOM] = {}
        await room.hub.check_all()
        await until(lambda: bool(guest.of(Unfollowed)))
        assert guest.of(Unfollowed) == [Unfollowed(ROOM, "outdated")]
        assert guest.closed is CloseCode.OUTDATED
        with pytest.raises(OutdatedError):
            await room.hub.open(ROOM)
        assert room.store.subscribed == set()
