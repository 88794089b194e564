"""How long the searches of Gin Rummy take: CPU time of this thread for a hand.

    python tests/benchmarks/bench_gin_rummy.py [hands]

Each search has the same random hands of eleven cards, and of them the ten that are kept or the
opponent's ten. Bounds: 200 µs in the median, 2 ms at worst.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable

from kozyr_games.gin_rummy import lay_offs, melds
from kozyr_games.gin_rummy.knocking import Terms, knock_discards, knocks
from kozyr_protocol.cards import PACK_52, Card

TERMS = Terms(limit=10, big_gin=True, taken=None)
Cards = list[Card]

SEARCHES: dict[str, Callable[[Cards, Cards], object]] = {
    "least deadwood": lambda own, _: melds.least_deadwood(own),
    "best arrangement": lambda own, _: melds.best(own),
    "knock discards": lambda own, _: knock_discards(own, TERMS),
    "all knocks": lambda own, _: knocks(own, TERMS),
    "best answer": lambda own, other: lay_offs.best_answer(other, melds.best(own[:10]).melds),
}


def times_us(search: Callable[[Cards, Cards], object], hands: list[Cards]) -> list[float]:
    """Thread CPU time of each hand in microseconds, ascending; the better of two runs."""
    found = [float("inf")] * len(hands)
    for _ in range(2):
        for at, dealt in enumerate(hands):
            own, other = dealt[:11], dealt[11:]
            start = time.thread_time_ns()
            search(own, other)
            found[at] = min(found[at], (time.thread_time_ns() - start) / 1_000)
    return sorted(found)


def main() -> None:
    """Print a line for each search."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    rng = random.Random(11)
    hands = [rng.sample(PACK_52, 21) for _ in range(count)]
    print(f"{'µs a hand':18} {'median':>8} {'99.9 %':>8} {'worst':>8}")
    for name, search in SEARCHES.items():
        times = times_us(search, hands)
        high = times[int(len(times) * 0.999)]
        print(f"{name:18} {statistics.median(times):8.1f} {high:8.1f} {times[-1]:8.1f}")


if __name__ == "__main__":
    main()
