"""What a deal of Knaves is worth, when the game is over, and what must hold."""

from collections.abc import Iterable
from typing import Final

from kozyr_games import match
from kozyr_games.knaves.options import JackValues, Options
from kozyr_games.knaves.state import ALL_JACKS, Phase, State, is_jack, is_redealt
from kozyr_games.spec import MAX_SHUFFLES, Outcome
from kozyr_protocol.cards import Card
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import DealFacts, Ended

LEAST: Final = -8
MOST: Final = 16
"""A score is between these with the usual values: two tricks that hold all jacks; and all tricks
but one when three jacks lie in that one and the fourth was turned."""


def cost(values: JackValues, jacks: Iterable[Card]) -> int:
    """What some jacks take away."""
    by_suit = {"H": values.H, "D": values.D, "C": values.C, "S": values.S}
    return sum(by_suit[jack[1]] for jack in jacks)


def score(options: Options, taken: int, jacks: tuple[Card, ...]) -> int:
    """Points of a seat: its tricks, less its jacks; all four may bring a bonus instead."""
    if options.all_jacks_bonus and len(jacks) == ALL_JACKS:
        return taken + options.all_jacks_bonus
    return taken - cost(options.jack_values, jacks)


def fixed_sum(state: State) -> int:
    """What the scores of the deal add up to: its tricks, less the jacks that are in play."""
    if is_redealt(state):
        return 0
    options = state.options
    jacks = [card for hand in state.dealt for card in hand if is_jack(card)]
    if options.turned_jack == "last_trick" and state.turned is not None and is_jack(state.turned):
        jacks.append(state.turned)
    alone = options.all_jacks_bonus and ALL_JACKS in map(len, state.jacks)
    return options.hand_size + (
        options.all_jacks_bonus if alone else -cost(options.jack_values, jacks)
    )


def ending(state: State) -> Ended | None:
    """Whether the game ends with the deal just scored, and how."""
    totals = state.totals
    over = max(totals) >= state.options.target
    if over and (state.options.tie_break == "share" or len(match.leaders(totals)) == 1):
        return Ended.COMPLETE
    return Ended.LIMIT if state.shuffles >= MAX_SHUFFLES else None


def outcome(state: State) -> Outcome | None:
    """The result; None while the game goes on."""
    return None if state.ended is None else standing(state)


def standing(state: State) -> Outcome:
    """The result if the game were ended now."""
    dealer = state.rows[-1].dealer if state.rows else state.dealer
    return match.standing(
        state.totals, dealer, state.options.settlement, state.options.stake, state.ended
    )


def sheet(state: State) -> tuple[SheetRow, ...]:
    """The finished deals, void ones included."""
    return state.rows


def deal_record(state: State) -> DealFacts | None:
    """The deal that is just finished."""
    if state.phase is Phase.PLAY or not state.rows:
        return None
    return match.facts(state.rows[-1], state.dealt, state.aside, state.turned)


def checks(state: State) -> tuple[str, ...]:
    """What holds in every deal: tricks, jacks, and the bounds of a score."""
    seats, options = len(state.totals), state.options
    known = {*state.gone, *(() if state.turned is None else (state.turned,))}
    jacks = [jack for each in state.jacks for jack in each]
    usual = options.jack_values == JackValues() and not options.all_jacks_bonus
    scores = [score for row in state.rows[-1:] for score in row.scores]
    found = {
        "the tricks taken are those played": sum(state.taken) * seats == len(state.gone),
        "a jack is taken once": len(set(jacks)) == len(jacks),
        "what was taken as a jack is one": all(map(is_jack, jacks)) and known.issuperset(jacks),
        "each jack of a trick was taken": set(filter(is_jack, state.gone)).issubset(jacks),
        "a score is in its bounds": not usual or all(LEAST <= score <= MOST for score in scores),
        "with trumps their suit is that of the turned card": state.trump is None
        or (state.turned is not None and state.trump == state.turned[1]),
    }
    return tuple(sentence for sentence, holds in found.items() if not holds)
