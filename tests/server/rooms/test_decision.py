"""`kozyr_server.rooms.decision`: the draft of a decision, and what it never prints."""

from kozyr_games.registry import GAMES
from kozyr_protocol.ids import ActionKey
from kozyr_protocol.rooms import Left
from kozyr_server.rooms.decision import Begun, Chance, Draft, key_of
from kozyr_server.rooms.room import AcceptedKey, Seat
from kozyr_testing.desk import Desk, player


def draft(desk: Desk) -> Draft:
    return Draft(
        spec=GAMES[desk.room.game],
        before=desk.table,
        base=desk.room,
        state=desk.table.state,
        now=desk.now,
        chance=desk.chance(),
        label="test",
    )


def test_a_draft_changes_itself_and_not_what_it_began_with() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo")
    desk.begun(3)
    before = desk.room
    made = draft(desk)
    made.set(name="Other")
    made.set_seat(1, ready=True)
    made.set_play(n=77)
    made.tell(Left(1))
    assert (made.room.name, made.room.seats[1].ready, made.play.n) == ("Other", True, 77)
    assert made.version == desk.table.version + 1
    assert desk.room is before
    assert not before.seats[1].ready
    assert made.happened == [Left(1)]


def test_a_key_is_found_with_its_version_and_prompt() -> None:
    one, other = ActionKey("a" * 16), ActionKey("b" * 16)
    seat = Seat(keys=(AcceptedKey(one, 7, 5), AcceptedKey(other, 9, 8)))
    assert key_of(seat.keys, other) == (9, 8)
    assert key_of(seat.keys, ActionKey("c" * 16)) is None


def test_nothing_secret_is_printed() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo")
    desk.begun(3)
    hand = desk.table.state.hands[desk.index(player(0))]
    begun = desk.told(Begun)[0]
    for value in (desk.last, draft(desk), begun, Chance("tag", bytes(32))):
        text = repr(value)
        assert not any(card in text for card in hand)
        assert "\\x00" not in text
