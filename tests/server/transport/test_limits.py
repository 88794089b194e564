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


@pytest.mark.parametrize("other", ["2001:db8:1:2:ffff::9", "2001:db8:1:2::"])
def test_a_network_of_ipv6_is_one_address(other: str) -> None:
    addresses, paces = Addresses(1), Paces(Rate(1.0, 1))
    assert addresses.enter("2001:db8:1:2::1")
    assert not addresses.enter(other)
    assert addresses.enter("2001:db8:1:3::1")
    addresses.leave(other)
    assert addresses.enter(other)
    assert [paces.take(each, 0.0) for each in ("2001:db8:1:2::1", other)] == [0, 1000]
    assert paces.take("2001:db8:1:3::1", 0.0) == 0
    assert Addresses(1, 128).enter(other)


def test_an_address_has_one_allowance_and_it_is_forgotten_when_full() -> None:
    addresses = Addresses(2, rates=RATES)
    addresses.enter("2001:db8::1")
    mine = addresses.allowance("2001:db8::1", 0.0)
    assert mine is not None
    assert mine.chat.take(0.0) == 0
    assert addresses.allowance("2001:db8::2", 0.0) is mine
    for number in range(50):
        addresses.allowance(f"192.0.2.{number}", 0.0)
    assert addresses.remembered() == 51
    addresses.sweep(0.1)
    assert addresses.remembered() == 1
    addresses.sweep(9.0)
    assert addresses.allowance("2001:db8::1", 9.0) is mine, "it is in use"
    addresses.leave("2001:db8::1")
    addresses.sweep(9.0)
    assert addresses.remembered() == 0


def test_nothing_is_shared_on_the_own_machine_nor_where_no_rates_are_set() -> None:
    assert Addresses(1, rates=RATES).allowance("127.0.0.1", 0.0) is None
    assert Addresses(1).allowance("192.0.2.1", 0.0) is None
