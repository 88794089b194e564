"""The wire form of Twenty-Nine in `kozyr_protocol.games`: tags, and the fold event by event."""

import msgspec
import pytest

from kozyr_protocol.games import twenty_nine
from kozyr_protocol.games.twenty_nine import (
    WIRE,
    DealScored,
    Dealt,
    Drawn,
    GameOver,
    Hand,
    Laid,
    Pass,
    Passed,
    PileTaken,
    Play,
    Played,
    Reason,
    View,
    fold,
)
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import Ended

START = View(0, None, None, (), (0,) * 3, 0, (), 0, 0, (0,) * 3, (0,) * 3, (0,) * 3, (), None)
DEALT = Dealt(1, 2, 0, (18, 17, 17), 0)


def folded(view: View, *events: twenty_nine.Event) -> View:
    for event in events:
        view = fold(view, event)
    return view


@pytest.mark.parametrize(
    ("action", "sent"), [(Play("KH"), b'{"type":"play","card":"KH"}'), (Pass(), b'{"type":"pass"}')]
)
def test_actions_as_records_have_them(action: Play | Pass, sent: bytes) -> None:
    assert msgspec.json.encode(action) == sent
    assert msgspec.json.decode(sent, type=WIRE.action) == action


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "play"},
        {"type": "play", "card": 7},
        {"type": "play", "card": "KH", "seat": 0},
        {"type": "play", "card": "KHKH"},
        {"type": "pass", "card": "KH"},
    ],
)
def test_other_forms_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        WIRE.actions.decode(msgspec.msgpack.encode(wrong))


def test_the_draw_names_the_dealer() -> None:
    assert folded(START, Drawn(("QS", "KS", "JS"), 1)).dealer == 1


def test_the_own_hand_follows_the_deal() -> None:
    view = folded(START, DEALT, Hand(0, ("2C", "3C")))
    assert (view.deal, view.dealer, view.turn) == (1, 2, 0)
    assert (view.hand, view.counts) == (("2C", "3C"), (18, 17, 17))


def test_a_spectator_has_no_hand() -> None:
    spectator = msgspec.structs.replace(START, hand=None)
    assert folded(spectator, DEALT, Played(0, "2C", 2, 1)).hand is None


def test_a_card_goes_from_the_hand_to_the_pile() -> None:
    view = folded(START, DEALT, Hand(0, ("2C", "3C")), Passed(0, 0), Played(0, "2C", 2, 1))
    assert view.hand == ("3C",)
    assert view.counts == (17, 17, 17)
    assert (view.pile, view.total, view.turn, view.passes) == ((Laid(0, "2C"),), 2, 1, 0)


def test_passes_are_counted() -> None:
    assert folded(START, DEALT, Passed(0, 1), Passed(1, 2)).passes == 2


def test_a_taken_pile_leaves_the_table() -> None:
    view = folded(START, DEALT, Played(0, "9C", 29, 1), PileTaken(0, 3))
    assert (view.pile, view.total) == ((), 0)
    assert (view.won, view.piles) == ((3, 0, 0), (1, 0, 0))


def test_a_scored_deal_clears_the_table_and_fills_the_sheet() -> None:
    row = SheetRow(1, 2, (3, 0, 0), (3, 0, 0), {"piles": [1, 0, 0]}, None)
    scored = DealScored(Reason.STUCK, 1, (("9C",), ("TD",), ()), (), row)
    view = folded(START, DEALT, Hand(0, ("9C", "AC")), PileTaken(0, 3), scored)
    assert (view.hand, view.counts, view.turn) == ((), (0, 0, 0), None)
    assert (view.totals, view.sheet) == ((3, 0, 0), (row,))
    assert view.won == (3, 0, 0)
    assert folded(view, DEALT).won == (0, 0, 0)


def test_the_result_is_kept() -> None:
    over = GameOver((3, 0, 0), (0,), (2, -1, -1), Ended.COMPLETE)
    assert folded(START, over).result == over


def test_an_event_of_a_newer_server_changes_nothing() -> None:
    view = msgspec.Raw(msgspec.msgpack.encode(START))
    event = msgspec.Raw(msgspec.msgpack.encode({"type": "applause"}))
    assert WIRE.fold_raw(view, event) == view
