"""What a deal of Twenty-Nine is worth, and when the game is over."""

from typing import assert_never

from kozyr_games import match
from kozyr_games.spec import MAX_SHUFFLES, Outcome
from kozyr_games.twenty_nine.options import PARTNERS
from kozyr_games.twenty_nine.state import ALL_PILES, Phase, State
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import DealFacts, Ended


def scores(state: State) -> tuple[int, ...]:
    """Cards or piles that each seat took in the deal; partners have those of their side."""
    own = tuple(map(len, state.won)) if state.options.score_by == "cards" else state.piles
    if not state.options.partners:
        return own
    return tuple(own[seat] + own[(seat + 2) % PARTNERS] for seat in range(PARTNERS))


def fixed_sum(state: State) -> int | None:
    """The sum of the scores where it is fixed: all cards were dealt, and all are played."""
    if state.aside or any(state.hands):
        return None
    once = len(PACK_52) if state.options.score_by == "cards" else ALL_PILES
    return 2 * once if state.options.partners else once


def ending(state: State) -> Ended | None:
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


def outcome(state: State) -> Outcome | None:
    """The result; None while the game goes on."""
    return None if state.ended is None else standing(state)


def standing(state: State) -> Outcome:
    """The result if the game were ended now; partners win and lose together."""
    dealer = state.rows[-1].dealer if state.rows else state.dealer
    return match.standing(state.totals, dealer, "pot", state.options.stake, state.ended)


def sheet(state: State) -> tuple[SheetRow, ...]:
    """The finished deals."""
    return state.rows


def deal_record(state: State) -> DealFacts | None:
    """The deal that is just finished."""
    if state.phase is Phase.PLAY or not state.rows:
        return None
    return match.facts(state.rows[-1], state.dealt, state.aside)
