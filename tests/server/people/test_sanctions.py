"""Punishments as a process knows them (`kozyr_server.people.sanctions`)."""

import pytest

from kozyr_protocol.ids import PlayerId
from kozyr_protocol.messages import Sanction
from kozyr_server.people import sanctions
from kozyr_server.people.sanctions import BadNetworkError, SanctionBook
from kozyr_server.store.sanctions import StoredSanction

ANNA = PlayerId("p" + "a" * 16)


def _stored(until_ms: int | None = None, reason: str = "rude") -> StoredSanction:
    return StoredSanction(until_ms, reason, "root", 1)


def test_a_sanction_ends_by_itself() -> None:
    book = SanctionBook()
    book.put(f"mute:{ANNA}", _stored(100))
    assert book.of(ANNA, 99) == (Sanction("mute", 100, "rude"),)
    assert book.of(ANNA, 100) == ()
    book.put(f"ban:{ANNA}", _stored())
    assert book.ban_of(ANNA, "", 10**12) is not None
    book.put(f"ban:{ANNA}", None)
    assert book.ban_of(ANNA, "", 50) is None
    assert [key for key, _ in book.all(99)] == [f"mute:{ANNA}"]


@pytest.mark.parametrize(
    ("network", "inside", "outside"),
    [
        ("203.0.113.0/24", "203.0.113.255", "203.0.114.0"),
        ("203.0.113.7", "203.0.113.7", "203.0.113.8"),
        ("10.0.0.0/8", "::ffff:10.1.2.3", "11.0.0.1"),
        ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"),
        ("fe80::/64", "fe80::1%eth0", "fe80:1::1"),
    ],
)
def test_a_range_holds_for_all_of_its_addresses(network: str, inside: str, outside: str) -> None:
    book = SanctionBook()
    key = sanctions.range_key(sanctions.network(network))
    book.load({key: _stored(), "range:192.0.2.0/30": _stored()})
    assert book.ban_of_address(inside, 5) is not None
    for other in (outside, "", "no address"):
        assert book.ban_of_address(other, 5) is None
    book.put(key, None)
    assert book.ban_of_address(inside, 5) is None
    assert len(book) == 1


def test_the_widest_ranges_are_slips_of_the_hand() -> None:
    for text in ("0.0.0.0/0", "8.0.0.0/7", "::/0", "2000::/15", "", "anna", "1.2.3.4/33"):
        with pytest.raises(BadNetworkError):
            sanctions.network(text)
    assert str(sanctions.network(" 203.0.113.9/24 ")) == "203.0.113.0/24"


def test_many_ranges_cost_a_look_for_each_length_only() -> None:
    book = SanctionBook()
    for number in range(20_000):
        book.put(f"range:10.{number >> 8 & 255}.{number & 255}.0/24", _stored())
    assert book.ban_of_address("10.78.31.5", 5) is not None
    assert book.ban_of_address("10.78.32.5", 5) is None
    assert sanctions.person_key("ban", ANNA) == f"ban:{ANNA}"
