"""Whose word is taken for the address of a client: proxies, and what they forward."""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from msgspec import Struct

IPV6_LIMIT_PREFIX = 64
"""So many bits of an IPv6 address are of the network that a provider gives one customer at least:
RFC 6177."""

BOUND = "a list by comma of addresses and networks such as 10.0.0.0/8, or *"


class TrustedProxies(Struct, frozen=True):
    """Peers whose `X-Forwarded-For` is believed."""

    networks: tuple[IPv4Network | IPv6Network, ...]
    """A single address is a network of one."""
    is_anybody: bool = False

    @classmethod
    def from_text(cls, text: str) -> "TrustedProxies":
        """Addresses and networks by comma, or `*`. Raises ValueError with `BOUND`."""
        if text.strip() == "*":
            return cls((), is_anybody=True)
        parts = [part.strip() for part in text.split(",") if part.strip()]
        try:
            networks = tuple(ip_network(part) for part in parts)
        except ValueError:
            raise ValueError(BOUND) from None
        if not networks:
            raise ValueError(BOUND)
        return cls(networks)

    def client(self, peer: str, forwarded: Iterable[str]) -> str:
        """The address to hold somebody to: the nearest one that no trusted proxy has.

        Args:
            peer: address of the other end of the connection, empty for a Unix socket.
            forwarded: values of all `X-Forwarded-For` headers, in their order.
        """
        # Each proxy adds the peer that it saw at the end: only what trusted ones added is true.
        client = peer
        for hop in reversed([hop for value in forwarded for hop in value.split(",")]):
            if not self.trusts(client):
                break
            address = _address(hop.strip())
            if address is None:
                break
            client = str(address)
        return client

    def leaves_out(self, peer: str, forwarded: Sequence[str]) -> bool:
        """Whether a proxy of this machine or network seems to be missing here.

        Then all people have one address, its own: limits and bans hold for nobody, or for all.

        Args:
            peer: address of the other end of the connection.
            forwarded: values of all `X-Forwarded-For` headers.
        """
        address = _address(peer)
        is_near = address is not None and address.is_private
        return bool(forwarded) and is_near and not self.trusts(peer)

    def trusts(self, host: str) -> bool:
        """Whether this peer is a proxy whose word is taken."""
        address = _address(host)
        if self.is_anybody or address is None:
            return self.is_anybody
        return any(address in network for network in self.networks)


def limit_key(address: str, ipv6_prefix: int = IPV6_LIMIT_PREFIX) -> str:
    """Whom the limits of an address hold.

    Whoever has IPv6 has a network of it, and an address for each connection: he is one. An address
    of IPv4 is itself, also in the clothes of IPv6, and so are loopback and what is no address.

    Args:
        address: of a client, empty for a Unix socket.
        ipv6_prefix: bits of an IPv6 address that tell one client from another, 1 to 128.
    """
    if ":" not in address:
        return address
    found = _address(address)
    if not isinstance(found, IPv6Address) or found.is_loopback:
        return address if found is None else str(found)
    # Without the zone of a link-local address: `fe80::1%eth0`.
    return str(IPv6Network((int(found), ipv6_prefix), strict=False))


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """None: it is none. A port behind it is dropped, and IPv4 in the clothes of IPv6 is IPv4."""
    host = text[1:].partition("]")[0] if text.startswith("[") else text
    if host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ip_address(host)
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return address if mapped is None else mapped
