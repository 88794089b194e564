"""Whose word is taken for an address (`kozyr_server.proxies`)."""

import pytest

from kozyr_server.proxies import BOUND, TrustedProxies, limit_key


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "client"),
    [
        ("127.0.0.1", "127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        ("127.0.0.1", "192.0.2.1", ["198.51.100.7"], "192.0.2.1"),
        # What a client wrote itself stands before what the proxy added.
        ("127.0.0.1", "127.0.0.1", ["203.0.113.9, 198.51.100.7"], "198.51.100.7"),
        ("127.0.0.1", "127.0.0.1", ["203.0.113.9", "198.51.100.7"], "198.51.100.7"),
        ("127.0.0.1,10.0.0.0/8", "10.1.2.3", ["198.51.100.7, 10.9.9.9"], "198.51.100.7"),
        ("10.0.0.0/8", "10.1.2.3", ["10.4.4.4, 10.9.9.9"], "10.4.4.4"),
        ("*", "192.0.2.1", ["203.0.113.9, 198.51.100.7"], "203.0.113.9"),
        ("*", "", ["198.51.100.7"], "198.51.100.7"),
        ("127.0.0.1", "", ["198.51.100.7"], ""),
        ("::1", "::1", ["2001:db8::7"], "2001:db8::7"),
        ("127.0.0.1", "::ffff:127.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        ("127.0.0.1", "127.0.0.1", ["198.51.100.7:4711"], "198.51.100.7"),
        ("127.0.0.1", "127.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::7"),
        ("127.0.0.1", "127.0.0.1", ["unknown"], "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", ["198.51.100.7, "], "127.0.0.1"),
    ],
)
def test_the_nearest_address_that_no_trusted_proxy_has(
    trusted: str, peer: str, forwarded: list[str], client: str
) -> None:
    assert TrustedProxies.from_text(trusted).client(peer, forwarded) == client


@pytest.mark.parametrize("text", ["", " , ", "proxy.example.org", "10.0.0.1/8", "127.0.0.1,*"])
def test_what_is_no_list_of_addresses(text: str) -> None:
    with pytest.raises(ValueError, match="addresses") as refused:
        TrustedProxies.from_text(text)
    assert str(refused.value) == BOUND


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "is_left_out"),
    [
        ("10.0.0.1", "127.0.0.1", ["198.51.100.7"], True),
        ("127.0.0.1", "10.1.2.3", ["198.51.100.7"], True),
        ("127.0.0.1", "::1", ["198.51.100.7"], True),
        ("127.0.0.1", "127.0.0.1", ["198.51.100.7"], False),
        ("10.0.0.1", "127.0.0.1", [], False),
        # Anybody may write the header: only who is near can be a proxy of the host.
        ("127.0.0.1", "93.184.216.34", ["198.51.100.7"], False),
        ("*", "10.1.2.3", ["198.51.100.7"], False),
        ("127.0.0.1", "", ["198.51.100.7"], False),
    ],
)
def test_a_proxy_that_the_host_forgot(
    trusted: str, peer: str, forwarded: list[str], is_left_out: bool
) -> None:
    assert TrustedProxies.from_text(trusted).leaves_out(peer, forwarded) is is_left_out


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("", ""),
        ("127.0.0.1", "127.0.0.1"),
        ("203.0.113.7", "203.0.113.7"),
        ("::1", "::1"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("no:address", "no:address"),
    ],
)
def test_whom_the_limits_of_an_address_hold(address: str, key: str) -> None:
    assert limit_key(address) == key


def test_how_much_of_an_address_counts_can_be_set() -> None:
    assert limit_key("2001:db8:1:2::3", 48) == "2001:db8:1::/48"
    assert limit_key("2001:db8::3", 128) == "2001:db8::3/128"
