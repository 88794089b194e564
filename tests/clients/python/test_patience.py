"""How `kozyr_client.patience` spreads and bounds what is tried again."""

from random import Random

import pytest

from kozyr_client.patience import Backoff, Patience, retry_delay_s

PATIENCE = Patience(back_first_s=0.1, back_most_s=10.0, give_up_after_s=60.0, stable_s=5.0)


class Most(Random):
    """The longest wait that chance allows."""

    def random(self) -> float:
        return 1.0


def test_waits_double_up_to_the_bound() -> None:
    backoff = Backoff(PATIENCE, Most())
    waits = [backoff.delay_s(0.0) for _ in range(9)]
    assert waits == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0]


def test_jitter_is_full_and_reproducible() -> None:
    waits = [Backoff(PATIENCE, Random(seed)).delay_s(0.0) or 0.0 for seed in range(200)]
    assert min(waits) < 0.01
    assert max(waits) > 0.09
    assert waits[3] == Backoff(PATIENCE, Random(3)).delay_s(0.0)


def test_gives_up_after_the_bound() -> None:
    backoff = Backoff(PATIENCE, Random(1))
    assert backoff.delay_s(100.0) is not None
    assert backoff.delay_s(159.9) == pytest.approx(0.1, abs=0.1)
    assert backoff.away_s(160.0) == 60.0
    assert backoff.delay_s(160.0) is None


def test_a_named_delay_is_kept_and_not_counted_as_absence() -> None:
    backoff = Backoff(PATIENCE, Random(1))
    wait = backoff.delay_s(100.0, told_ms=90_000)
    assert wait is not None
    assert 90.0 <= wait <= 90.1
    assert backoff.delay_s(190.0) is not None
    assert backoff.delay_s(250.0) is None


def test_a_stable_line_makes_waits_short_again() -> None:
    backoff = Backoff(PATIENCE, Most())
    for _ in range(5):
        backoff.delay_s(0.0)
    backoff.welcomed(1.0)
    assert backoff.away_s(2.0) == 0.0
    assert backoff.delay_s(6.0) == 0.1


def test_a_line_that_dies_at_once_does_not() -> None:
    backoff = Backoff(PATIENCE, Most())
    for _ in range(5):
        backoff.delay_s(0.0)
    backoff.welcomed(1.0)
    assert backoff.delay_s(1.5) == 3.2


def test_retries_grow_between_half_and_whole_steps() -> None:
    for tries, step in [(1, 0.1), (2, 0.2), (4, 0.8), (30, 5.0)]:
        waits = [retry_delay_s(PATIENCE, Random(seed), tries) for seed in range(100)]
        assert step / 2 <= min(waits) <= max(waits) <= step


def test_the_server_says_when() -> None:
    waits = [retry_delay_s(PATIENCE, Random(seed), 1, 2000) for seed in range(100)]
    assert 2.0 <= min(waits) <= max(waits) <= 2.5


@pytest.mark.parametrize("nonsense", [None, "soon", -5, 0, 10**12, float("nan")])
def test_nonsense_of_the_server_is_ignored(nonsense: object) -> None:
    assert retry_delay_s(PATIENCE, Random(1), 1, nonsense) <= 0.1
