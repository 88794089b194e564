"""The wire form of Knaves in `kozyr_protocol.games`: tags, and the fold event by event."""

import msgspec
import pytest

from kozyr_protocol.games import knaves
from kozyr_protocol.games.knaves import (
    WIRE,
    DealScored,
    Dealt,
    Drawn,
    GameOver,
    Hand,
    Laid,
    Play,
    Played,
    Reason,
    TrickTaken,
    View,
    fold,
)
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import Ended

START = View(
    deal=0,
    dealer=None,
    turn=None,
    trump=None,
    turned=None,
    hand=(),
    counts=(0, 0, 0),
    aside=0,
    trick=(),
    last=(),
    taken=(0, 0, 0),
    jacks=((), (), ()),
    totals=(0, 0, 0),
    sheet=(),
    result=None,
)
DEALT = Dealt(1, 2, 17, 0, "4D", "D", 0)


def folded(view: View, *events: knaves.Event) -> View:
    for event in events:
        view = fold(view, event)
    return view


def test_the_action_as_records_have_it() -> None:
    sent = b'{"type":"play","card":"JH"}'
    assert msgspec.json.encode(Play("JH")) == sent
    assert msgspec.json.decode(sent, type=WIRE.action) == Play("JH")


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "play"},
        {"type": "play", "card": 7},
        {"type": "play", "card": "KH", "seat": 0},
        {"type": "play", "card": "KHKH"},
        {"type": "bid", "tricks": 3},
    ],
)
def test_other_forms_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        WIRE.actions.decode(msgspec.msgpack.encode(wrong))


def test_the_draw_names_the_dealer() -> None:
    assert folded(START, Drawn(("QS", "AS", "KS"), 1)).dealer == 1


def test_the_own_hand_follows_the_deal() -> None:
    view = folded(START, DEALT, Hand(0, ("2C", "3C")))
    assert (view.deal, view.dealer, view.turn) == (1, 2, 0)
    assert (view.turned, view.trump, view.aside) == ("4D", "D", 0)
    assert (view.hand, view.counts) == (("2C", "3C"), (17, 17, 17))


def test_a_card_goes_from_the_hand_to_the_trick() -> None:
    view = folded(START, DEALT, Hand(0, ("2C", "3C")), Played(0, "2C", 1))
    assert (view.hand, view.counts, view.turn) == (("3C",), (16, 17, 17), 1)
    assert view.trick == (Laid(0, "2C"),)


def test_a_spectator_has_no_hand() -> None:
    spectator = msgspec.structs.replace(START, hand=None)
    assert folded(spectator, DEALT, Played(0, "2C", 1)).hand is None


def test_a_trick_is_taken_with_its_jacks() -> None:
    view = folded(START, DEALT, Played(0, "JC", 1), TrickTaken(2, ("JC",)))
    view = folded(view, TrickTaken(2, ("JH", "JS")), TrickTaken(0, ()))
    assert view.taken == (1, 0, 2)
    assert view.jacks == ((), (), ("JC", "JH", "JS"))
    assert folded(view, DEALT).jacks == ((), (), ())


def test_the_last_trick_stays_to_be_seen() -> None:
    view = folded(START, DEALT, Played(0, "JC", 1), TrickTaken(2, ("JC",)))
    assert (view.trick, view.last) == ((), (Laid(0, "JC"),))
    assert folded(view, DEALT).last == ()


def test_a_scored_deal_clears_the_hands_and_fills_the_sheet() -> None:
    row = SheetRow(1, 2, (0, 0, 0), (7, 0, 0), {"tricks": [0] * 3, "jacks": [[], [], []]}, 0)
    scored = DealScored(Reason.REDEAL, (("2C",), (), ()), (), row)
    view = folded(START, Dealt(1, 2, 17, 0, "JD", None, None), Hand(0, ("2C",)), scored)
    assert (view.hand, view.counts, view.turn) == ((), (0, 0, 0), None)
    assert (view.totals, view.sheet) == ((7, 0, 0), (row,))


def test_the_result_is_kept() -> None:
    over = GameOver((20, 0, 0), (0,), (2, -1, -1), Ended.COMPLETE)
    assert folded(START, over).result == over
