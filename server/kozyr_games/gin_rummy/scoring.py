"""What a hand of Gin Rummy is worth, what a game is worth, and when it is over."""

from typing import Final, assert_never

from msgspec.structs import replace

from kozyr_games.gin_rummy.options import Options
from kozyr_games.gin_rummy.state import PLAYING, State
from kozyr_games.spec import MAX_SHUFFLES, Outcome, Seat
from kozyr_protocol.games.gin_rummy import Kind, Pair, Reason, Settled, Tally, plus
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import DealFacts, Ended

MAX_VOIDS: Final = 10
"""So many void hands in a row end the game."""


def hand_score(options: Options, kind: Kind, knocker: int, opponent: int) -> tuple[Reason, int]:
    """How a knock came out, and the points for whom it favours.

    Args:
        options: for the bonuses.
        kind: of the knock.
        knocker: his deadwood.
        opponent: the deadwood of the other after lay-offs.

    Returns:
        The points go to the opponent with `Reason.UNDERCUT`, else to the knocker.
    """
    match kind:
        case Kind.GIN:
            return Reason.GIN, options.gin + opponent
        case Kind.BIG_GIN:
            return Reason.BIG_GIN, options.big_gin + opponent
        case Kind.KNOCK:
            if knocker < opponent:
                return Reason.KNOCK, opponent - knocker
            return Reason.UNDERCUT, knocker - opponent + options.undercut
        case _:
            assert_never(kind)


def entered(state: State, winner: Seat, score: int) -> tuple[Tally, ...]:
    """The games after a hand won.

    With three of them the n-th hand that a player wins counts in the first n of them, but not in
    one that is over; if all these are over, in the first one that is not.
    """
    due = state.wins[winner] + 1
    still = [number for number, game in enumerate(state.games) if not game.over]
    chosen = [number for number in still if number < due] or still[:1]
    games = list(state.games)
    for number in chosen:
        game = games[number]
        points = plus(game.points, winner, score)
        boxes = plus(game.boxes, winner, 2 if state.doubled else 1)
        games[number] = Tally(points, boxes, over=max(points) >= state.options.target)
    return tuple(games)


def settled(options: Options, game: Tally) -> Settled:
    """What a game is worth; an open one as if it were ended now, without the bonus for the game."""
    if game.points[0] == game.points[1]:
        return Settled(None, 0, 0, 0, doubled=False, result=0)
    winner = 0 if game.points[0] > game.points[1] else 1
    ours, theirs = game.points[winner], game.points[1 - winner]
    shutout = game.over and theirs == 0
    doubled = shutout and options.shutout_doubles
    bonus = 0
    if game.over:
        bonus = options.shutout if shutout and not options.shutout_doubles else options.game
    boxes = options.box * (game.boxes[winner] - game.boxes[1 - winner])
    result = (ours - theirs + bonus + boxes) * (2 if doubled else 1)
    return Settled(winner, ours - theirs, bonus, boxes, doubled=doubled, result=result)


def ending(state: State) -> Ended | None:
    """Whether the game ends with the deal just scored, and how."""
    if all(game.over for game in state.games):
        return Ended.COMPLETE
    if state.voids >= MAX_VOIDS or state.shuffles >= MAX_SHUFFLES:
        return Ended.LIMIT
    return None


def outcome(state: State) -> Outcome | None:
    """The result; None while the game goes on."""
    return None if state.ended is None else standing(state)


def standing(state: State) -> Outcome:
    """The result if the game were ended now: more points win, without the bonus for the game.

    Of three games at once who wins more of them wins. The settlement is the sum of the results,
    whose sign may be against the winner.
    """
    games = results(state)
    won: Pair = (0, 0)
    paid = 0
    for game in games:
        if game.winner is not None:
            won = plus(won, game.winner, 1)
            paid += game.result if game.winner == 0 else -game.result
    winners = (0, 1) if won[0] == won[1] else (0,) if won[0] > won[1] else (1,)
    paid *= max(state.options.stake, 1)
    return Outcome(state.totals, winners, (paid, -paid), state.ended or Ended.COMPLETE)


def results(state: State) -> tuple[Settled, ...]:
    """What each game is worth, or would be if it were ended now."""
    return tuple(settled(state.options, game) for game in state.games)


def sheet(state: State) -> tuple[SheetRow, ...]:
    """The finished deals."""
    return state.rows


def deal_record(state: State) -> DealFacts | None:
    """The deal that is just finished."""
    if state.phase in PLAYING or not state.rows:
        return None
    row = state.rows[-1]
    return DealFacts(
        number=row.deal,
        dealer=row.dealer,
        hands=state.dealt,
        scores=row.scores,
        detail=row.detail,
        upcard=state.upcard,
        stock=state.dealt_stock,
    )


def scored(state: State, winner: Seat | None, score: int) -> State:
    """The state with the points of a deal in its games, and who deals next.

    Args:
        state: after the deal.
        winner: None: the hand is void.
        score: points of the hand before doubling.
    """
    if winner is None:
        return replace(state, voids=state.voids + 1, next_dealer=state.dealer)
    score *= 2 if state.doubled else 1
    match state.options.next_dealer:
        case "winner":
            dealer = winner
        case "loser":
            dealer = 1 - winner
        case "alternate":
            dealer = 1 - state.dealer
        case _:
            assert_never(state.options.next_dealer)
    return replace(
        state,
        games=entered(state, winner, score),
        wins=plus(state.wins, winner, 1),
        voids=0,
        next_dealer=dealer,
    )
