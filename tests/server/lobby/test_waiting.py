"""`kozyr_server.lobby.waiting`: who waits here, and what he was told."""

from kozyr_protocol.ids import GameKey, PlayerId, RoomId
from kozyr_protocol.messages import Matched, Matching
from kozyr_server.lobby import waiting
from kozyr_server.lobby.waiting import WaitingRoom
from kozyr_server.rooms.peers import Peer
from kozyr_server.store.tickets import Found, Kind, Ticket, Wanted
from kozyr_testing.hand_store import TestPeer

ANNA = PlayerId("p1")
ROOM = RoomId("00aaaaaaaaaaaa")
KIND = Kind(GameKey("king"), None, 4)


def ticket(number: int = 1) -> Ticket:
    return Ticket(f"{number:016x}", ANNA, "Anna", (Wanted(KIND, 0),), bots=False, created_ms=0)


def found(number: int = 1) -> Found:
    return Found(ROOM, 2, f"{number:016x}")


class Hall:
    """A waiting room and the connections of Anna."""

    def __init__(self, connections: int = 1) -> None:
        self.peers = [TestPeer(ANNA) for _ in range(connections)]
        self.room = WaitingRoom(self._peers)

    def _peers(self, player: PlayerId) -> list[Peer]:
        return [*self.peers] if player == ANNA else []

    def heard(self) -> list[object]:
        return [message for peer in self.peers for message in peer.heard]


def test_a_table_is_told_once_on_all_connections() -> None:
    hall = Hall(2)
    hall.room.enter(ticket(), 5.0, 1)
    assert hall.room.matched(ANNA, found()) == 5.0
    assert hall.room.matched(ANNA, found()) is None
    assert hall.heard() == [Matched(ROOM, 2)] * 2
    assert hall.room.waits == {}


def test_another_ticket_is_not_ended_by_the_table_of_the_one_before() -> None:
    hall = Hall()
    hall.room.enter(ticket(1), 5.0, 1)
    hall.room.enter(ticket(2), 9.0, 1)
    hall.room.matched(ANNA, found(1))
    assert hall.room.waits[ANNA].ticket == ticket(2)
    assert hall.room.waits[ANNA].began_at == 5.0


def test_numbers_are_told_when_they_are_new() -> None:
    hall = Hall()
    hall.room.enter(ticket(), 0.0, 1)
    hall.room.number(ANNA, 1, offered=False)
    hall.room.number(ANNA, 2, offered=False)
    hall.room.number(ANNA, 2, offered=True)
    hall.room.number(ANNA, 2, offered=True)
    hall.room.number(PlayerId("p9"), 3, offered=False)
    assert hall.heard() == [Matching(None, 2), Matching(None, 2, True)]


def test_the_end_of_a_ticket_is_told() -> None:
    hall = Hall()
    hall.room.enter(ticket(), 0.0, 1)
    hall.room.ended(ANNA)
    hall.room.ended(ANNA)
    assert hall.heard() == [Matching(None, 0)]


def test_who_comes_later_is_told_by_himself() -> None:
    hall = Hall()
    late = TestPeer(ANNA)
    hall.room.again(late, found())
    assert late.heard == [Matched(ROOM, 2)]
    assert hall.heard() == []


def test_what_is_remembered_is_bounded() -> None:
    hall = Hall()
    for number in range(waiting.REMEMBERED + 5):
        hall.room.matched(ANNA, found(number))
    hall.peers[0].forget()
    hall.room.matched(ANNA, found(waiting.REMEMBERED + 4))
    assert hall.heard() == []
    hall.room.matched(ANNA, found(0))
    assert len(hall.heard()) == 1


def test_who_is_not_connected_here_is_not_here() -> None:
    hall = Hall()
    assert hall.room.is_here(ANNA)
    assert not hall.room.is_here(PlayerId("p9"))
