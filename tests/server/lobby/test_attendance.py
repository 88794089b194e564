"""`kozyr_server.lobby.attendance`: who is here is told as it changes."""

from collections.abc import Mapping
from typing import cast

import pytest
from msgspec.structs import replace

from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_protocol.messages import PersonSummary
from kozyr_server.lobby.attendance import SWEEP, Attendance
from kozyr_server.lobby.hooks import NoManners
from kozyr_server.rooms.peers import Peer
from kozyr_server.store.model import StoreUnavailableError
from kozyr_server.store.presence import AT_ONCE, Presence, Told
from kozyr_testing.hand_store import TestPeer

ROOM = RoomId("00aaaaaaaaaaaa")


class Board:
    """A store that keeps who is there, and may be away or take this process for dead."""

    def __init__(self) -> None:
        self.people: dict[PlayerId, PersonSummary] = {}
        self.calls: list[int] = []
        self.bots = 0
        self.is_known = True
        self.is_away = False

    async def tell(self, changed: Mapping[PlayerId, PersonSummary | None], bots: int) -> Told:
        if self.is_away:
            raise StoreUnavailableError("away")
        self.calls.append(len(changed))
        if not self.is_known:
            self.people.clear()
        for player, person in changed.items():
            if person is None:
                del self.people[player]
            else:
                self.people[player] = person
        self.bots = bots
        was_known, self.is_known = self.is_known, True
        return Told(was_known, len(self.people), bots)


class Places:
    """What people do."""

    def __init__(self) -> None:
        self.of: dict[Peer, tuple[str, RoomId | None]] = {}

    def __call__(self, peer: Peer) -> tuple[str, RoomId | None]:
        return self.of.get(peer, ("lobby", None))


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def places() -> Places:
    return Places()


@pytest.fixture
def attendance(board: Board, places: Places) -> Attendance:
    return Attendance(cast("Presence", board), places, NoManners())


def peer(number: int, *, bot: bool = False) -> TestPeer:
    made = TestPeer(PlayerId(f"p{number}"))
    made.person = replace(made.person, is_house=bot)
    return made


async def test_only_changes_are_told(attendance: Attendance, board: Board, places: Places) -> None:
    anna, boris = peer(1), peer(2)
    attendance.came(anna)
    attendance.came(boris)
    await attendance.round()
    assert attendance.online == 2
    attendance.touched(anna)
    await attendance.round()
    places.of[anna] = ("playing", ROOM)
    attendance.touched(anna)
    await attendance.round()
    attendance.went(boris)
    await attendance.round()
    assert board.calls == [2, 0, 1, 1]
    assert board.people == {
        anna.person.player: PersonSummary(
            anna.person.player, "Player 1", doing="playing", room=ROOM
        )
    }


async def test_of_several_connections_the_one_that_does_most_is_shown(
    attendance: Attendance, board: Board, places: Places
) -> None:
    first, second = peer(1), peer(1)
    attendance.came(first)
    attendance.came(second)
    places.of[first] = ("playing", None)
    places.of[second] = ("watching", ROOM)
    await attendance.round()
    (shown,) = board.people.values()
    assert (shown.doing, shown.room) == ("playing", None)
    assert attendance.peers(first.person.player) == [first, second]
    attendance.went(first)
    await attendance.round()
    (shown,) = board.people.values()
    assert (shown.doing, shown.room) == ("watching", ROOM)


async def test_house_bots_are_counted(attendance: Attendance, board: Board) -> None:
    bots = [peer(number, bot=True) for number in range(3)]
    for bot in bots:
        attendance.came(bot)
    attendance.came(peer(9))
    await attendance.round()
    assert (attendance.bots, attendance.online) == (3, 4)
    assert sum(person.bot for person in board.people.values()) == 3
    attendance.went(bots[0])
    await attendance.round()
    assert board.bots == 2


async def test_a_store_that_was_away_is_told_later(attendance: Attendance, board: Board) -> None:
    anna = peer(1)
    attendance.came(anna)
    board.is_away = True
    with pytest.raises(StoreUnavailableError):
        await attendance.round()
    board.is_away = False
    await attendance.round()
    assert list(board.people) == [anna.person.player]


async def test_taken_for_dead_all_are_told_again(attendance: Attendance, board: Board) -> None:
    for number in range(AT_ONCE + 20):
        attendance.came(peer(number))
    await attendance.round()
    assert board.calls == [AT_ONCE, 20]
    board.is_known = False
    attendance.came(peer(9_999))
    await attendance.round()
    assert len(board.people) == AT_ONCE + 21
    assert attendance.online == AT_ONCE + 21


async def test_what_rooms_do_by_themselves_is_seen_before_long(
    attendance: Attendance, board: Board, places: Places
) -> None:
    crowd = [peer(number) for number in range(100)]
    for one in crowd:
        places.of[one] = ("playing", ROOM)
        attendance.came(one)
    await attendance.round()
    places.of.clear()
    for _ in range(2 * SWEEP):
        await attendance.round()
    assert {person.doing for person in board.people.values()} == {"lobby"}
    assert max(board.calls[1:]) <= 10
