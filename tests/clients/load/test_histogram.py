"""Buckets and percentiles (`kozyr_load.histogram`)."""

import random

import pytest

from kozyr_load.histogram import ERROR, Histogram, bucket, highest_us, merged


@pytest.mark.parametrize(
    "value_us", [0, 1, 127, 128, 255, 256, 257, 1000, 123_456, 10**9, 2**40 + 1]
)
def test_a_bucket_is_never_too_low_and_hardly_too_high(value_us: int) -> None:
    highest = highest_us(bucket(value_us))
    assert value_us <= highest < value_us * (1 + ERROR) + 1


def test_buckets_are_without_gaps() -> None:
    former = -1
    for value_us in range(5000):
        index = bucket(value_us)
        assert index in {former, former + 1}
        former = index


def test_percentiles_are_those_of_the_values_within_the_error() -> None:
    seed = 7
    rng = random.Random(seed)
    values_us = sorted(round(rng.lognormvariate(8, 1.5)) for _ in range(20_000))
    histogram = Histogram()
    for value_us in values_us:
        histogram.record(value_us / 1e6)
    for percent in (50.0, 90.0, 99.0, 99.9, 100.0):
        true_us = values_us[max(1, -(-len(values_us) * percent // 100).__int__()) - 1]
        told_ms = histogram.percentile_ms(percent)
        assert told_ms is not None
        assert true_us / 1000 <= told_ms <= true_us * (1 + ERROR) / 1000 + 0.001, f"seed {seed}"
    assert histogram.mean_ms() == pytest.approx(sum(values_us) / len(values_us) / 1000)


def test_nothing_measured_has_no_percentile() -> None:
    assert Histogram().percentile_ms(99) is None
    assert Histogram().mean_ms() is None


def test_a_duration_below_zero_counts_as_none() -> None:
    histogram = Histogram()
    histogram.record(-0.001)
    assert histogram.percentile_ms(100) == 0.0


def test_it_goes_to_another_process_and_adds_up() -> None:
    one, other = Histogram(), Histogram()
    for ms in range(1, 101):
        (one if ms % 2 else other).record(ms / 1000)
    both = merged(({"x": Histogram.unpacked(one.packed())}, {"x": other}))["x"]
    assert both.count == 100
    assert both.percentile_ms(50) == pytest.approx(50, rel=ERROR)
    assert both.max_us == 100_000
