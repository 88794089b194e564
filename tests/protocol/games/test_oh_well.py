"""The wire form of Oh Well in `kozyr_protocol.games`: tags, and the fold event by event."""

import msgspec
import pytest

from kozyr_protocol.games import oh_well
from kozyr_protocol.games.oh_well import (
    WIRE,
    Bid,
    BidMade,
    BidsShown,
    DealScored,
    Dealt,
    Drawn,
    GameOver,
    Hand,
    Laid,
    OwnBid,
    Play,
    Played,
    TrickTaken,
    View,
    fold,
)
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import Ended

START = View(
    deal=0,
    dealer=None,
    to_act=(),
    size=0,
    trump=None,
    turned=None,
    hand=(),
    counts=(0, 0, 0),
    aside=0,
    bids=(None, None, None),
    trick=(),
    last=(),
    taken=(0, 0, 0),
    totals=(0, 0, 0),
    sheet=(),
    result=None,
)
DEALT = Dealt(1, 2, 17, 1, None, None, (0,))


def folded(view: View, *events: oh_well.Event) -> View:
    for event in events:
        view = fold(view, event)
    return view


@pytest.mark.parametrize(
    ("action", "sent"),
    [(Bid(0), b'{"type":"bid","tricks":0}'), (Play("KH"), b'{"type":"play","card":"KH"}')],
)
def test_actions_as_records_have_them(action: Bid | Play, sent: bytes) -> None:
    assert msgspec.json.encode(action) == sent
    assert msgspec.json.decode(sent, type=WIRE.action) == action


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "bid"},
        {"type": "bid", "tricks": "3"},
        {"type": "bid", "tricks": None},
        {"type": "bid", "tricks": 3, "card": "KH"},
        {"type": "play", "card": "KHKH"},
        {"type": "pass"},
    ],
)
def test_other_forms_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        WIRE.actions.decode(msgspec.msgpack.encode(wrong))


def test_the_draw_names_the_dealer() -> None:
    assert folded(START, Drawn(("QS", "AS", "KS"), 1)).dealer == 1


def test_the_own_hand_follows_the_deal() -> None:
    view = folded(START, Dealt(1, 2, 16, 3, "8D", "D", (0,)), Hand(0, ("2C", "3C")))
    assert (view.deal, view.dealer, view.to_act, view.size) == (1, 2, (0,), 16)
    assert (view.turned, view.trump, view.aside) == ("8D", "D", 3)
    assert (view.hand, view.counts) == (("2C", "3C"), (16, 16, 16))


def test_a_bid_is_written_down_and_0_is_one() -> None:
    view = folded(START, DEALT, BidMade(0, 0, (1,)))
    assert (view.bids, view.to_act) == ((0, None, None), (1,))


def test_bids_that_are_not_shown_yet() -> None:
    view = folded(START, DEALT, BidMade(1, None, (0, 2)))
    assert (view.bids, view.to_act) == ((None, None, None), (0, 2))
    assert folded(view, OwnBid(1, 4)).bids == (None, 4, None)
    assert folded(view, BidsShown((6, 4, 0))).bids == (6, 4, 0)


def test_a_card_goes_from_the_hand_to_the_trick() -> None:
    view = folded(START, DEALT, Hand(0, ("2C", "3C")), Played(0, "2C", (1,)))
    assert (view.hand, view.counts, view.to_act) == (("3C",), (16, 17, 17), (1,))
    assert view.trick == (Laid(0, "2C"),)


def test_a_spectator_has_no_hand() -> None:
    spectator = msgspec.structs.replace(START, hand=None)
    assert folded(spectator, DEALT, Played(0, "2C", (1,))).hand is None


def test_a_taken_trick_is_the_last_one() -> None:
    view = folded(START, DEALT, Played(0, "2C", (1,)), TrickTaken(0))
    assert (view.trick, view.last, view.taken) == ((), (Laid(0, "2C"),), (1, 0, 0))
    assert folded(view, DEALT).last == ()
    assert folded(view, DEALT).taken == (0, 0, 0)


def test_a_scored_deal_fills_the_sheet_and_stays_to_be_seen() -> None:
    row = SheetRow(1, 2, (10, 1, 11), (10, 1, 11), {"bids": [0, 2, 1], "tricks": [0, 1, 1]}, 22)
    view = folded(START, DEALT, BidsShown((0, 2, 1)), DealScored((("2C",), (), ()), row))
    assert (view.totals, view.sheet, view.to_act) == ((10, 1, 11), (row,), ())
    assert view.bids == (0, 2, 1)
    assert folded(view, DEALT).bids == (None, None, None)


def test_the_result_is_kept() -> None:
    over = GameOver((100, 0, 0), (0,), (2, -1, -1), Ended.COMPLETE)
    assert folded(START, over).result == over
