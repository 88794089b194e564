"""`kozyr_server.rooms.house_shares`: whose rooms get bots, and in which order."""

from collections import Counter
from typing import Any

from msgspec.structs import replace

from kozyr_games.registry import GAMES
from kozyr_protocol.ids import PlayerId, RoomId, Tag
from kozyr_protocol.rooms import Phase
from kozyr_server.rooms.followed import Followed
from kozyr_server.rooms.house_shares import (
    COUNTED_S,
    NOBODY,
    READ_AT_ONCE,
    STAND_INS_FIRST_MS,
    Places,
    Shares,
)
from kozyr_server.rooms.room import Table, encode
from kozyr_server.store.model import StoredRoom
from kozyr_testing.desk import Desk, player

ANNA, BORIS = player(0), player(1)
MANY = Places(100, 100)
BASE = Desk(seats=3).table


def table(number: int, host: PlayerId | None, phase: Phase = Phase.WAITING) -> Table:
    room = replace(BASE.room, id=RoomId(f"{number:014d}"), host=host, phase=phase)
    return replace(BASE, room=room)


def wanting(table: Table, since_ms: int, *, is_read: bool = True) -> Followed:
    """A room as a process follows it."""
    followed = Followed(table.room.id)
    stored = StoredRoom(table.version, Tag(table.tag), encode(table.room))
    followed.move_to(table.version, table.tag, table if is_read else stored)
    followed.bots_ms = since_ms
    return followed


def shares(per_host: int = 2) -> tuple[Shares, "Counter[str]"]:
    limits: Counter[str] = Counter()
    return Shares(GAMES, per_host, limits), limits


def counted(found: Shares, *tables: Table, is_read: bool = True) -> None:
    """The bots have one seat in each of these."""
    rooms = {each.room.id: wanting(each, 1, is_read=is_read) for each in tables}
    found.count([each.room.id for each in tables], rooms)


def test_a_host_has_his_share_and_no_more_while_his_rooms_wait() -> None:
    found, limits = shares()
    counted(found, table(1, ANNA))
    waiting = table(2, ANNA).room
    assert found.may_have(waiting, 1, MANY, 0.0)
    assert not found.may_have(waiting, 2, MANY, 0.0)
    assert found.may_have(table(3, BORIS).room, 2, MANY, 0.0)
    assert limits == {"bots_per_host": 1}
    found.see(table(2, ANNA))
    found.took(waiting.id)
    assert not found.may_have(waiting, 1, MANY, 0.0)


def test_what_another_process_wrote_counts_as_well() -> None:
    found, _ = shares()
    counted(found, table(1, ANNA), table(2, ANNA, Phase.PLAYING), is_read=False)
    assert not found.may_have(table(3, ANNA).room, 1, MANY, 0.0)


def test_rooms_without_a_host_are_those_of_one() -> None:
    found, _ = shares(1)
    counted(found, table(1, None))
    assert not found.may_have(table(2, None).room, 1, MANY, 0.0)
    assert NOBODY != ANNA


def test_a_quarter_is_kept_for_stand_ins() -> None:
    found, limits = shares()
    waiting, playing = table(1, ANNA).room, table(2, ANNA, Phase.PLAYING).room
    assert found.may_have(waiting, 1, Places(3, 8), 0.0)
    assert not found.may_have(waiting, 2, Places(3, 8), 0.0)
    assert found.may_have(playing, 1, Places(1, 8), 0.0)
    assert limits == {"house_bots": 1}


def test_stand_ins_beyond_a_share_take_no_place_that_is_kept() -> None:
    found, limits = shares(1)
    counted(found, table(1, ANNA, Phase.PLAYING))
    playing = table(2, ANNA, Phase.PLAYING).room
    assert found.may_have(playing, 1, Places(3, 8), 0.0)
    assert not found.may_have(playing, 1, Places(2, 8), 0.0)
    assert limits == {"bots_per_host": 1}


def test_a_room_that_is_refused_again_and_again_counts_once_a_minute() -> None:
    found, limits = shares(1)
    for now in (0.0, 1.0, COUNTED_S - 1, COUNTED_S, COUNTED_S + 1):
        assert not found.may_have(table(1, ANNA).room, 2, MANY, now)
    assert limits["bots_per_host"] == 2


def test_stand_ins_come_before_what_waits_and_the_greedy_last() -> None:
    found, _ = shares(2)
    counted(found, table(1, ANNA), table(2, ANNA))
    rows: list[tuple[Table, int]] = [
        (table(3, ANNA), 1),
        (table(4, ANNA, Phase.PLAYING), 2),
        (table(5, BORIS), 3),
        (table(6, BORIS, Phase.PLAYING), 4),
    ]
    asked = [wanting(each, since, is_read=since != 3) for each, since in rows]
    ordered = found.order(asked)
    assert [int(room) for room in ordered] == [6, 5, 4, 3]
    assert ordered[asked[3].room] == 4 - STAND_INS_FIRST_MS
    assert ordered[asked[2].room] == 3
    # They are still known, and count.
    assert found.rank(asked[1].room, 9) == 9 - STAND_INS_FIRST_MS
    assert not found.may_have(table(7, ANNA).room, 1, MANY, 0.0)


def test_one_host_does_not_fill_the_line_of_all() -> None:
    found, _ = shares(2)
    asked = [wanting(table(number, ANNA), number) for number in range(9)]
    asked.append(wanting(table(9, BORIS), 9))
    assert [int(room) for room in found.order(asked)] == [0, 1, 9]


def test_rooms_that_cannot_be_read_wait_like_others() -> None:
    found, _ = shares(2)
    unread = Followed(RoomId("0" * 14))
    unread.bots_ms = 5
    newer = wanting(table(1, ANNA), 4)
    newer.source = StoredRoom(9, Tag("t"), b"\x91\xcd\xff\xff")
    assert found.order([unread, newer]) == {newer.room: 4, unread.room: 5}


def test_only_so_many_are_read_in_one_look() -> None:
    found, _ = shares(1)
    rows: list[Any] = [wanting(table(n, ANNA), n + 1, is_read=False) for n in range(300)]
    rooms = {each.room: each for each in rows}
    found.count((), rooms)
    # Those that are not read yet cannot be told to be his; the next look reads them.
    assert len(found.order(rows)) == 1 + 300 - READ_AT_ONCE
    found.count((), rooms)
    assert len(found.order(rows)) == 1


def test_rooms_that_are_gone_are_forgotten() -> None:
    found, _ = shares()
    for number in range(50):
        found.see(table(number, ANNA))
    counted(found, table(3, ANNA))
    assert list(found._glances) == [table(3, ANNA).room.id]
