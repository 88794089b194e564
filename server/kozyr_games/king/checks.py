"""Invariants of both games, as sentences about a state that does not obey them."""

from collections.abc import Iterator
from typing import Any

from kozyr_games.king import deals, legality
from kozyr_games.king.sale import FIRST_PACKET
from kozyr_games.king.state import ACTING, State, eldest, pack, plan, row, tricks_of
from kozyr_games.tricks import of_suit
from kozyr_protocol.cards import is_joker
from kozyr_protocol.games.king import Phase
from kozyr_protocol.games.wire import SheetRow


def checks(state: State) -> tuple[str, ...]:
    """Sentences that do not hold; empty for a sound state."""
    found = [*_of_deals(state)]
    if state.phase in ACTING:
        found += _of_tally(state)
    if state.phase is Phase.PLAY:
        found += _of_trick(state)
    elif state.phase in ACTING:
        found += _of_pause(state)
    return tuple(sentence for sentence, holds in found if not holds)


def _of_tally(state: State) -> Iterator[tuple[str, bool]]:
    tally, boys = state.tally, deals.BOYS[state.rules.boys].ranks
    for seat, won in enumerate(state.won):
        counted = (
            tally.tricks[seat] * state.seats,
            tally.hearts[seat],
            tally.boys[seat],
            tally.girls[seat],
        )
        there = (
            len(won),
            sum(card[1] == "H" for card in won),
            sum(card[0] in boys for card in won),
            sum(card[0] == "Q" for card in won),
        )
        yield "the tally is that of the cards won", counted == there
    king_is_won = any(deals.KING_OF_HEARTS in won for won in state.won)
    yield "the king is written once it is taken", king_is_won == (tally.king is not None)


def _of_trick(state: State) -> Iterator[tuple[str, bool]]:
    yield "all cards are dealt before the first trick", not state.rest
    yield "trump is fixed in praise deals alone", state.trump is None or row(state).is_praise
    yield "the seat on turn can play", bool(legality.plays(state, state.turn))
    if not state.trick:
        return
    kind, laid = row(state), state.trick[-1]
    hand = state.hands[laid.seat]
    led = legality.led_suit(state.trick[0])
    if len(state.trick) == 1:
        others = any(card[1] != "H" and not is_joker(card) for card in hand)
        is_free = not kind.ban or state.rules.broken_hearts
        yield "hearts are led only by who has nothing else", led != "H" or is_free or not others
        return
    is_void = laid.card[1] != led and not of_suit(hand, led)
    holds = deals.KING_OF_HEARTS in hand
    is_forced = kind.shed and (state.rules.king_mode == "forced" or not kind.charged)
    if not is_joker(laid.card):
        yield "who can follow suit does", laid.card[1] == led or is_void
    yield "the king of hearts is shed when it is due", not (is_forced and is_void and holds)


def _of_pause(state: State) -> Iterator[tuple[str, bool]]:
    is_pause = state.rest != ()
    cards = sum(map(len, state.hands))
    yield "there is a pause in praise deals alone", row(state).is_praise
    yield "a card is played only after the pause", not state.trick and not any(state.won)
    if is_pause:
        yield "twelve cards are dealt before the pause", cards == FIRST_PACKET * state.seats
        yield "trump is not fixed in the pause", state.trump is None and state.last_card is None
    else:
        yield "all cards are dealt after the pause", cards == len(pack(state))


def _of_deals(state: State) -> Iterator[tuple[str, bool]]:
    if not state.rows:
        return
    line = state.rows[-1]
    kind, scale = plan(state)[line.deal - 1], state.rules.scale
    if kind.is_praise:
        yield "a praise deal is worth 3 a trick, and the sale", line.scores == _praised(line, scale)
        praisers = [
            (done.dealer + 1) % state.seats
            for done, row_ in zip(state.rows, plan(state), strict=False)
            if row_.is_praise
        ]
        yield "no two praise deals have one praiser", len(set(praisers)) == len(praisers)
    else:
        yield "scores are even", all(score % (2 * scale) == 0 for score in line.scores)
        signed = all(score * kind.sign >= 0 for score in line.scores)
        yield "nobody gains where one pays, or pays where one gains", signed
    if state.phase is Phase.OVER:
        yield "a whole game adds up to nothing", sum(state.totals) == 0
    if state.phase in ACTING:
        yield "the deal passes to the left", state.dealer == (line.dealer + 1) % state.seats
        yield "the eldest hand is left of the dealer", eldest(state) != state.dealer
    most = tricks_of(state.seats)
    yield "no deal has more tricks than cards in a hand", sum(line.detail["tricks"]) <= most


def _praised(line: SheetRow, scale: int) -> tuple[int, ...]:
    points = [deals.PRAISED_TRICK * tricks for tricks in line.detail["tricks"]]
    sale: dict[str, Any] | None = line.detail["sale"]
    if sale is not None:
        points[sale["seller"]] += deals.PRAISED_TRICK * sale["tricks"]
        points[sale["buyer"]] -= deals.PRAISED_TRICK * sale["tricks"]
    return tuple(scale * each for each in points)
