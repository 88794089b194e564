"""What a deal of Oh Well is worth, when the game is over, and what must hold."""

from kozyr_games import match
from kozyr_games.oh_well.options import Options
from kozyr_games.oh_well.state import Phase, State
from kozyr_games.spec import MAX_SHUFFLES, Outcome
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import DealFacts, Ended


def score(options: Options, bid: int, taken: int) -> int:
    """Points of a seat: its tricks, and the bonus when they are exactly those it bid."""
    if taken == bid:
        return taken + options.exact_bonus
    return taken * options.miss_tricks


def fixed_sum(state: State) -> int:
    """What the scores of the deal add up to: the tricks that count, and a bonus for each bid made.

    With `miss_tricks` = 0 only the tricks of who made his bid count.
    """
    made = [bid for bid, taken in zip(state.bids, state.taken, strict=True) if bid == taken]
    tricks = state.size if state.options.miss_tricks else sum(bid or 0 for bid in made)
    return tricks + state.options.exact_bonus * len(made)


def ending(state: State) -> Ended | None:
    """Whether the game ends with the deal just scored, and how."""
    options = state.options
    if options.deals is None:
        over = max(state.totals) >= options.target
    else:
        over = state.deal >= options.deals
    if over and (options.tie_break == "share" or len(match.leaders(state.totals)) == 1):
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
    """The finished deals."""
    return state.rows


def deal_record(state: State) -> DealFacts | None:
    """The deal that is just finished."""
    if state.phase is Phase.BID or state.phase is Phase.PLAY or not state.rows:
        return None
    return match.facts(state.rows[-1], state.dealt, state.aside, state.turned)


def checks(state: State) -> tuple[str, ...]:
    """What holds in every deal: the tricks, the bids, the score of each seat."""
    tricks = sum(state.taken)
    rows = state.rows
    found = {
        "the tricks taken are those played": tricks * state.seats == len(state.gone),
        "there are no more tricks than cards of a hand": tricks <= state.size,
        "a bid is from 0 to the cards of a hand": all(
            bid is None or 0 <= bid <= state.size for bid in state.bids
        ),
        "cards are played only when all have bid": state.phase is not Phase.BID or not tricks,
        "all have bid before a card is played": state.phase is not Phase.PLAY
        or None not in state.bids,
        "no total falls": all(min(row.scores) >= 0 for row in rows[-1:]),
        "a score is that of a bid made or of a bid missed": all(
            score == _score(state.options, bid, taken)
            for row in rows[-1:]
            for score, bid, taken in zip(
                row.scores, row.detail["bids"], row.detail["tricks"], strict=True
            )
        ),
    }
    return tuple(sentence for sentence, holds in found.items() if not holds)


def _score(options: Options, bid: int, taken: int) -> int:
    """The score once more, counted otherwise."""
    return options.exact_bonus + bid if bid == taken else (taken if options.miss_tricks else 0)
