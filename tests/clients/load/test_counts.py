"""Counters that add up (`kozyr_load.counts`)."""

from kozyr_load.counts import ACTION, Counts


def test_taken_counts_begin_anew_and_add_up_elsewhere() -> None:
    here, there = Counts(), Counts()
    for _ in range(2):
        here.count("actions", 3)
        here.count("errors.stale")
        here.time(ACTION, 0.004)
        there.add(Counts.unpacked(here.taken()))
        assert not here.numbers
    assert there.numbers["actions"] == 6
    assert there.by_prefix("errors") == {"stale": 2}
    assert there.histogram(ACTION).count == 2
    assert there.histogram("nothing").count == 0
