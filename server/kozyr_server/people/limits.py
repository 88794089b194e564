"""How often one may try what costs others something; counted in the store, for all processes."""

from msgspec import Struct

from kozyr_protocol.errors import ErrorCode
from kozyr_server.people.callers import RefusedError
from kozyr_server.proxies import IPV6_LIMIT_PREFIX, limit_key
from kozyr_server.store.persons import Persons

MINUTE_S = 60
TEN_MINUTES_S = 600
HOUR_S = 3600


class PeopleLimits(Struct, frozen=True):
    """So many in a stretch that begins with the first."""

    renames: int = 5
    """Of a person in a minute."""
    claims: int = 5
    """Of a person in an hour."""
    claims_from_address: int = 10
    """In an hour."""
    sign_ins: int = 10
    """For a name in ten minutes, from wherever; a right passphrase ends the count."""
    sign_ins_from_address: int = 30
    """In ten minutes."""
    reports: int = 10
    """Of a person in an hour."""
    reports_from_address: int = 30
    """In an hour."""


class Tries:
    """Counts them."""

    def __init__(self, persons: Persons, ipv6_prefix: int = IPV6_LIMIT_PREFIX) -> None:
        """Count in the store; what `ipv6_prefix` is, see `limit_key`."""
        self._persons = persons
        self._ipv6_prefix = ipv6_prefix

    async def need_of_address(self, setting: str, address: str, most: int, within_s: int) -> None:
        """Count a try of an address, or of a network of IPv6; see `need`."""
        await self.need(setting, limit_key(address, self._ipv6_prefix), most, within_s)

    async def need(self, setting: str, who: str, most: int, within_s: int) -> None:
        """Count a try.

        Args:
            setting: name of the one that bounds it.
            who: a player, an address or a name; an address that is empty (a Unix socket) is free.
            most: that may be tried.
            within_s: seconds.

        Raises:
            RefusedError: `too_fast`.
            StoreUnavailableError: the store is away.
        """
        if not who:
            return
        count, left_ms = await self._persons.count(setting, who, within_s)
        if count > most:
            facts = {"retry_ms": max(1, left_ms)}
            text = "too many of these: wait a little"
            raise RefusedError(ErrorCode.TOO_FAST, text, facts, limit=setting)

    async def forget(self, setting: str, who: str) -> None:
        """Count from the beginning."""
        await self._persons.forget_tries(setting, who)
