"""People, put together from the settings."""

import secrets
import time
from collections.abc import Callable, Sequence

from kozyr_protocol.messages import ChatLine
from kozyr_server.people.limits import PeopleLimits, Tries
from kozyr_server.people.lobby_rules import LiveRules
from kozyr_server.people.naming import Naming
from kozyr_server.people.parts import Guests, LobbyLines, Parts
from kozyr_server.people.passphrases import Hasher
from kozyr_server.people.register import Register
from kozyr_server.people.sanctions import SanctionBook
from kozyr_server.people.service import PeopleService
from kozyr_server.settings import Settings
from kozyr_server.store.people_store import PeopleStore


class SilentLobby:
    """A lobby in which nobody writes."""

    async def lines(self) -> Sequence[ChatLine]:
        """See `LobbyLines.lines`."""
        return ()


def unix_ms() -> int:
    """This machine's clock."""
    return time.time_ns() // 1_000_000


def people_from(
    settings: Settings,
    store: PeopleStore,
    guests: Guests,
    lobby: LobbyLines | None = None,
    clock_ms: Callable[[], int] = unix_ms,
    draw: Callable[[int], bytes] = secrets.token_bytes,
) -> PeopleService:
    """All people of a process; nothing runs before `start`.

    Args:
        settings: all of them.
        store: of people.
        guests: where the names of guests are kept.
        lobby: its chat; None: nobody writes there.
        clock_ms: Unix time in ms.
        draw: so many random bytes from the system's generator.
    """
    limits = PeopleLimits(
        renames=settings.renames_per_min,
        claims=settings.claims_per_hour,
        claims_from_address=settings.claims_per_address,
        sign_ins=settings.sign_ins_per_name,
        sign_ins_from_address=settings.sign_ins_per_address,
        reports=settings.reports_per_hour,
        reports_from_address=settings.reports_per_address,
    )
    persons = store.persons
    parts = Parts(
        store=store,
        guests=guests,
        lobby=lobby or SilentLobby(),
        naming=Naming(persons, settings.reserved_names, settings.name_chars),
        tries=Tries(persons, settings.ipv6_limit_prefix),
        limits=limits,
        hasher=Hasher(settings.passphrases_waiting),
        register=Register(),
        book=SanctionBook(),
        rules=LiveRules(store.rules),
        unix_ms=clock_ms,
        draw=draw,
    )
    return PeopleService(parts)
