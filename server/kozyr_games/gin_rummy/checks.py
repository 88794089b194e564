"""Invariants of Gin Rummy."""

from kozyr_games.gin_rummy.melds import VALUES, bits, is_meld, least_deadwood
from kozyr_games.gin_rummy.state import HAND, PLAYING, WALL, State
from kozyr_protocol.games.gin_rummy import Phase


def checks(state: State) -> tuple[str, ...]:
    """Sentences about what must hold and does not."""
    found = _of_games(state)
    if state.phase in PLAYING:
        found |= _of_play(state)
    if state.shown is not None:
        found |= _of_showdown(state)
    return tuple(sentence for sentence, holds in found.items() if not holds)


def _of_games(state: State) -> dict[str, bool]:
    options = state.options
    scoring = [row for row in state.rows if row.detail["knocker"] is not None]
    least = min(1, options.undercut, options.gin)
    over = [game for game in state.games if game.over]
    return {
        "one player scores a hand, or nobody": all(
            min(row.scores) == 0 and (max(row.scores) == 0 or row in scoring) for row in state.rows
        ),
        "a hand is worth at least a point, or a bonus": all(
            max(row.scores) >= least for row in scoring
        ),
        "hands won and void hands are the hands dealt": sum(state.wins) == len(scoring),
        "a game that is over has one player at the target": all(
            sum(points >= options.target for points in game.points) == 1 for game in over
        ),
        "an open game has nobody at the target": all(
            max(game.points) < options.target for game in state.games if not game.over
        ),
        "boxes are hands won, or twice that many": options.hollywood
        or all(
            won <= boxes <= (won * 2 if options.spades_double else won)
            for won, boxes in zip(state.wins, state.games[0].boxes, strict=True)
        ),
        "the points of the games are those of the hands": options.hollywood
        or state.games[0].points == state.totals,
    }


def _of_play(state: State) -> dict[str, bool]:
    counts = [len(hand) for hand in state.hands]
    full = [HAND, HAND]
    if state.phase is Phase.DISCARD:
        full[state.turn] = HAND + 1
    held = set(state.hands[0]) | set(state.hands[1])
    return {
        "a hand has ten cards, eleven after the draw": state.shown is not None or counts == full,
        "the known cards are held": held >= {*state.known[0], *state.known[1]},
        "the last two cards of the stock stay": len(state.stock) >= WALL,
        "the stock is at its end, or somebody draws": state.phase is not Phase.WALL
        or len(state.stock) == WALL,
        "the card just taken is in the hand": state.taken is None
        or state.taken in state.hands[state.turn],
    }


def _of_showdown(state: State) -> dict[str, bool]:
    shown = state.shown
    assert shown is not None, "it was asked for"
    own = [card for meld in shown.melds for card in meld if card not in shown.laid_off]
    deadwood = sum(VALUES[card] for card in shown.deadwood)
    found = {
        "what is shown are melds": all(is_meld(bits(meld)) for meld in shown.melds),
        "the deadwood is within the limit": deadwood <= state.limit,
        "no arrangement has less than the least deadwood": deadwood
        >= least_deadwood((*own, *shown.deadwood)),
    }
    if shown.answer is not None and shown.left is not None:
        hand = (*(card for meld in shown.answer for card in meld), *shown.left, *shown.laid_off)
        left = sum(VALUES[card] for card in shown.left)
        found["lay-offs never make deadwood"] = (
            not state.options.auto_lay_off or left <= least_deadwood(hand)
        )
    return found
