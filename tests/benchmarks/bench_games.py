"""How fast the rules are: CPU time of random games, in one process.

    python tests/benchmarks/bench_games.py [seconds a game]

`apply` is the rules alone on moves chosen beforehand; `move` is what the server does for an action:
the legal actions of the seat on turn, the action, and a view of each seat.
"""

import random
import sys
import time
from collections.abc import Iterator
from typing import Any

from kozyr_games.options import table_options
from kozyr_games.registry import GAMES
from kozyr_games.spec import AnyGame

Move = tuple[Any, int, Any]


def moves(spec: AnyGame, seats: int, rng: random.Random) -> Iterator[Move]:
    """State, seat and action of every move of one random game."""
    state = spec.setup(table_options(spec, None, {}, seats), seats)
    while spec.outcome(state) is None:
        pack = spec.wants_deck(state)
        if pack is not None:
            state = spec.deal(state, tuple(rng.sample(pack, len(pack)))).state
            continue
        seat = rng.choice(spec.to_act(state))
        action = rng.choice(spec.legal_actions(state, seat))
        yield state, seat, action
        state = spec.apply(state, seat, action).state


def rate(spec: AnyGame, sample: list[Move], seconds: float, *, whole: bool) -> float:
    """Moves a second of CPU time."""
    made = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for state, seat, action in sample:
            if whole:
                spec.legal_actions(state, seat)
                after = spec.apply(state, seat, action).state
                for viewer in range(spec.usual_seats):
                    spec.view(after, viewer)
            else:
                spec.apply(state, seat, action)
        made += len(sample)
    return made / spent


def main() -> None:
    """Print a line for each game."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    print(f"{'game':12} {'moves':>6} {'apply/s':>10} {'legal+apply+views/s':>20}")
    for key, spec in GAMES.items():
        rng = random.Random(29)
        sample = [move for _ in range(3) for move in moves(spec, spec.usual_seats, rng)]
        apply = rate(spec, sample, seconds, whole=False)
        move = rate(spec, sample, seconds, whole=True)
        print(f"{key:12} {len(sample):>6} {apply:>10,.0f} {move:>20,.0f}")


if __name__ == "__main__":
    main()
