"""Policies at tables played without a server."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from kozyr_bots import selfplay, strength
from kozyr_games.spec import AnyGame
from kozyr_testing.random_play import random_table

Policy = Callable[[Any, int, Sequence[Any], Random, Mapping[str, Any]], Any]


def always_legal(spec: AnyGame, policy: Policy, seed: int, max_deals: int = 6) -> None:
    """A game with random options in which a policy plays every seat: all it does is legal."""
    table = random_table(spec, seed)
    options, rng = table.options(), table.rng()
    plain = msgspec.to_builtins(options)
    state = spec.setup(options, table.seats)
    while spec.outcome(state) is None and len(spec.sheet(state)) < max_deals:
        pack = spec.wants_deck(state)
        if pack is not None:
            state = spec.deal(state, tuple(rng.sample(pack, len(pack)))).state
            continue
        seat = rng.choice(spec.to_act(state))
        legal = spec.legal_actions(state, seat)
        action = policy(spec.view(state, seat), seat, legal, rng, plain)
        assert action in legal, str(table)
        state = spec.apply(state, seat, action).state


def sound_row(game: str, preset: str, seats: int, games: int) -> strength.Row:
    """How one `sound` does among `random`s: its row of the strength table."""
    series = selfplay.series(game, preset, seats=seats)
    played = map(strength.of_record, selfplay.games(series, games))
    return next(row for row in strength.rows(played) if row.policy == "sound")
