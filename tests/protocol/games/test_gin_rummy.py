"""The wire form of Gin Rummy in `kozyr_protocol.games`: tags, and the fold event by event."""

import msgspec
import pytest
from msgspec.structs import replace

from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games import gin_rummy
from kozyr_protocol.games.gin_rummy import (
    WIRE,
    Action,
    DealScored,
    Dealt,
    Discard,
    Discarded,
    Done,
    Draw,
    Drawn,
    Drew,
    GameOver,
    Hand,
    Kind,
    Knock,
    Knocked,
    LaidOff,
    LayOff,
    Pass,
    Passed,
    Phase,
    Reason,
    Settled,
    Tally,
    View,
    fold,
    of_seat,
    place,
    plus,
)
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import Ended

NOTHING = Tally((0, 0), (0, 0), over=False)
START = View(
    seat=0,
    deal=0,
    dealer=None,
    phase=Phase.SEATING,
    turn=None,
    top=None,
    discards=0,
    stock=0,
    limit=0,
    doubled=False,
    hand=(),
    counts=(0, 0),
    known=((), ()),
    shown=None,
    games=(NOTHING,),
    totals=(0, 0),
    sheet=(),
    result=None,
)
DEALT = Dealt(1, 1, 0, (10, 10), "9D", 31, 10, doubled=False)
OWN = ("QC", "3D", "QD", "4H", "5H", "6H", "KH", "9S", "JS", "QS")
MELDS = (("QC", "QD", "QS"), ("4H", "5H", "6H"))
KNOCKED = Knocked(0, Kind.KNOCK, MELDS, ("3D",), 1, Phase.LAY_OFF)


def folded(view: View, *events: gin_rummy.Event) -> View:
    for event in events:
        view = fold(view, event)
    return view


PLAYING = folded(START, Drawn(("KS", "AS"), 1), DEALT, Hand(0, OWN))


@pytest.mark.parametrize(
    ("action", "sent"),
    [
        (Pass(), b'{"type":"pass"}'),
        (Draw("stock"), b'{"type":"draw","source":"stock"}'),
        (Discard("KH"), b'{"type":"discard","card":"KH"}'),
        (
            Knock("KH", (("QC", "QD", "QS"),)),
            b'{"type":"knock","card":"KH","melds":[["QC","QD","QS"]]}',
        ),
        (Knock(None, ()), b'{"type":"knock","card":null,"melds":[]}'),
        (LayOff("7H", 1), b'{"type":"lay_off","card":"7H","meld":1}'),
        (Done(), b'{"type":"done"}'),
    ],
)
def test_actions_as_records_have_them(action: Action, sent: bytes) -> None:
    assert msgspec.json.encode(action) == sent
    assert msgspec.json.decode(sent, type=WIRE.action) == action


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "draw", "source": "sleeve"},
        {"type": "discard", "card": "KHKH"},
        {"type": "knock", "card": "KH"},
        {"type": "knock", "melds": []},
        {"type": "knock", "card": "KH", "melds": [[]] * 12},
        {"type": "knock", "card": "KH", "melds": [["4H"] * 12]},
        {"type": "knock", "card": "KH", "melds": [["4H4H"]]},
        {"type": "lay_off", "card": "7H", "meld": "1"},
        {"type": "done", "card": "7H"},
    ],
)
def test_other_forms_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        WIRE.actions.decode(msgspec.msgpack.encode(wrong))


def test_cards_are_sorted_by_suit_with_the_ace_lowest() -> None:
    ordered = sorted(PACK_52, key=place)
    assert "".join(card[0] for card in ordered[:13]) == "A23456789TJQK"
    assert [card[1] for card in ordered[::13]] == ["C", "D", "H", "S"]


def test_helpers_change_one_seat() -> None:
    assert plus((3, 4), 0, 2) == (5, 4)
    assert plus((3, 4), 1, -4) == (3, 0)
    assert of_seat((("2C",), ("3C",)), 0, ()) == ((), ("3C",))
    assert of_seat((("2C",), ("3C",)), 1, ("4C",)) == (("2C",), ("4C",))


def test_a_deal_begins_with_the_upcard() -> None:
    assert (PLAYING.deal, PLAYING.dealer, PLAYING.turn) == (1, 1, 0)
    assert (PLAYING.phase, PLAYING.top, PLAYING.discards) == (Phase.UPCARD, "9D", 1)
    assert (PLAYING.stock, PLAYING.limit, PLAYING.counts) == (31, 10, (10, 10))
    assert PLAYING.hand == OWN


def test_a_pass_hands_the_turn_on() -> None:
    view = fold(PLAYING, Passed(0, 1, Phase.UPCARD))
    assert (view.turn, view.phase) == (1, Phase.UPCARD)


def test_the_own_card_goes_to_its_place_in_the_hand() -> None:
    view = fold(PLAYING, Drew(0, "stock", "AH", "9D"))
    assert view.hand == ("QC", "3D", "QD", "AH", "4H", "5H", "6H", "KH", "9S", "JS", "QS")
    assert (view.stock, view.discards, view.counts) == (30, 1, (11, 10))
    assert (view.phase, view.known) == (Phase.DISCARD, ((), ()))


def test_a_card_of_the_stock_is_not_known_of_the_other() -> None:
    view = fold(PLAYING, Drew(1, "stock", None, "9D"))
    assert (view.hand, view.counts, view.known) == (OWN, (10, 11), ((), ()))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_card_of_the_pile_is_known_until_it_goes(seat: int) -> None:
    view = fold(PLAYING, Drew(seat, "discard", "9D", None))
    assert (view.top, view.discards, view.stock) == (None, 0, 31)
    assert view.known[seat] == ("9D",)
    assert ("9D" in (view.hand or ())) == (seat == 0)
    view = fold(view, Discarded(seat, "9D", 1 - seat, Phase.DRAW))
    assert (view.known, view.top, view.discards) == (((), ()), "9D", 1)
    assert (view.hand, view.counts) == (OWN, (10, 10))


def test_a_spectator_has_no_hand() -> None:
    view = replace(START, seat=None, hand=None)
    view = folded(
        view, DEALT, Drew(0, "discard", "9D", None), Discarded(0, "KH", 1, Phase.DRAW), KNOCKED
    )
    assert view.hand is None
    assert view.counts == (0, 10)


def test_a_knock_lays_the_hand_open() -> None:
    view = fold(fold(PLAYING, Drew(0, "discard", "9D", None)), KNOCKED)
    assert (view.hand, view.counts, view.known) == ((), (0, 10), ((), ()))
    assert (view.turn, view.phase) == (1, Phase.LAY_OFF)
    assert view.shown is not None
    assert (view.shown.melds, view.shown.deadwood, view.shown.answer) == (MELDS, ("3D",), None)
    other = fold(replace(PLAYING, seat=1), KNOCKED)
    assert other.hand == OWN, "the knock of the other leaves the own hand"


def test_a_lay_off_lengthens_a_meld() -> None:
    view = replace(PLAYING, seat=1, hand=("7H", "KC"), counts=(0, 2), known=((), ("7H",)))
    view = folded(view, KNOCKED, LaidOff(1, "7H", 1, ("4H", "5H", "6H", "7H")))
    assert view.shown is not None
    assert view.shown.melds == (MELDS[0], ("4H", "5H", "6H", "7H"))
    assert view.shown.laid_off == ("7H",)
    assert (view.hand, view.counts, view.known) == (("KC",), (0, 1), ((), ()))


def test_the_end_of_a_deal_leaves_the_showdown_and_the_sheet() -> None:
    row = SheetRow(1, 1, (26, 0), (26, 0), {"knocker": 0}, None)
    games = (Tally((26, 0), (1, 0), over=False),)
    scored = DealScored(
        reason=Reason.KNOCK,
        winner=0,
        answer=(("2C", "2D", "2H"),),
        left=("KC",),
        discard="KH",
        hands=(),
        stock=(),
        games=games,
        row=row,
    )
    view = folded(PLAYING, KNOCKED, scored)
    assert view.shown is not None
    assert (view.shown.answer, view.shown.left) == (scored.answer, ("KC",))
    assert view.shown.discard == "KH"
    assert (view.phase, view.turn, view.top, view.stock) == (Phase.SHUFFLE, None, None, 0)
    assert (view.games, view.totals, view.sheet) == (games, (26, 0), (row,))
    assert fold(view, DEALT).shown is None
    void = fold(PLAYING, replace(scored, reason=Reason.VOID, winner=None))
    assert void.shown is None


def test_the_result_stays() -> None:
    over = GameOver(
        (108, 70),
        (0,),
        (178, -178),
        Ended.COMPLETE,
        (Settled(0, 38, 100, 40, doubled=False, result=178),),
    )
    view = fold(START, over)
    assert (view.result, view.phase) == (over, Phase.OVER)
