"""`kozyr_server.rooms.telling`: what each member gets, and who may not follow any more."""

from typing import cast

import pytest

from kozyr_games.registry import GAMES
from kozyr_protocol import codec, messages
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.messages import Answer, LinkWanted, Snapshot, Unfollowed, Update
from kozyr_protocol.rooms import GameEnded, Phase
from kozyr_server.rooms import views
from kozyr_server.rooms.decision import LoseDead, TakeLine
from kozyr_server.rooms.followed import Actor, Followed, Member
from kozyr_server.rooms.peers import Person
from kozyr_server.rooms.room import Line
from kozyr_server.rooms.telling import Teller, known_table, why_not
from kozyr_server.store.model import Entry, ProcessId, Store
from kozyr_testing.desk import HOST, PROCESS, ROOM, Desk, player
from kozyr_testing.hand_store import HandStore, TestPeer, stored

ANNA, BORIS, VERA, GUEST = (player(number) for number in range(4))
ELSEWHERE = ProcessId("ffffffffffff")


class Telling:
    """A teller over the room of a desk, told step by step."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.lost: list[Member] = []
        self.teller = Teller(
            GAMES, cast("Store", HandStore()), lambda _, member: self.lost.append(member)
        )
        self.followed = Followed(ROOM)
        self.followed.move_to(desk.table.version, desk.table.tag, desk.table)

    def member(self, who: PlayerId, mode: str = "events", line: Line | None = None) -> TestPeer:
        peer = TestPeer(who)
        line = line or self.desk.line(who)
        role = self.desk.table.seat_on(line)
        self.followed.members[peer] = Member(peer, mode, line, role, self.followed.version)
        return peer

    def tell(self, actor: Actor | None = None) -> bool:
        """Tell the desk's last step."""
        decision, entry = self.desk.decisions[-1], self.desk.entries[-1]
        assert entry.version == self.followed.version + 1
        self.followed.move_to(entry.version, entry.tag, decision.after)
        return self.teller.tell(self.followed, entry, actor)

    def view(self, role: int | None) -> bytes:
        return codec.encode(views.room_view(GAMES, self.desk.table, role))


def waiting(**create: object) -> Desk:
    return Desk(**{"seats": 3, "preset": "twenty_nine/solo", "options": {"draw": "off"}, **create})  # type: ignore[arg-type]  # as given


async def test_who_sits_down_gets_the_update_of_spectators_and_then_his_picture() -> None:
    desk = waiting()
    telling = Telling(desk)
    anna, guest = telling.member(ANNA), telling.member(GUEST)
    desk.join(ANNA)
    assert telling.tell(Actor(anna, 5))
    update, snapshot = anna.heard
    assert isinstance(update, Update)
    assert update.answer == messages.Answer(5)
    assert isinstance(snapshot, Snapshot)
    assert (snapshot.reason, snapshot.version) == ("role_changed", update.version)
    assert codec.encode(snapshot.view) == telling.view(0)
    assert guest.frames == [desk.entries[-1].shared]


async def test_who_leaves_in_play_sees_what_spectators_see() -> None:
    desk = waiting(spectators=False)
    desk.begun(3)
    telling = Telling(desk)
    boris = telling.member(BORIS)
    hand = desk.table.state.hands[desk.index(BORIS)]
    desk.leave(BORIS)
    assert telling.tell(Actor(boris, 5))
    update, snapshot = boris.heard
    assert isinstance(update, Update)
    assert update.answer is not None
    assert isinstance(snapshot, Snapshot)
    assert codec.encode(snapshot.view) == telling.view(None)
    assert not any(f'"{card}"'.encode() in frame for card in hand for frame in boris.frames)


async def test_with_views_a_change_of_role_is_in_the_view_of_the_update() -> None:
    desk = waiting()
    telling = Telling(desk)
    anna = telling.member(ANNA, "views")
    desk.join(ANNA)
    telling.tell(Actor(anna, 5))
    (update,) = anna.heard
    assert isinstance(update, Update)
    assert update.view is not None
    assert codec.encode(update.view) == telling.view(0)
    assert update.events == ()
    assert update.answer == messages.Answer(5)


async def test_views_are_built_once_for_each_role() -> None:
    desk = waiting()
    desk.begun(3)
    telling = Telling(desk)
    guests = [telling.member(player(number), "views") for number in range(10, 14)]
    anna = telling.member(ANNA, "views")
    desk.step()
    telling.tell()
    frames = {id(frame) for guest in guests for frame in guest.frames}
    assert len(frames) == 1
    (update,) = anna.heard
    assert isinstance(update, Update)
    assert update.view is not None
    assert update.prompts is not None
    assert codec.encode(update.view) == telling.view(desk.index(ANNA))


async def test_the_older_of_two_connections_is_told_that_its_line_was_taken() -> None:
    desk = waiting()
    desk.begun(3)
    telling = Telling(desk)
    old = telling.member(ANNA)
    desk.take(ANNA)
    new = telling.member(ANNA)
    telling.tell()
    assert old.heard == [Unfollowed(ROOM, "line_taken")]
    assert [peer.peer for peer in telling.followed.members.values()] == [new]
    assert len(new.heard) == 1


async def test_who_sits_on_one_connection_does_not_watch_on_another() -> None:
    desk = waiting()
    telling = Telling(desk)
    watching = telling.member(ANNA, line=Line(PROCESS, 700))
    sitting = telling.member(ANNA)
    desk.join(ANNA)
    telling.tell(Actor(sitting, 1))
    assert watching.heard == [Unfollowed(ROOM, "line_taken")]


async def test_who_leaves_a_room_without_spectators_after_a_game_is_answered_first() -> None:
    desk = waiting(spectators=False, options={"length": "single"})
    desk.begun(3)
    desk.play_out()
    telling = Telling(desk)
    boris = telling.member(BORIS)
    desk.leave(BORIS)
    assert telling.tell(Actor(boris, 5))
    update, goodbye = boris.heard
    assert isinstance(update, Update)
    assert (update.version, update.answer) == (desk.table.version, Answer(5))
    assert goodbye == Unfollowed(ROOM, "watching_refused")


async def test_the_last_who_leaves_a_game_hears_how_it_ended() -> None:
    desk = waiting(spectators=False)
    desk.begun(3)
    telling = Telling(desk)
    members = [telling.member(who) for who in (ANNA, BORIS, VERA)]
    for who, member in zip((ANNA, BORIS, VERA), members, strict=True):
        desk.leave(who)
        telling.tell(Actor(member, 9))
    for member in members:
        *_, update, goodbye = member.heard
        assert isinstance(update, Update)
        kinds = [type(codec.decode_event(event)) for event in update.events]
        assert GameEnded in kinds, "the end and its record are told to those who played"
        assert goodbye == Unfollowed(ROOM, "watching_refused")


async def test_spectators_go_when_a_game_begins_that_nobody_may_watch() -> None:
    desk = waiting(spectators=False)
    desk.seated(3)
    telling = Telling(desk)
    guest = telling.member(GUEST)
    for who in (ANNA, BORIS, VERA):
        desk.ready(who)
        telling.tell()
    assert guest.heard[-1] == Unfollowed(ROOM, "watching_refused")
    assert len(guest.of(Update)) == 2


async def test_a_member_whose_line_others_took_for_dead_keeps_his_role_and_is_noted() -> None:
    desk = waiting()
    desk.begun(3)
    telling = Telling(desk)
    anna = telling.member(ANNA)
    desk.decide(LoseDead(frozenset({PROCESS})))
    telling.tell()
    (member,) = telling.lost
    assert (member.peer, member.role) == (anna, desk.index(ANNA))
    assert anna.frames == [desk.entries[-1].shared]


async def test_members_elsewhere_are_not_touched_by_a_line_of_another_process() -> None:
    desk = waiting()
    desk.begun(3)
    telling = Telling(desk)
    anna, guest = telling.member(ANNA), telling.member(GUEST)
    desk.decide(TakeLine(BORIS, Line(ELSEWHERE, 1)))
    telling.tell()
    assert anna.frames == guest.frames == [desk.entries[-1].shared]
    assert telling.lost == []


@pytest.mark.parametrize("mode", ["events", "views"])
async def test_a_link_is_asked_of_those_who_take_part(mode: str) -> None:
    desk = waiting()
    desk.seated(3, chains=2)
    for who in (ANNA, BORIS):
        desk.ready(who)
    telling = Telling(desk)
    anna, vera, guest = telling.member(ANNA, mode), telling.member(VERA), telling.member(GUEST)
    desk.ready(VERA)
    telling.tell()
    (wanted,) = anna.of(LinkWanted)
    assert (wanted.n, wanted.tip) == (1, desk.chains[ANNA].tip.hex())
    assert isinstance(anna.heard[0], Update)
    assert vera.of(LinkWanted) == guest.of(LinkWanted) == []


async def test_a_member_follows_his_seat_through_the_draw() -> None:
    for seed in range(6):
        desk = Desk(seats=4, seed=seed, preset="twenty_nine/solo", options={"draw": "seats"})
        desk.seated(4)
        for who in (ANNA, BORIS, VERA):
            desk.ready(who)
        telling = Telling(desk)
        last = player(3)
        peer = telling.member(last)
        desk.ready(last)
        telling.tell()
        seat = desk.index(last)
        assert peer.frames == [desk.entries[-1].seats[seat]]
        assert telling.followed.members[peer].role == seat


async def test_what_can_be_told_without_the_state() -> None:
    desk = waiting()
    desk.begun(3)
    telling = Telling(desk)
    telling.member(ANNA)
    desk.step()
    card = desk.entries[-1]
    desk.lose(BORIS)
    line = desk.entries[-1]
    assert telling.teller.can_tell(telling.followed, line)
    telling.followed.source = None
    assert telling.teller.can_tell(telling.followed, card)
    assert not telling.teller.can_tell(telling.followed, line)
    telling.member(VERA, "views")
    assert not telling.teller.can_tell(telling.followed, card)
    assert telling.teller.can_tell(telling.followed, _closing())


def _closing() -> Entry:
    desk = Desk()
    while desk.phase is Phase.WAITING:
        desk.until_due()
    return desk.entries[-1]


async def test_a_stored_state_is_decoded_once() -> None:
    desk = waiting()
    followed = Followed(ROOM)
    assert known_table(GAMES, followed) is None
    followed.move_to(1, desk.table.tag, stored(desk.last))
    table = known_table(GAMES, followed)
    assert table is not None
    assert table.room.id == ROOM
    assert known_table(GAMES, followed) is table


def test_who_may_follow() -> None:
    desk = waiting(spectators=False)
    guest, anna = Person(GUEST, "Guest"), Person(ANNA, "Anna")
    assert why_not(desk.table, guest) is None
    desk.begun(3)
    assert why_not(desk.table, guest) == "watching_refused"
    assert why_not(desk.table, Person(GUEST, "Guest", is_house=True)) is None
    assert why_not(desk.table, anna) is None
    desk.leave(ANNA)
    assert why_not(desk.table, anna) is None
    desk.by(HOST, messages.Kick(id=1, room=ROOM, seat=0))
    assert why_not(desk.table, anna) == "kicked"
    assert why_not(waiting().table, guest) is None
