"""The wire form of both Kings in `kozyr_protocol.games`: tags, and the fold event by event."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kozyr_protocol.games import WIRES, king
from kozyr_protocol.games.king import (
    WIRE,
    Agree,
    Agreed,
    Completed,
    Contract,
    DealScored,
    Dealt,
    Declaration,
    Declare,
    Declared,
    Drawn,
    GameOver,
    GameSold,
    Hand,
    HighOffer,
    Laid,
    Offer,
    Offered,
    Pass,
    Passed,
    Phase,
    Play,
    Played,
    Reason,
    Sale,
    SaleAnswered,
    Sold,
    Tally,
    Trick,
    TrickTaken,
    View,
    fold,
    nothing_taken,
)
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.ids import GameKey
from kozyr_protocol.record import Ended

START = View(
    deal=0,
    contract=None,
    dealer=None,
    phase=Phase.DRAW,
    turn=None,
    hand=(),
    counts=(0,) * 4,
    rest=0,
    declaration=None,
    split=None,
    bidders=(),
    offer=None,
    sale=None,
    trump=None,
    last_card=None,
    trick=(),
    last_trick=None,
    tally=nothing_taken(4),
    totals=(0,) * 4,
    sheet=(),
    result=None,
)
DEALT = Dealt(8, Contract.PRAISE, 3, Phase.DECLARE, 0, (3,) * 4, 20)
PLAYING = Dealt(1, Contract.NO_TRICKS, 3, Phase.PLAY, 0, (8,) * 4, 0)


def folded(view: View, *events: king.Event) -> View:
    for event in events:
        view = fold(view, event)
    return view


@pytest.mark.parametrize(
    ("action", "sent"),
    [
        (Declare("suit", "C"), b'{"type":"declare","call":"suit","suit":"C"}'),
        (Declare("by_last"), b'{"type":"declare","call":"by_last"}'),
        (Sale(open=True), b'{"type":"sale","open":true}'),
        (Offer(3), b'{"type":"offer","tricks":3}'),
        (Pass(), b'{"type":"pass"}'),
        (Agree(yes=False), b'{"type":"agree","yes":false}'),
        (Play("KH"), b'{"type":"play","card":"KH"}'),
        (Play("X1", "low"), b'{"type":"play","card":"X1","mode":"low"}'),
        (Play("X2", "high", "H"), b'{"type":"play","card":"X2","mode":"high","suit":"H"}'),
    ],
)
def test_actions_as_records_have_them(action: king.Action, sent: bytes) -> None:
    assert msgspec.json.encode(action) == sent
    assert msgspec.json.decode(sent, type=WIRE.action) == action


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "play"},
        {"type": "play", "card": "KHKH"},
        {"type": "play", "card": "X1", "mode": "middle"},
        {"type": "play", "card": "X1", "mode": "high", "suit": "X"},
        {"type": "declare", "call": "grand"},
        {"type": "declare", "call": "suit", "suit": "Z"},
        {"type": "offer", "tricks": "3"},
        {"type": "sale"},
        {"type": "agree", "yes": 1},
        {"type": "pass", "card": "KH"},
    ],
)
def test_other_forms_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        WIRE.actions.decode(msgspec.msgpack.encode(wrong))


def test_both_games_have_one_wire() -> None:
    assert WIRES[GameKey("king")] is WIRES[GameKey("king_jokers")] is WIRE


def test_the_draw_names_the_dealer() -> None:
    view = folded(START, Drawn(("QS", "KS", "JS", "AS"), 3))
    assert (view.dealer, view.phase) == (3, Phase.DEAL)


def test_a_praise_deal_from_the_pause_to_the_first_card() -> None:
    view = folded(START, DEALT, Hand(0, ("7C", "8C", "9C")))
    assert (view.contract, view.rest, view.turn) == (Contract.PRAISE, 20, 0)
    view = folded(view, Declared(0, "suit", "C", Phase.SALE, 0))
    assert view.declaration == Declaration(0, "suit", "C")
    view = folded(view, SaleAnswered(0, True, Phase.AUCTION, 1, (1, 2, 3)))
    assert (view.phase, view.turn, view.bidders) == (Phase.AUCTION, 1, (1, 2, 3))
    view = folded(view, Offered(1, 2, Phase.AUCTION, 2, (2, 3, 1)))
    assert (view.offer, view.bidders) == (HighOffer(1, 2), (2, 3, 1))
    view = folded(view, Passed(2, Phase.AUCTION, 3, (3, 1)), Passed(3, Phase.DECLARE, 1, ()))
    view = folded(view, GameSold(Sold(0, 1, 2)))
    assert (view.sale, view.declaration, view.turn) == (Sold(0, 1, 2), None, 1)
    completed = Completed("H", "AH", (8,) * 4, Phase.PLAY, 0)
    hand = Hand(0, ("7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC"))
    view = folded(view, Declared(1, "by_last", None, Phase.PLAY, 0), completed, hand)
    assert (view.trump, view.last_card, view.rest, view.counts) == ("H", "AH", 0, (8,) * 4)
    assert view.hand == hand.cards


def test_what_becomes_of_a_split() -> None:
    asked = folded(START, DEALT, Declared(0, "split", None, Phase.AGREE, 1))
    assert (asked.split, asked.declaration) == ("asked", None)
    assert folded(asked, Agreed(1, True, Phase.AGREE, 2)).split == "asked"
    assert folded(asked, Agreed(1, False, Phase.DECLARE, 0)).split == "refused"
    assert folded(asked, Agreed(3, True, Phase.DEAL, None)).split == "made"
    assert folded(START, DEALT, Declared(0, "split", None, Phase.DEAL, None)).split == "made"


def test_a_trick_goes_to_its_taker() -> None:
    view = folded(START, PLAYING, Hand(0, ("7C", "X1")), Played(0, "X1", "high", "C", 1))
    assert (view.hand, view.counts, view.turn) == (("7C",), (7, 8, 8, 8), 1)
    assert view.trick == (Laid(0, "X1", "high", "C"),)
    tally = Tally((1, 0, 0, 0), (0,) * 4, (0,) * 4, (0,) * 4, (0,) * 4, None)
    view = folded(view, TrickTaken(0, tally))
    assert (view.trick, view.tally) == ((), tally)
    assert view.last_trick == Trick(0, (Laid(0, "X1", "high", "C"),))
    assert folded(view, PLAYING).last_trick is None
    assert folded(view, PLAYING).tally == nothing_taken(4)


def test_a_plain_card_has_no_mode_on_the_wire() -> None:
    assert msgspec.json.encode(Laid(0, "KH")) == b'{"seat":0,"card":"KH"}'


def test_a_spectator_has_no_hand() -> None:
    spectator = replace(START, hand=None)
    view = folded(spectator, PLAYING, Played(0, "7C", None, None, 1))
    assert view.hand is None


def test_a_scored_deal_clears_the_table_and_fills_the_sheet() -> None:
    detail: dict[str, Any] = {"tricks": [8, 0, 0, 0]}
    row = SheetRow(1, 3, (-16, 0, 0, 0), (-16, 0, 0, 0), detail, -16)
    scored = DealScored(Reason.PLAYED_OUT, (("7C",),) * 4, row)
    view = folded(START, PLAYING, Hand(0, ("7C",)), scored)
    assert (view.hand, view.counts, view.turn, view.phase) == ((), (0,) * 4, None, Phase.DEAL)
    assert (view.totals, view.sheet) == ((-16, 0, 0, 0), (row,))
    assert folded(replace(START, hand=None), PLAYING, scored).hand is None


def test_the_result_is_kept() -> None:
    over = GameOver((3, 0, 0, -3), (0,), (3, 0, 0, -3), Ended.COMPLETE)
    view = folded(START, over)
    assert (view.result, view.phase) == (over, Phase.OVER)
