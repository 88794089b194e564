"""The picture of one room in `kozyr_client.following`."""

from typing import Any

import msgspec
import pytest

from kozyr_client.following import Changed, Following, Fresh, Gap, Said, Sync, Turn, decoded_table
from kozyr_protocol import messages, rooms
from kozyr_protocol.codec import pack, unpack
from kozyr_protocol.games import WIRES, twenty_nine
from kozyr_protocol.record import Ended
from kozyr_protocol.rooms import Phase, SeatView, UnknownEvent
from kozyr_testing.sdk import (
    ME,
    OTHER,
    PLAYS,
    ROOM,
    followed,
    played,
    prompts,
    snapshot,
    table,
    tag,
    update,
    view,
)


def live(version: int = 5, prompt: int | None = 5, **changes: Any) -> Following:
    following = Following(ROOM, "events", ME, WIRES)
    following.take_followed(followed(1, version), 0.0)
    following.take_snapshot(snapshot(version, view(**changes), prompt=prompt), 0.0)
    return following


def open_turn(following: Following) -> Turn:
    assert following.turn is not None
    return following.turn


def test_the_first_picture() -> None:
    following = Following(ROOM, "events", ME, WIRES)
    assert following.take_update(update(6), 0.0) is None
    following.take_followed(followed(1, 5), 0.0)
    assert following.sync is Sync.PICTURE
    assert following.take_update(update(6), 0.0) is None
    fresh = following.take_snapshot(snapshot(5), 0.0)
    assert fresh == Fresh(5, "first", view())
    assert (following.sync, following.version, following.seat) == (Sync.LIVE, 5, 0)


def test_updates_in_order_are_folded() -> None:
    following = live()
    changed = following.take_update(update(6, rooms.LineChanged(1, connected=True)), 0.0)
    assert isinstance(changed, Changed)
    assert changed.events == (rooms.LineChanged(1, connected=True),)
    assert changed.view.seats[1].connected
    assert (following.version, following.tag) == (6, tag(6))


def test_the_game_is_folded_by_its_wire() -> None:
    following = live()
    following.take_update(update(6, played("5C", 1)), 0.0)
    assert following.view is not None
    shown = decoded_table(following.view, following.wire)
    assert isinstance(shown, twenty_nine.View)
    assert (shown.hand, shown.total, shown.turn) == (("KD",), 5, 1)


def test_an_unknown_game_is_handed_on_unfolded() -> None:
    following = live(game="whist")
    changed = following.take_update(update(6, played("5C", 1)), 0.0)
    assert isinstance(changed, Changed)
    assert changed.events == (played("5C", 1),)
    assert following.view is not None
    assert following.wire is None
    assert decoded_table(following.view, None) == unpack(pack(table()))
    assert following.turn is not None
    assert following.turn.actions == following.turn.legal


def test_what_is_known_already_is_dropped() -> None:
    following = live()
    assert following.take_update(update(5), 0.0) is None
    assert following.take_update(update(4), 0.0) is None


def test_a_hole_another_history_and_nonsense_are_gaps() -> None:
    following = live()
    assert following.take_update(update(7), 0.0) is Gap.HOLE
    assert following.take_update(update(5, history=1), 0.0) is Gap.OTHER_HISTORY
    nonsense = msgspec.structs.replace(update(6), events=(pack({"type": "joined"}),))
    assert following.take_update(nonsense, 0.0) is Gap.UNREADABLE
    no_seat = update(6, rooms.ReadyChanged(9, ready=True))
    assert following.take_update(no_seat, 0.0) is Gap.UNREADABLE
    assert following.version == 5


def test_unknown_events_move_the_version_only() -> None:
    following = live()
    strange = msgspec.structs.replace(update(6), events=(pack({"type": "fireworks", "n": 3}),))
    changed = following.take_update(strange, 0.0)
    assert changed == Changed(6, (UnknownEvent("fireworks"),), view())


def test_views_take_the_place_of_the_picture() -> None:
    following = live()
    shown = view(game_no=2)
    message = msgspec.structs.replace(update(9), events=(), view=shown, prompts=prompts(9))
    changed = following.take_update(message, 0.0)
    assert changed == Changed(9, (), shown)
    assert following.turn is not None
    assert following.turn.number == 9


@pytest.mark.parametrize("have", range(5, 10))
def test_a_resume_from_every_version_ends_at_the_same_picture(have: int) -> None:
    steps = [update(v, rooms.BankChanged(1, 1000 - v), prompt=v) for v in range(6, 10)]
    whole, cut = live(), live()
    for step in steps:
        whole.take_update(step, 0.0)
    for step in steps[: have - 5]:
        cut.take_update(step, 0.0)
    cut.asked()
    cut.take_followed(followed(2, 9, reason=None), 0.0)
    assert (cut.sync is Sync.LIVE) == (have == 9)
    for step in steps[have - 5 :]:
        assert cut.sync is Sync.CATCHING_UP
        assert isinstance(cut.take_update(step, 0.0), Changed)
    assert cut.sync is Sync.LIVE
    assert pack(cut.view) == pack(whole.view)
    assert cut.turn == whole.turn


def test_a_rollback_makes_the_same_prompt_a_new_one() -> None:
    following = live(prompt=5)
    before = following.turn
    following.take_snapshot(snapshot(5, reason="rolled_back", prompt=5, history=1), 0.0)
    assert before is not None
    assert following.turn is not None
    assert before.key != following.turn.key
    assert following.turn.number == before.number


def test_the_own_prompt() -> None:
    following = live(prompt=None)
    following.take_update(update(6, prompt=6), 50.0)
    turn = open_turn(following)
    assert turn.legal == ({"type": "play", "card": "5C"}, {"type": "play", "card": "KD"})
    assert turn.actions == (twenty_nine.Play(card="5C"), twenty_nine.Play(card="KD"))
    assert turn.raw == PLAYS
    assert turn.table.hand == ("5C", "KD")
    assert turn.deadline_at == 80.0
    following.take_update(update(7), 51.0)
    assert following.turn is turn
    other = msgspec.structs.replace(update(8), prompts=prompts(8, seat=1))
    following.take_update(other, 52.0)
    assert following.turn is None


def test_a_deadline_moves_when_play_time_stood_still() -> None:
    following = live(prompt=5)
    assert following.turn is not None
    assert following.turn.deadline_at == 30.0
    following.asked()
    following.take_followed(followed(2, 5, reason=None, now_ms=2000), 500.0)
    assert following.turn.deadline_at == 529.0


def test_sitting_down_and_leaving_change_the_own_seat() -> None:
    following = live(phase=Phase.WAITING, you=None, prompt=None)
    following.take_update(update(6, rooms.Joined(0, ME, "Ada", True)), 0.0)
    assert following.seat == 0
    following.take_update(update(7, rooms.Left(1)), 0.0)
    assert following.seat == 0
    following.take_update(update(8, rooms.Left(0)), 0.0)
    assert following.seat is None


def test_a_seat_left_in_play_is_free_when_the_game_ends() -> None:
    following = live(prompt=None)
    following.take_update(update(6, rooms.Left(0)), 0.0)
    assert following.seat == 0
    ended = rooms.GameEnded(Ended.COMPLETE, (1, 2), (1,), None, "rec")
    following.take_update(update(7, ended), 0.0)
    assert following.seat is None


def test_the_draw_moves_the_own_seat() -> None:
    following = live(prompt=None)
    following.take_update(update(6, rooms.Seated((1, 0))), 0.0)
    assert following.seat == 1


def test_chat_has_its_own_numbers() -> None:
    following = live()
    line = messages.ChatLine(1, OTHER, "Bob", 1, "Hi", 0)
    assert following.take_line(line) == Said(line)
    assert following.take_line(line) is None
    missed = messages.ChatLine(2, OTHER, "Bob", 1, "Ho", 0)
    answer = msgspec.structs.replace(followed(2, 5, reason=None), chat=(line, missed), watchers=3)
    following.take_followed(answer, 0.0)
    assert tuple(following.chat) == (line, missed)
    assert following.watchers == 3
    hidden = msgspec.structs.replace(line, text="", hidden=True, by_host=True)
    assert following.take_line(hidden) == Said(hidden)
    assert following.take_line(hidden) is None
    # What was said before is known to be hidden by who comes back, too.
    gone = msgspec.structs.replace(missed, text="", hidden=True)
    following.take_followed(msgspec.structs.replace(answer, chat=(hidden, gone)), 0.0)
    assert tuple(following.chat) == (hidden, gone)


def test_nothing_hidden_is_in_a_repr() -> None:
    following = live(seats=(SeatView(ME), SeatView(OTHER)))
    assert "KD" not in repr(following.turn)
    assert "KD" not in repr(Fresh(5, "first", view()))
