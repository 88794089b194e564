"""How much may be asked for (`kozyr_server.transport.limits`)."""

import pytest

from kozyr_protocol.ids import PlayerId
from kozyr_server.transport.limits import (
    Addresses,
    Allowances,
    FloodGuard,
    Paces,
    Rate,
    Rates,
    TokenBucket,
)

RATES = Rates(Rate(10.0, 2), Rate(1.0, 1), Rate(1.0, 1), Rate(1.0, 1))
ME = PlayerId("pme")


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = TokenBucket(Rate(10.0, 2), 0.0)
    assert [bucket.take(0.0) for _ in range(3)] == [0, 0, 100]
    assert bucket.take(0.05) == 50
    assert bucket.take(0.1) == 0
    assert not bucket.is_full(0.2)
    assert bucket.is_full(0.31)


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    bucket = TokenBucket(Rate(10.0, 2), 0.0)
    assert [bucket.take(1000.0) for _ in range(3)] == [0, 0, 100]


def test_what_is_refused_costs_nothing() -> None:
    bucket = TokenBucket(Rate(1.0, 1), 0.0)
    bucket.take(0.0)
    for _ in range(50):
        assert bucket.take(0.5) == 500
    assert bucket.take(1.0) == 0


def test_zero_is_no_limit() -> None:
    bucket = TokenBucket(Rate(0.0, 1), 0.0)
    assert not any(bucket.take(0.0) for _ in range(1000))


def test_coming_back_refills_nothing() -> None:
    allowances = Allowances(RATES)
    allowances.of(ME, 0.0).chat.take(0.0)
    allowances.sweep(0.1, held=set())
    assert allowances.of(ME, 0.1).chat.take(0.1) > 0


def test_full_allowances_of_those_who_left_are_forgotten() -> None:
    allowances = Allowances(RATES)
    allowances.of(ME, 0.0).chat.take(0.0)
    allowances.of(PlayerId("pother"), 0.0)
    allowances.sweep(5.0, held={ME})
    assert len(allowances) == 1
    allowances.sweep(5.0, held=set())
    assert len(allowances) == 0


def test_a_flood_is_too_many_in_one_stretch() -> None:
    guard = FloodGuard(3, 10.0, 0.0)
    assert [guard.is_flood(1.0) for _ in range(3)] == [False] * 3
    assert not guard.is_flood(10.0)
    assert [guard.is_flood(12.0) for _ in range(3)] == [False, False, True]


def test_an_address_has_its_number_of_connections() -> None:
    addresses = Addresses(2)
    assert addresses.enter("192.0.2.1")
    assert addresses.enter("192.0.2.1")
    assert not addresses.enter("192.0.2.1")
    assert addresses.enter("2001:db8::1")
    addresses.leave("192.0.2.1")
    assert addresses.enter("192.0.2.1")


@pytest.mark.parametrize("own", ["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1", ""])
def test_the_own_machine_is_free(own: str) -> None:
    addresses = Addresses(1)
    assert all(addresses.enter(own) for _ in range(5))
    addresses.leave(own)


def test_a_pace_holds_an_address_and_only_so_many_are_remembered() -> None:
    paces = Paces(Rate(1.0, 2), most=3)
    assert [paces.take("203.0.113.1", 0.0) for _ in range(3)] == [0, 0, 1000]
    assert [paces.take(f"203.0.113.{last}", 0.0) for last in (2, 3)] == [0, 0]
    assert paces.take("203.0.113.1", 0.0) == 1000
    assert paces.take("203.0.113.4", 0.0) == 0
    assert len(paces) == 3
    assert paces.take("203.0.113.1", 0.0) == 1000, "who floods is not forgotten"
    assert [paces.take("127.0.0.1", 0.0) for _ in range(9)] == [0] * 9
