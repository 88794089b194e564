"""Invariants in `kozyr_games.gin_rummy` (module checks), and its laws where knocks are likely."""

import random
from collections.abc import Iterator
from dataclasses import replace as dataclass_replace
from typing import Any

import pytest
from msgspec.structs import replace

from kozyr_games.gin_rummy import GAME
from kozyr_games.gin_rummy.state import State
from kozyr_games.spec import Pack, Step
from kozyr_protocol.cards import PACK_52
from kozyr_protocol.games.gin_rummy import DealScored, Knock, Phase, Tally
from kozyr_testing.gin import fresh, play, table
from kozyr_testing.laws import check_game
from kozyr_testing.random_play import Table, random_table, shuffled
from kozyr_testing.rules import rule

KNOCKER = "4H 5H 6H QC QD QS 9S TS JS 3D KH"
KNOCK = "knock KH: QC QD QS | 4H 5H 6H | 9S TS JS"
ANSWER = "2C 2D 2H 7H 8H KC 9D 5C AS 4C"

# --- laws with decks that make knocks likely --------------------------------------------------


def _near(deck: Pack, rng: random.Random) -> Pack:
    """A deck from which hands are full of melds: runs of suits with a few cards exchanged."""
    if len(deck) < len(PACK_52):
        return deck
    order = sorted(range(len(deck)), key=lambda at: PACK_52.index(deck[at]) // 4)
    cards = [deck[at] for at in order] if rng.random() < 0.5 else list(PACK_52)
    start = rng.randrange(len(cards))
    cards = cards[start:] + cards[:start]
    for _ in range(rng.randrange(12)):
        a, b = rng.randrange(52), rng.randrange(52)
        cards[a], cards[b] = cards[b], cards[a]
    # Dealt one at a time, so that neighbours must lie two apart to reach one hand.
    first, second = cards[:10], cards[10:20]
    return (*(c for pair in zip(first, second, strict=True) for c in pair), *cards[20:])


def _deal(state: State, deck: Pack) -> Step[State, Any]:
    return GAME.deal(state, _near(deck, random.Random("".join(deck))))


STACKED: Any = dataclass_replace(GAME, deal=_deal)


@rule("E7.laws")
@pytest.mark.parametrize("seed", range(40))
def test_laws_hold_where_knocks_are_likely(seed: int) -> None:
    given = random_table(STACKED, seed).given
    check_game(Table(STACKED, None, given, 2, seed), max_deals=4, thoroughly=0.3)


def _decks(seed: int) -> Iterator[Pack]:
    rng = random.Random(seed)
    while True:
        yield shuffled(PACK_52, rng)


@rule("E7.laws")
def test_stacked_decks_end_in_every_way() -> None:
    found: set[str] = set()
    rng, decks = random.Random(3), _decks(3)
    for seed in range(400):
        options = dict(random_table(STACKED, seed).given) | {"draw": "off"}
        state = GAME.deal(fresh(**options), _near(next(decks), rng)).state
        while GAME.to_act(state):
            (seat,) = GAME.to_act(state)
            actions = GAME.legal_actions(state, seat)
            knocks = [each for each in actions if isinstance(each, Knock)]
            step = GAME.apply(state, seat, rng.choice(knocks or actions))
            state = step.state
            found |= {e.reason for e in step.events if isinstance(e, DealScored)}
    assert found >= {"knock", "gin", "undercut"}


@rule("E7.hands", "E7.stock")
def test_checks_notice_a_hand_of_another_size_or_a_stock_too_short() -> None:
    sound = table(KNOCKER, ANSWER)
    assert GAME.checks(sound) == ()
    assert GAME.checks(replace(sound, phase=Phase.DRAW))[0].startswith("a hand has ten cards")
    short = replace(sound, drawn=len(sound.dealt_stock) - 1)
    assert GAME.checks(short) == ("the last two cards of the stock stay",)
    wall = replace(table(ANSWER, KNOCKER.removesuffix(" KH")), phase=Phase.WALL)
    assert GAME.checks(wall) == ("the stock is at its end, or somebody draws",)


@rule("E7.one_scores", "E7.boxes", "E7.end", "E7.worth")
def test_checks_notice_unsound_scores() -> None:
    state, _ = play(table(KNOCKER, ANSWER), KNOCK)
    assert GAME.checks(state) == ()
    (row,) = state.rows
    both = replace(state, rows=(replace(row, scores=(26, 1)),))
    assert "one player scores a hand, or nobody" in GAME.checks(both)
    nothing = replace(state, rows=(replace(row, scores=(0, 0)),))
    assert "a hand is worth at least a point, or a bonus" in GAME.checks(nothing)
    assert any(
        "boxes" in each
        for each in GAME.checks(replace(state, games=(Tally((26, 0), (2, 0), over=False),)))
    )
    assert "an open game has nobody at the target" in GAME.checks(
        replace(state, games=(Tally((126, 0), (1, 0), over=False),))
    )
    assert "a game that is over has one player at the target" in GAME.checks(
        replace(state, games=(Tally((26, 0), (1, 0), over=True),))
    )
    assert "hands won and void hands are the hands dealt" in GAME.checks(
        replace(state, wins=(2, 0))
    )


@rule("E7.limit", "E7.lay_off_less")
def test_checks_notice_an_unsound_showdown() -> None:
    state, _ = play(table(KNOCKER, ANSWER), KNOCK)
    shown = state.shown
    assert shown is not None
    assert "the deadwood is within the limit" in GAME.checks(replace(state, limit=2))
    more = replace(shown, left=("KC", "QH", "JH", "TH"), answer=(("9C", "9D", "9H"),), laid_off=())
    assert GAME.checks(replace(state, shown=replace(more, left=("2C", "3C", "4C")))) == (
        "lay-offs never make deadwood",
    )
    wrong = replace(shown, melds=(("4H", "5H", "7H"),))
    assert "what is shown are melds" in GAME.checks(replace(state, shown=wrong))
