"""Twenty-Nine, the adding game of Joseph Leeming's books (not the South Asian trick game 29).

Players add cards to a pile, an ace or a court card counting 1 and the others their pips; who makes
exactly 29 takes the pile. One point for each card taken.

Sources: Leeming for the pack, the values, the deal in turn and the aim; pokerwiner.com for the next
starter and the end of a deal when a player is stuck; hubpages.com for the cut and for cards set
aside. Choices where they are silent, all of them options:

- A player who can play must. One with cards of which none fits ends the deal (`stuck` = `end`, the
  published form, the default with partners) or passes until all who hold cards have passed in a row
  (`pass`, the default when everybody plays alone, for else deals of many players are short).
- A game is a deal by each player (`length` = `rounds`), a `single` deal, or as many as it takes to
  reach a `target`. Ties are shared or played on.
- With a stake the winners divide a pot into which everybody paid, partners as a tie is shared.

Left out: penalties for irregular play, which a server does not let happen.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Final, Literal, assert_never

from msgspec import Struct
from msgspec.structs import asdict, replace

from kozyr_games import deck as decks
from kozyr_games import match
from kozyr_games.options import Draw, Stake, TieBreak, resolve_struct, titled
from kozyr_games.spec import (
    MAX_SHUFFLES,
    GameSpec,
    IllegalActionError,
    OptionError,
    Outcome,
    Pack,
    Seat,
    Step,
    Zone,
)
from kozyr_protocol.cards import PACK_52, Card, by_rank_ace_low, by_suit, draw_pack
from kozyr_protocol.games import twenty_nine as wire
from kozyr_protocol.games.twenty_nine import Action, Event, Laid, Pass, Play, Reason, View
from kozyr_protocol.games.wire import SheetRow, without
from kozyr_protocol.ids import GameKey
from kozyr_protocol.record import DealFacts, Ended

FULL: Final = 29
"""The total that takes the pile, and that none may pass."""

VALUES: Final[Mapping[Card, int]] = {
    card: 1 if card[0] in "AJQK" else 10 if card[0] == "T" else int(card[0]) for card in PACK_52
}
"""What a card adds to the total."""

ALWAYS_FITS: Final = FULL - max(VALUES.values())
"""Up to this total every card fits."""

ALL_PILES: Final = sum(VALUES.values()) // FULL
"""Eight: the values of the pack add up to 8 x 29."""

PARTNERS: Final = 4
"""Seats of the partnership game: 0 and 2 against 1 and 3."""


class Options(Struct, frozen=True, kw_only=True):
    """The options of a game, resolved."""

    stake: Stake = 0
    draw: Draw = "dealer"
    tie_break: TieBreak = "share"
    partners: Annotated[
        bool,
        titled(
            "Partners",
            "Партнёры",
            description="Seats 0 and 2 against 1 and 3; only with four players, and then usual.",
        ),
    ]
    stuck: Annotated[
        Literal["end", "pass"],
        titled(
            "When no card fits",
            "Если ни одна карта не подходит",
            description="Usual is `end` with partners and `pass` without.",
            values={
                "end": ("the deal ends", "сдача кончается"),
                "pass": ("the player passes", "игрок пасует"),
            },
        ),
    ]
    set_aside: Annotated[
        bool,
        titled(
            "Equal hands",
            "Карт поровну",
            description="Cards that would make hands unequal stay face down, unused.",
        ),
    ] = False
    length: Annotated[
        Literal["rounds", "single", "target"],
        titled(
            "Length of the game",
            "Длина партии",
            values={
                "rounds": ("rounds", "круги сдач"),
                "single": ("one deal", "одна сдача"),
                "target": ("to a number of points", "до числа очков"),
            },
        ),
    ] = "rounds"
    rounds: Annotated[
        int,
        titled(
            "Rounds",
            "Кругов",
            ge=1,
            le=100,
            description="With `length` = `rounds`: how often each player deals.",
        ),
    ] = 1
    target: Annotated[
        int,
        titled(
            "Target",
            "До очков",
            ge=1,
            le=1_000,
            description="With `length` = `target`: points that end the game after a deal.",
        ),
    ] = 50
    score_by: Annotated[
        Literal["cards", "piles"],
        titled(
            "A point for each",
            "Очко за каждую",
            values={"cards": ("card taken", "взятую карту"), "piles": ("pile taken", "кучку")},
        ),
    ] = "cards"


class Phase(StrEnum):
    """What the game waits for."""

    DRAW = "draw"
    DEAL = "deal"
    PLAY = "play"
    OVER = "over"


class State(Struct, frozen=True, array_like=True):
    """All there is to know of a game; between deals the last deal is kept for its record."""

    options: Options
    seats: int
    phase: Phase
    shuffles: int
    """Shuffles made, the draw included."""
    deal: int
    """Number of the present deal or, between deals, of the last; 0 before the first."""
    dealer: Seat
    """Who deals, or dealt last; before the first deal who will."""
    turn: Seat
    """Without meaning but in play."""
    total: int
    """Of the open pile."""
    passes: int
    """Seats that passed since the last card."""
    dealt: decks.Hands
    """The hands of the deal in the order dealt."""
    aside: Pack
    hands: decks.Hands
    """What is still held, in the order of the pack."""
    pile: tuple[Laid, ...]
    won: decks.Hands
    """Cards that each seat took in this deal, in the order taken."""
    piles: tuple[int, ...]
    totals: tuple[int, ...]
    rows: tuple[SheetRow, ...]
    ended: Ended | None = None

    def __repr__(self) -> str:
        """Only what no seat would mind: a state must not print hands."""
        return f"<Twenty-Nine: deal {self.deal}, {self.phase}>"


def resolve(given: Mapping[str, object], seats: int) -> Options:
    """All options; `partners` and `stuck` by the number of seats where they were not given."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise OptionError("seats", f"must be from {MIN_SEATS} to {MAX_SEATS}")
    partners = given.get("partners", seats == PARTNERS)
    usual = {"partners": partners, "stuck": "end" if partners is True else "pass"}
    options = resolve_struct(Options, {**usual, **given})
    if options.partners and seats != PARTNERS:
        raise OptionError("partners", f"is for {PARTNERS} seats only")
    return options


def setup(options: Options, seats: int) -> State:
    """The state before the first shuffle."""
    return State(
        options=options,
        seats=seats,
        phase=Phase.DEAL if options.draw == "off" else Phase.DRAW,
        shuffles=0,
        deal=0,
        dealer=0,
        turn=0,
        total=0,
        passes=0,
        dealt=((),) * seats,
        aside=(),
        hands=((),) * seats,
        pile=(),
        won=((),) * seats,
        piles=(0,) * seats,
        totals=(0,) * seats,
        rows=(),
    )


def wants_deck(state: State) -> Pack | None:
    """The cards of the draw, or the whole pack before each deal."""
    match state.phase:
        case Phase.DRAW:
            return draw_pack(state.seats, ace_low=True)
        case Phase.DEAL:
            return PACK_52
        case Phase.PLAY | Phase.OVER:
            return None
        case _:
            assert_never(state.phase)


def deal(state: State, deck: Pack) -> Step[State, Event]:
    """The draw for the first dealer, or a deal of all cards, one at a time, eldest hand first."""
    if state.phase is Phase.DRAW:
        return _drawn(state, deck)
    seats = state.seats
    dealer = match.left_of(state.dealer, seats) if state.deal else state.dealer
    cut = len(deck) - len(deck) % seats if state.options.set_aside else len(deck)
    dealt = decks.one_at_a_time(deck[:cut], dealer, seats)
    after = replace(
        state,
        phase=Phase.PLAY,
        shuffles=state.shuffles + 1,
        deal=state.deal + 1,
        dealer=dealer,
        turn=match.left_of(dealer, seats),
        dealt=dealt,
        aside=deck[cut:],
        hands=tuple(tuple(sorted(hand, key=by_suit)) for hand in dealt),
        won=((),) * seats,
        piles=(0,) * seats,
    )
    public = wire.Dealt(
        after.deal, dealer, after.turn, tuple(map(len, dealt)), aside=len(after.aside)
    )
    own = (wire.Hand(seat, hand) for seat, hand in enumerate(after.hands))
    return Step(after, (public, *own))


def _drawn(state: State, cards: Pack) -> Step[State, Event]:
    draw = decks.draw(cards, state.options.draw, ace_low=True)
    after = replace(state, phase=Phase.DEAL, shuffles=state.shuffles + 1, dealer=draw.dealer)
    return Step(after, (wire.Drawn(cards, draw.dealer),), order=draw.order, draw=cards)


def to_act(state: State) -> tuple[Seat, ...]:
    """The seat on turn."""
    return (state.turn,) if state.phase is Phase.PLAY else ()


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """The cards that fit, in the order of the pack; a pass where none does."""
    if state.phase is not Phase.PLAY or seat != state.turn:
        return ()
    room = FULL - state.total
    plays = tuple(Play(card) for card in state.hands[seat] if VALUES[card] <= room)
    return plays or (Pass(),)


def apply(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """Add a card to the pile, or pass."""
    if state.phase is not Phase.PLAY:
        raise IllegalActionError("no deal is being played")
    if seat != state.turn:
        raise IllegalActionError("it is another seat's turn")
    match action:
        case Play():
            return _play(state, seat, action.card)
        case Pass():
            return _pass(state, seat)
        case _:
            assert_never(action)


def _play(state: State, seat: Seat, card: Card) -> Step[State, Event]:
    hand = state.hands[seat]
    if card not in hand:
        raise IllegalActionError("the card is not in the hand")
    total = state.total + VALUES[card]
    if total > FULL:
        raise IllegalActionError(f"the total would pass {FULL}")
    hands = (*state.hands[:seat], without(hand, card), *state.hands[seat + 1 :])
    pile = (*state.pile, Laid(seat, card))
    won, piles = state.won, state.piles
    taken: tuple[Event, ...] = ()
    left = total
    if total == FULL:
        cards = tuple(laid.card for laid in pile)
        won = (*won[:seat], won[seat] + cards, *won[seat + 1 :])
        piles = (*piles[:seat], piles[seat] + 1, *piles[seat + 1 :])
        taken = (wire.PileTaken(seat, len(pile)),)
        pile, left = (), 0
    turn = _next(hands, seat)
    after = replace(
        state,
        turn=seat if turn is None else turn,
        total=left,
        passes=0,
        hands=hands,
        pile=pile,
        won=won,
        piles=piles,
    )
    if turn is None:
        reason: Reason | None = Reason.PLAYED_OUT
    elif state.options.stuck == "end" and not _fits(hands[turn], left):
        reason = Reason.STUCK
    else:
        reason = None
    if reason is None:
        return Step(after, (wire.Played(seat, card, total, turn), *taken))
    return _end(after, (wire.Played(seat, card, total, None), *taken), reason)


def _pass(state: State, seat: Seat) -> Step[State, Event]:
    if state.options.stuck != "pass":
        raise IllegalActionError("this table does not pass")
    if _fits(state.hands[seat], state.total):
        raise IllegalActionError("who can play must play")
    passes = state.passes + 1
    turn = _next(state.hands, seat)
    assert turn is not None, "the seat that passes holds cards"
    after = replace(state, turn=turn, passes=passes)
    if passes < sum(map(bool, state.hands)):
        return Step(after, (wire.Passed(seat, turn),))
    return _end(after, (wire.Passed(seat, None),), Reason.PASSED)


def _fits(hand: tuple[Card, ...], total: int) -> bool:
    return total <= ALWAYS_FITS or any(VALUES[card] <= FULL - total for card in hand)


def _next(hands: decks.Hands, seat: Seat) -> Seat | None:
    """The next seat clockwise that holds cards, maybe the same; None when nobody does."""
    count = len(hands)
    for turn in range(seat + 1, seat + 1 + count):
        if hands[turn % count]:
            return turn % count
    return None


def _end(state: State, events: tuple[Event, ...], reason: Reason) -> Step[State, Event]:
    """Score the deal: what lies in the open pile and in hands counts for nobody."""
    scores = _scores(state)
    totals = match.added(state.totals, scores)
    row = SheetRow(
        deal=state.deal,
        dealer=state.dealer,
        scores=scores,
        totals=totals,
        detail={"piles": list(state.piles)},
        check=_check(state),
    )
    scored = wire.DealScored(
        reason=reason,
        seat=state.turn if reason is Reason.STUCK else None,
        hands=state.dealt,
        aside=state.aside,
        row=row,
    )
    after = replace(
        state,
        phase=Phase.DEAL,
        total=0,
        passes=0,
        hands=((),) * state.seats,
        pile=(),
        totals=totals,
        rows=(*state.rows, row),
    )
    ended = _ended(after)
    if ended is None:
        return Step(after, (*events, scored))
    over = replace(after, phase=Phase.OVER, ended=ended)
    result = _result(standing(over))
    return Step(over, (*events, scored, result))


def _scores(state: State) -> tuple[int, ...]:
    own = tuple(map(len, state.won)) if state.options.score_by == "cards" else state.piles
    if not state.options.partners:
        return own
    return tuple(own[seat] + own[(seat + 2) % PARTNERS] for seat in range(PARTNERS))


def _check(state: State) -> int | None:
    """The sum of the scores where it is fixed: all cards were dealt, and all are played."""
    if state.aside or any(state.hands):
        return None
    once = len(PACK_52) if state.options.score_by == "cards" else ALL_PILES
    return 2 * once if state.options.partners else once


def _ended(state: State) -> Ended | None:
    """Whether the game ends with the deal just scored, and how."""
    options = state.options
    match options.length:
        case "single":
            over = True
        case "rounds":
            over = state.deal >= options.rounds * state.seats
        case "target":
            over = max(state.totals) >= options.target
        case _:
            assert_never(options.length)
    if over and (options.tie_break == "share" or _is_decided(state)):
        return Ended.COMPLETE
    return Ended.LIMIT if state.shuffles >= MAX_SHUFFLES else None


def _is_decided(state: State) -> bool:
    """Whether one player, or one side, is ahead of all others."""
    side = 2 if state.options.partners else 1
    return len(match.leaders(state.totals)) == side


def decision(state: State, seat: Seat) -> str:
    """Always `play`: another word for a pass would tell what the hand is not."""
    return "play"


def timeout_action(state: State, seat: Seat) -> Action:
    """The lowest card that fits, the ace lowest, ties by suit C D H S; else a pass."""
    room = FULL - state.total
    fitting = [card for card in state.hands[seat] if VALUES[card] <= room]
    return Play(min(fitting, key=by_rank_ace_low)) if fitting else Pass()


def view(state: State, seat: Seat | None) -> View:
    """The table, and of the hands only that of the seat."""
    playing = state.phase is Phase.PLAY
    return View(
        deal=state.deal,
        dealer=None if state.phase is Phase.DRAW else state.dealer,
        turn=state.turn if playing else None,
        hand=None if seat is None else state.hands[seat],
        counts=tuple(map(len, state.hands)),
        aside=len(state.aside) if playing else 0,
        pile=state.pile,
        total=state.total,
        passes=state.passes,
        won=tuple(map(len, state.won)),
        piles=state.piles,
        totals=state.totals,
        sheet=state.rows,
        result=None if state.ended is None else _result(standing(state)),
    )


def project(event: Event, seat: Seat | None) -> Event | None:
    """Everything is for all but the hands dealt, each of which is for its seat alone."""
    match event:
        case wire.Hand():
            return event if event.seat == seat else None
        case (
            wire.Drawn()
            | wire.Dealt()
            | wire.Played()
            | wire.Passed()
            | wire.PileTaken()
            | wire.DealScored()
            | wire.GameOver()
        ):
            return event
        case _:
            assert_never(event)


def outcome(state: State) -> Outcome | None:
    """The result; None while the game goes on."""
    return None if state.ended is None else standing(state)


def standing(state: State) -> Outcome:
    """The result if the game were ended now; partners win and lose together."""
    winners = match.leaders(state.totals)
    settlement = None
    if state.options.stake:
        dealer = state.rows[-1].dealer if state.rows else state.dealer
        eldest = match.left_of(dealer, state.seats)
        settlement = match.pot(state.options.stake, winners, eldest, state.seats)
    return Outcome(state.totals, winners, settlement, state.ended or Ended.COMPLETE)


def _result(outcome: Outcome) -> wire.GameOver:
    return wire.GameOver(**asdict(outcome))


def sheet(state: State) -> tuple[SheetRow, ...]:
    """The finished deals."""
    return state.rows


def deal_record(state: State) -> DealFacts | None:
    """The deal that is just finished."""
    if state.phase is Phase.PLAY or not state.rows:
        return None
    row = state.rows[-1]
    return DealFacts(
        number=row.deal,
        dealer=row.dealer,
        hands=state.dealt,
        scores=row.scores,
        detail=row.detail,
        aside=state.aside,
    )


def zones(state: State) -> tuple[Zone, ...]:
    """Hands, the cards set aside, the open pile and the cards won."""
    if state.phase is not Phase.PLAY:
        return ()
    return (
        *(Zone(f"hand {seat}", hand, (seat,)) for seat, hand in enumerate(state.hands)),
        Zone("aside", state.aside, ()),
        Zone("pile", tuple(laid.card for laid in state.pile), None),
        *(Zone(f"won {seat}", cards, None) for seat, cards in enumerate(state.won)),
    )


def with_zones(state: State, places: tuple[Zone, ...]) -> State:
    """The state with other cards in the same places, also in the hands as they were dealt."""
    if not places:
        return state
    pairs = zip(zones(state), places, strict=True)
    new = {a: b for old, zone in pairs for a, b in zip(old.cards, zone.cards, strict=True)}

    def moved(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(new[card] for card in cards)

    return replace(
        state,
        dealt=tuple(map(moved, state.dealt)),
        aside=moved(state.aside),
        hands=tuple(tuple(sorted(moved(hand), key=by_suit)) for hand in state.hands),
        pile=tuple(Laid(laid.seat, new[laid.card]) for laid in state.pile),
        won=tuple(map(moved, state.won)),
    )


def checks(state: State) -> tuple[str, ...]:
    """The sums of the game: totals of piles, their number, the cards' whereabouts."""
    if state.phase is not Phase.PLAY:
        return ()
    pile = sum(VALUES[laid.card] for laid in state.pile)
    taken = sum(VALUES[card] for cards in state.won for card in cards)
    stuck = not _fits(state.hands[state.turn], state.total)
    found = {
        "the total is that of the pile": pile == state.total,
        "the total is from 0 to 28": 0 <= state.total < FULL,
        "each pile taken adds up to 29": taken == FULL * sum(state.piles),
        "there are at most eight piles": sum(state.piles) <= ALL_PILES,
        "the seat on turn holds cards": bool(state.hands[state.turn]),
        "nobody is stuck where that ends the deal": not (stuck and state.options.stuck == "end"),
    }
    return tuple(sentence for sentence, holds in found.items() if not holds)


MIN_SEATS: Final = 3
MAX_SEATS: Final = 8

GAME: Final[GameSpec[Options, State, Action, Event, View]] = GameSpec(
    key=GameKey("twenty_nine"),
    rules=1,
    titles={"en": "Twenty-Nine", "ru": "Двадцать девять"},
    min_seats=MIN_SEATS,
    max_seats=MAX_SEATS,
    usual_seats=PARTNERS,
    options=Options,
    presets={
        "twenty_nine/partners": {"partners": True, "stuck": "end"},
        "twenty_nine/solo": {"partners": False, "stuck": "pass"},
        "twenty_nine/strict": {"partners": False, "stuck": "end"},
    },
    preset_seats={"twenty_nine/partners": (PARTNERS, PARTNERS)},
    state=State,
    wire=wire.WIRE,
    time_factors={"play": 1.0},
    resolve=resolve,
    setup=setup,
    wants_deck=wants_deck,
    deal=deal,
    to_act=to_act,
    legal_actions=legal_actions,
    apply=apply,
    decision=decision,
    timeout_action=timeout_action,
    view=view,
    project=project,
    outcome=outcome,
    standing=standing,
    sheet=sheet,
    deal_record=deal_record,
    zones=zones,
    with_zones=with_zones,
    checks=checks,
)
