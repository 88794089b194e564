"""The timer wheel (`kozyr_server.transport.wheel`)."""

from random import Random

from kozyr_server.transport.wheel import Wheel


def test_things_come_once_when_their_moment_has_passed() -> None:
    wheel: Wheel[str] = Wheel(0.25, 100.0)
    wheel.put("a", 100.1)
    wheel.put("b", 101.0)
    assert wheel.take_due(100.0) == []
    assert wheel.take_due(100.3) == ["a"]
    assert wheel.take_due(100.9) == []
    assert wheel.take_due(101.3) == ["b"]
    assert len(wheel) == 0


def test_a_moment_can_be_moved_and_taken_back() -> None:
    wheel: Wheel[str] = Wheel(1.0, 0.0)
    wheel.put("a", 1.0)
    wheel.put("a", 5.0)
    wheel.put("b", 1.0)
    wheel.remove("b")
    wheel.remove("never there")
    assert wheel.take_due(3.0) == []
    assert wheel.take_due(7.0) == ["a"]


def test_what_is_overdue_comes_next() -> None:
    wheel: Wheel[str] = Wheel(1.0, 50.0)
    wheel.put("a", 3.0)
    assert wheel.take_due(51.5) == ["a"]


def test_a_pause_of_a_day_costs_no_more_than_the_things() -> None:
    wheel: Wheel[int] = Wheel(0.001, 0.0)
    for thing in range(10):
        wheel.put(thing, float(thing))
    assert sorted(wheel.take_due(10_000_000.0)) == list(range(10))


def test_nothing_comes_early_or_more_than_a_slot_late() -> None:
    random = Random(29)
    wheel: Wheel[int] = Wheel(0.25, 0.0)
    due = {thing: random.uniform(0, 60) for thing in range(500)}
    for thing, due_s in due.items():
        wheel.put(thing, due_s)
    seen: set[int] = set()
    now_s = 0.0
    while len(seen) < len(due):
        now_s += 0.05
        for thing in wheel.take_due(now_s):
            assert due[thing] <= now_s <= due[thing] + 0.25 + 0.06
            seen.add(thing)
