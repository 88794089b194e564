"""How much one connection, one player and one address may ask of this process.

All buckets are per process: behind several processes somebody may have each of them. An address
is what `limit_key` makes of it: of IPv6 a network.
"""

from collections.abc import Container
from ipaddress import ip_address
from math import ceil

from msgspec import Struct

from kozyr_server.proxies import IPV6_LIMIT_PREFIX, limit_key


class Rate(Struct, frozen=True):
    """So many a second on average, and so many at once after a pause."""

    per_s: float
    """0: no limit."""
    burst: int


class Rates(Struct, frozen=True):
    """The rates that a player is held to, or all players of an address together."""

    commands: Rate
    """All commands of a player, whose connections' frames are held to it, too; of an address all
    but actions in games."""
    chat: Rate
    creates: Rate
    lists: Rate


class TokenBucket:
    """A bucket that holds `burst` tokens, full at first, and gets `per_s` a second."""

    __slots__ = ("_at_s", "_rate", "_tokens")

    def __init__(self, rate: Rate, now_s: float) -> None:
        self._rate = rate
        self._tokens = float(rate.burst)
        self._at_s = now_s

    def take(self, now_s: float) -> int:
        """Take one token.

        Args:
            now_s: seconds of a clock that never goes back.

        Returns:
            0: taken. Else nothing was taken and there will be one after so many milliseconds.
        """
        rate = self._rate
        if not rate.per_s:
            return 0
        tokens = min(rate.burst, self._tokens + (now_s - self._at_s) * rate.per_s)
        self._at_s = now_s
        if tokens >= 1:
            self._tokens = tokens - 1
            return 0
        self._tokens = tokens
        return ceil((1 - tokens) / rate.per_s * 1000)

    def is_full(self, now_s: float) -> bool:
        """Whether it is as good as new."""
        rate = self._rate
        return self._tokens + (now_s - self._at_s) * rate.per_s >= rate.burst


class Allowance:
    """What one player, or one address, has left on all connections to this process together."""

    __slots__ = ("chat", "commands", "creates", "lists")

    def __init__(self, rates: Rates, now_s: float) -> None:
        self.commands = TokenBucket(rates.commands, now_s)
        self.chat = TokenBucket(rates.chat, now_s)
        self.creates = TokenBucket(rates.creates, now_s)
        self.lists = TokenBucket(rates.lists, now_s)

    def is_full(self, now_s: float) -> bool:
        """Whether nothing is known that a new one would not say as well."""
        buckets = (self.commands, self.chat, self.creates, self.lists)
        return all(bucket.is_full(now_s) for bucket in buckets)


class Allowances:
    """The allowances of all who were seen a short while ago: coming back refills nothing."""

    def __init__(self, rates: Rates) -> None:
        self._rates = rates
        self._known: dict[str, Allowance] = {}

    def __len__(self) -> int:
        return len(self._known)

    def of(self, who: str, now_s: float) -> Allowance:
        """The one allowance of a player or an address."""
        allowance = self._known.get(who)
        if allowance is None:
            allowance = self._known[who] = Allowance(self._rates, now_s)
        return allowance

    def sweep(self, now_s: float, held: Container[str]) -> None:
        """Forget the full ones of those who are not connected; called every few seconds.

        Args:
            now_s: seconds of a clock that never goes back.
            held: those with a connection, which uses the object.
        """
        gone = [
            who
            for who, allowance in self._known.items()
            if who not in held and allowance.is_full(now_s)
        ]
        for who in gone:
            del self._known[who]


class FloodGuard:
    """Counts what was refused for its form or its speed, in stretches of a few seconds."""

    __slots__ = ("_count", "_max", "_since_s", "_within_s")

    def __init__(self, max_refusals: int, within_s: float, now_s: float) -> None:
        self._max = max_refusals
        self._within_s = within_s
        self._since_s = now_s
        self._count = 0

    def is_flood(self, now_s: float) -> bool:
        """Count one more refusal; whether it was one too many."""
        if now_s - self._since_s >= self._within_s:
            self._since_s, self._count = now_s, 0
        self._count += 1
        return self._count > self._max


class Paces:
    """A bucket for each address that was heard of lately; the own machine has none."""

    def __init__(
        self, rate: Rate, most: int = 10_000, ipv6_prefix: int = IPV6_LIMIT_PREFIX
    ) -> None:
        """Hold each to this rate, and remember so many of them."""
        self._rate = rate
        self._most = most
        self._ipv6_prefix = ipv6_prefix
        self._buckets: dict[str, TokenBucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, address: str, now_s: float) -> int:
        """See `TokenBucket.take`."""
        if is_own(address):
            return 0
        key = limit_key(address, self._ipv6_prefix)
        bucket = self._buckets.pop(key, None) or TokenBucket(self._rate, now_s)
        if len(self._buckets) >= self._most:
            # Who has been silent longest is the first.
            del self._buckets[next(iter(self._buckets))]
        self._buckets[key] = bucket
        return bucket.take(now_s)


class Addresses:
    """Connections of each address, and what they have left together.

    The own machine is free: a load test comes from one address.
    """

    def __init__(
        self,
        max_each: int,
        ipv6_prefix: int = IPV6_LIMIT_PREFIX,
        rates: Rates | None = None,
    ) -> None:
        """Nobody is connected.

        Args:
            max_each: connections of an address.
            ipv6_prefix: see `limit_key`.
            rates: that an address is held to; None: to none.
        """
        self._max = max_each
        self._ipv6_prefix = ipv6_prefix
        self._counts: dict[str, int] = {}
        self._allowances = None if rates is None else Allowances(rates)

    def enter(self, address: str) -> bool:
        """Count a connection; False where the address has its full number already."""
        if is_own(address):
            return True
        key = limit_key(address, self._ipv6_prefix)
        count = self._counts.get(key, 0)
        if count >= self._max:
            return False
        self._counts[key] = count + 1
        return True

    def leave(self, address: str) -> None:
        """A connection that had entered ended."""
        if is_own(address):
            return
        key = limit_key(address, self._ipv6_prefix)
        count = self._counts.get(key, 0) - 1
        if count > 0:
            self._counts[key] = count
        else:
            self._counts.pop(key, None)

    def allowance(self, address: str, now_s: float) -> Allowance | None:
        """What an address has left; None: it is free."""
        if self._allowances is None or is_own(address):
            return None
        return self._allowances.of(limit_key(address, self._ipv6_prefix), now_s)

    def sweep(self, now_s: float) -> None:
        """See `Allowances.sweep`."""
        if self._allowances is not None:
            self._allowances.sweep(now_s, self._counts)

    def remembered(self) -> int:
        """Of so many addresses it is known what they have left."""
        return 0 if self._allowances is None else len(self._allowances)


def is_own(address: str) -> bool:
    """Whether an address is of this machine."""
    try:
        parsed = ip_address(address)
    except ValueError:
        # A Unix socket has no address: whoever can open it is on this machine.
        return address == ""
    mapped = getattr(parsed, "ipv4_mapped", None)
    return parsed.is_loopback or (mapped is not None and mapped.is_loopback)
