"""`kozyr_server.rooms.follow`: a store that came back with less, or with something else."""

import asyncio

import pytest
from msgspec.structs import replace

from kozyr_protocol.messages import Ok, Snapshot, Unfollowed, Update
from kozyr_server.rooms.followed import Actor
from kozyr_testing.desk import ROOM, player
from kozyr_testing.hand_store import packed, stored
from kozyr_testing.hub_desk import following, other_history, playing, versions
from kozyr_testing.waiting import until

ANNA, BORIS, VERA, GUEST = (player(number) for number in range(4))


# --- Other histories


@pytest.mark.parametrize("back", [0, 1, 2])
async def test_another_tag_for_a_known_version_begins_anew(back: int) -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest, anna = room.member(GUEST), room.member(ANNA)
        for version in range(began + 1, began + 4):
            room.message(version)
        at = began + 3 - back
        changed = other_history(desk.entries[at - 1])
        room.store.keep(desk, at)
        room.store.states[ROOM] = replace(room.store.states[ROOM], tag=changed.tag)
        guest.forget()
        room.hub.accept(room.followed, changed, None, Actor(anna, 7))
        await until(lambda: bool(guest.of(Snapshot)))
        (snapshot,) = guest.of(Snapshot)
        assert (snapshot.version, snapshot.tag) == (at, changed.tag)
        assert snapshot.reason == "rolled_back"
        assert len(anna.answers(7)) == 1
        assert room.followed.tag == changed.tag


async def test_a_next_version_that_follows_another_tag_begins_anew() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest, anna = room.member(GUEST), room.member(ANNA)
        changed = replace(desk.entries[began], prev="e" * 16)
        room.store.keep(desk, began + 1)
        room.hub.accept(room.followed, changed, None, Actor(anna, 7))
        await until(lambda: bool(guest.of(Snapshot)))
        assert guest.of(Snapshot)[0].reason == "rolled_back"
        assert guest.of(Update) == []
        assert anna.answers(7) == [Ok(7, ROOM, began + 1)]


async def test_a_history_that_begins_long_before_is_noticed() -> None:
    desk, began = playing(steps=40)
    async with following(desk) as room:
        guest = room.member(GUEST)
        # Of these versions nothing is remembered.
        room.store.keep(desk, began + 1)
        changed = other_history(desk.entries[began])
        room.store.states[ROOM] = replace(room.store.states[ROOM], tag=changed.tag)
        room.hub.on_message(ROOM, packed(changed), None)
        await until(lambda: bool(guest.of(Snapshot)))
        assert guest.of(Snapshot)[0].reason == "rolled_back"
        assert guest.of(Snapshot)[0].version == began + 1


async def test_entries_of_two_histories_are_never_mixed() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest = room.member(GUEST)
        room.message(began + 1)
        room.store.keep(desk, began)
        changed = other_history(desk.entries[began])
        room.store.states[ROOM] = replace(stored(desk.decisions[began]), tag=changed.tag)
        room.store.gate.clear()
        room.hub.on_message(ROOM, packed(changed), None)
        # The old history goes on while the new one is being read.
        room.message(began + 2)
        room.message(began + 3)
        assert versions(guest) == [began + 1]
        room.store.gate.set()
        await until(lambda: bool(guest.of(Snapshot)))
        await room.settled()
        assert guest.of(Update)[1:] == []
        assert all(snapshot.tag == changed.tag for snapshot in guest.of(Snapshot))


# --- After the channel was away


async def test_rooms_that_did_not_move_are_left_alone() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest = room.member(GUEST)
        await room.hub.check_all()
        assert guest.frames == []
        assert room.store.asked["log"] == 0


async def test_rooms_that_moved_are_caught_up_from_the_log() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest = room.member(GUEST)
        room.store.keep(desk, began + 3)
        await room.hub.check_all()
        assert versions(guest) == [began + 1, began + 2, began + 3]
        assert guest.of(Snapshot) == []


async def test_a_store_put_back_to_an_older_state_of_the_same_history_is_noticed() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest = room.member(GUEST)
        for version in range(began + 1, began + 4):
            room.message(version)
        room.store.keep(desk, began + 1)
        guest.forget()
        await room.hub.check_all()
        await until(lambda: bool(guest.of(Snapshot)))
        (snapshot,) = guest.of(Snapshot)
        assert (snapshot.version, snapshot.tag) == (began + 1, desk.entries[began].tag)
        assert snapshot.reason == "rolled_back"


async def test_a_room_that_is_gone_is_said_to_be_closed() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest = room.member(GUEST)
        room.store.states.clear()
        await room.hub.check_all()
        await until(lambda: bool(guest.of(Unfollowed)))
        assert guest.of(Unfollowed) == [Unfollowed(ROOM, "closed")]
        assert ROOM not in room.hub.rooms


async def test_the_comparison_waits_for_a_store_that_loads() -> None:
    desk, began = playing()
    async with following(desk, began) as room:
        guest = room.member(GUEST)
        room.store.keep(desk, began + 1)
        room.store.is_away = True
        checking = asyncio.create_task(room.hub.check_all())
        await until(lambda: room.store.asked["confirm"] >= 2)
        room.store.is_away = False
        await checking
        assert versions(guest) == [began + 1]
