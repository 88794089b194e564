"""What the services of people share."""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from kozyr_protocol.ids import PlayerId
from kozyr_protocol.messages import ChatLine, You
from kozyr_server.people.callers import Caller
from kozyr_server.people.limits import PeopleLimits, Tries
from kozyr_server.people.lobby_rules import LiveRules
from kozyr_server.people.naming import Naming
from kozyr_server.people.passphrases import Hasher
from kozyr_server.people.register import Register
from kozyr_server.people.sanctions import SanctionBook
from kozyr_server.store.people_store import PeopleStore


class Guests(Protocol):
    """Where the names of guests are kept."""

    async def save_guest(self, player: PlayerId, name: str) -> None:
        """See `kozyr_server.store.model.Store.save_guest`."""


class LobbyLines(Protocol):
    """The lobby's chat."""

    async def lines(self) -> Sequence[ChatLine]:
        """The kept lines, oldest first."""


class Parts(Struct, frozen=True):
    """What is done for people is done with these."""

    store: PeopleStore
    guests: Guests
    lobby: LobbyLines
    naming: Naming
    tries: Tries
    limits: PeopleLimits
    hasher: Hasher
    register: Register
    book: SanctionBook
    rules: LiveRules
    unix_ms: Callable[[], int]
    draw: Callable[[int], bytes]
    """So many random bytes from the system's generator."""

    def you(self, caller: Caller, command_id: int | None) -> You:
        """Who somebody is here."""
        person, known = caller.person, caller.known
        return You(
            id=command_id,
            player=person.player,
            name=person.name,
            claimed=known.claimed != "",
            ignored=tuple(sorted(known.ignored)),
            sanctions=self.book.of(person.player, self.unix_ms()),
        )
