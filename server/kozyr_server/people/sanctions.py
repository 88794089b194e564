"""Who may not write, or not come in, as this process knows it.

A person is punished by his id, so by whatever token he comes; a range of addresses, whoever comes
from it.
"""

from collections.abc import Iterator, Mapping
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, Literal

from kozyr_protocol.ids import PlayerId
from kozyr_protocol.messages import Sanction
from kozyr_server.store.sanctions import StoredSanction

Kind = Literal["mute", "ban"]
Network = IPv4Network | IPv6Network

MIN_PREFIX: Final = {4: 8, 6: 16}
"""A wider range is a slip of the hand: it would shut out a continent."""

_RANGE: Final = "range"


class BadNetworkError(ValueError):
    """A text is no range of addresses that may be banned; the text is one sentence."""


def person_key(kind: Kind, player: PlayerId) -> str:
    """How the store names the punishment of a person."""
    return f"{kind}:{player}"


def range_key(network: Network) -> str:
    """How the store names the ban of a range."""
    return f"{_RANGE}:{network}"


def network(text: str) -> Network:
    """A range of addresses, or one address.

    Raises:
        BadNetworkError: it is none, or too wide.
    """
    try:
        found = ip_network(text.strip(), strict=False)
    except ValueError:
        raise BadNetworkError("write an address, or a range as 203.0.113.0/24") from None
    least = MIN_PREFIX[found.version]
    if found.prefixlen < least:
        raise BadNetworkError(f"a range has at least /{least} in IPv{found.version}")
    return found


def shown(kind: str, stored: StoredSanction) -> Sanction:
    """A punishment as its owner is told of it."""
    return Sanction("mute" if kind == "mute" else "ban", stored.until_ms, stored.reason)


class SanctionBook:
    """All punishments, found by person and by address without asking the store."""

    def __init__(self) -> None:
        self._all: dict[str, StoredSanction] = {}
        self._prefixes: dict[tuple[int, int], dict[int, str]] = {}

    def __len__(self) -> int:
        return len(self._all)

    def load(self, found: Mapping[str, StoredSanction]) -> None:
        """Begin anew with these."""
        self._all = {}
        self._prefixes = {}
        for key, stored in found.items():
            self.put(key, stored)

    def put(self, key: str, stored: StoredSanction | None) -> None:
        """Know one otherwise than before; None: not any more."""
        kind, _, whom = key.partition(":")
        if stored is None:
            self._all.pop(key, None)
        else:
            self._all[key] = stored
        if kind != _RANGE:
            return
        net = ip_network(whom)
        at, first = (net.version, net.prefixlen), int(net.network_address)
        if stored is None:
            self._prefixes.get(at, {}).pop(first, None)
        else:
            self._prefixes.setdefault(at, {})[first] = key

    def get(self, key: str, now_ms: int) -> StoredSanction | None:
        """The one of this key that is in force."""
        stored = self._all.get(key)
        return stored if stored is not None and _is_in_force(stored, now_ms) else None

    def of(self, player: PlayerId, now_ms: int) -> tuple[Sanction, ...]:
        """What somebody may not do now."""
        return tuple(
            shown(kind, stored)
            for kind in ("mute", "ban")
            if (stored := self.get(f"{kind}:{player}", now_ms)) is not None
        )

    def ban_of(self, player: PlayerId, address: str, now_ms: int) -> StoredSanction | None:
        """Why somebody may not come in; None: he may."""
        return self.get(f"ban:{player}", now_ms) or self.ban_of_address(address, now_ms)

    def ban_of_address(self, address: str, now_ms: int) -> StoredSanction | None:
        """Why nobody may come in from an address; None: who comes from it may.

        Args:
            address: as text; what is none (a Unix socket) is never banned.
            now_ms: Unix time.
        """
        if not self._prefixes:
            return None
        try:
            parsed = _plain(ip_address(address.partition("%")[0]))
        except ValueError:
            return None
        bits, number = parsed.max_prefixlen, int(parsed)
        for (version, length), ranges in self._prefixes.items():
            if version != parsed.version or not ranges:
                continue
            key = ranges.get(number >> (bits - length) << (bits - length))
            found = None if key is None else self.get(key, now_ms)
            if found is not None:
                return found
        return None

    def all(self, now_ms: int) -> Iterator[tuple[str, StoredSanction]]:
        """Those in force, by key."""
        return ((key, one) for key, one in self._all.items() if _is_in_force(one, now_ms))


def _is_in_force(stored: StoredSanction, now_ms: int) -> bool:
    return stored.until_ms is None or stored.until_ms > now_ms


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """An IPv4 address that a socket of both families writes as IPv6 is what it is."""
    mapped = getattr(address, "ipv4_mapped", None)
    return address if mapped is None else mapped
