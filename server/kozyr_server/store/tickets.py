"""Tickets for quick matches, and the intents by which tables come of them.

Whoever looks for a table has one ticket. `claim` takes the tickets of a whole table in one step and
leaves an intent; `found` and `dissolve` end it. Between the two a process can die: the intent says
all that is needed to finish, and any process does.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Final

import msgspec
from msgspec import Struct

from kozyr_protocol import codec
from kozyr_protocol.ids import GameKey, PlayerId, RoomId
from kozyr_server.store import keys, lobby_keys
from kozyr_server.store.calls import Argument, Calls
from kozyr_server.store.library import Library

ID_CHARS: Final = 16


class Kind(Struct, frozen=True, array_like=True):
    """A kind of table: who wants the same one can sit together."""

    game: GameKey
    preset: str | None
    seats: int


class Wanted(Struct, frozen=True, array_like=True):
    """A kind of table in a ticket, and since when it is wanted."""

    kind: Kind
    since_ms: int
    """Play time."""


class Ticket(Struct, frozen=True, array_like=True):
    """Somebody who looks for a table."""

    id: str
    """16 random hexadecimal digits: another one with each change."""
    player: PlayerId
    name: str
    wishes: tuple[Wanted, ...]
    """The most wanted first; from 1 to 8."""
    bots: bool
    created_ms: int
    """Play time at which he first asked."""


class Intent(Struct, frozen=True, array_like=True):
    """A table that is being opened for people whose tickets were taken."""

    id: str
    """32 random hexadecimal digits, from which the room's id follows."""
    kind: Kind
    tickets: tuple[Ticket, ...]
    """In the order of their seats; the first is the host."""
    made_ms: int
    """Play time."""

    @property
    def room(self) -> RoomId:
        """The room: the same whoever opens it."""
        return keys.room_id(PlayerId("match"), self.id)


class Found(Struct, frozen=True, array_like=True):
    """The table of one person."""

    room: RoomId
    seat: int
    ticket: str
    """Id of the ticket that led to it."""


class Told(Struct, frozen=True, array_like=True):
    """What all processes hear when an intent ends; no seats: it was dissolved."""

    players: tuple[PlayerId, ...]
    found: tuple[Found, ...]


class Put(Enum):
    """How the writing of a ticket ended."""

    DONE = 1
    CHANGED = 0
    """Another one is stored than was read."""
    FULL = 2


class Poll(Struct, frozen=True):
    """What a process learns about quick matches some times a second."""

    play_ms: int
    counter: int
    """It grows when any ticket changes."""
    tickets: int
    fates: tuple[Found | bool, ...]
    """Of each player asked for: True: he waits; his table; or False: neither."""
    old_intents: tuple[Intent, ...]
    """Whose process did not end them."""


class Patience(Struct, frozen=True):
    """How long things wait, in ms of play time."""

    unseen_ms: int = 10_000
    """A ticket whose owner is connected nowhere."""
    intent_ms: int = 5_000
    """An intent, before it is anybody's."""
    found_ms: int = 60_000
    """A table that somebody could not be told."""


_tickets = msgspec.msgpack.Decoder(Ticket)
_intents = msgspec.msgpack.Decoder(Intent)
_found = msgspec.msgpack.Decoder(Found)
_told = msgspec.msgpack.Decoder(Told)

_TICKET_KEYS: Final = (lobby_keys.TICKETS, lobby_keys.TICKETS_SEEN, lobby_keys.TICKETS_COUNTER)
_CLAIM_KEYS: Final = (keys.CLOCK, *_TICKET_KEYS, lobby_keys.INTENTS, lobby_keys.INTENTS_AT)
_POLL_KEYS: Final = (*_CLAIM_KEYS, lobby_keys.MATCHED, lobby_keys.MATCHED_AT)
_END_KEYS: Final = (
    keys.CLOCK,
    lobby_keys.INTENTS,
    lobby_keys.INTENTS_AT,
    lobby_keys.MATCHED,
    lobby_keys.MATCHED_AT,
    *_TICKET_KEYS,
)


class Tickets:
    """Tickets and intents in the store. Every call may raise `StoreUnavailableError`."""

    def __init__(self, calls: Calls, library: Library) -> None:
        self._calls = calls
        self._library = library

    async def ticket(self, player: PlayerId) -> Ticket | None:
        """The present ticket of a player."""
        found = await self._calls.ask("HGET", lobby_keys.TICKETS, player)
        return None if found is None else _tickets.decode(found[ID_CHARS:])

    async def all(self) -> Sequence[Ticket]:
        """All tickets, in no order."""
        found = await self._calls.ask("HVALS", lobby_keys.TICKETS)
        return [_tickets.decode(one[ID_CHARS:]) for one in found]

    async def put(self, ticket: Ticket, replaced: Ticket | None, most: int) -> Put:
        """Write a ticket in the place of the one that was read, None: there was none.

        Args:
            ticket: the new one.
            replaced: must still be stored.
            most: tickets that there may be.
        """
        old = "" if replaced is None else replaced.id
        answer = await self._calls.run(
            self._library.ticket_put,
            [keys.CLOCK, *_TICKET_KEYS],
            [ticket.player, old, _packed(ticket), most],
        )
        return Put(answer)

    async def drop(self, *players: PlayerId) -> int:
        """Take tickets back; how many there were."""
        dropped: int = await self._calls.run(self._library.ticket_drop, _TICKET_KEYS, players)
        return dropped

    async def claim(self, intent: Intent) -> bool:
        """Take the tickets of an intent, all or none; False: one of them is not there any more."""
        arguments: list[Argument] = [intent.id, codec.encode(intent)]
        for ticket in intent.tickets:
            arguments += (ticket.player, ticket.id)
        return bool(await self._calls.run(self._library.match_claim, _CLAIM_KEYS, arguments))

    async def found(self, intent: Intent) -> bool:
        """End an intent whose room is there; False: somebody else has ended it."""
        found = tuple(
            Found(intent.room, seat, ticket.id) for seat, ticket in enumerate(intent.tickets)
        )
        values = [codec.encode(one) for one in found]
        return await self._end(intent, "found", found, values)

    async def dissolve(self, intent: Intent) -> bool:
        """End an intent without a room: its people wait again, in their old places."""
        return await self._end(intent, "dissolved", (), [_packed(one) for one in intent.tickets])

    async def poll(self, players: Sequence[PlayerId], patience: Patience) -> Poll:
        """Say that these people are connected here, and read what is to be done."""
        play_ms, counter, tickets, fates, intents = await self._calls.run(
            self._library.match_poll,
            _POLL_KEYS,
            [patience.unseen_ms, patience.intent_ms, patience.found_ms, *players],
        )
        return Poll(
            play_ms,
            counter,
            tickets,
            tuple(_found.decode(fate) if isinstance(fate, bytes) else bool(fate) for fate in fates),
            tuple(_intents.decode(intent) for intent in intents if intent),
        )

    async def _end(
        self, intent: Intent, how: str, found: tuple[Found, ...], values: Sequence[bytes]
    ) -> bool:
        players = tuple(ticket.player for ticket in intent.tickets)
        arguments: list[Argument] = [
            intent.id,
            how,
            lobby_keys.LOBBY_MESSAGES,
            codec.encode(Told(players, found)),
        ]
        for player, value in zip(players, values, strict=True):
            arguments += (player, value)
        return bool(await self._calls.run(self._library.match_end, _END_KEYS, arguments))


def told(payload: bytes) -> Told:
    """What `LOBBY_MESSAGES` said about an intent that ended."""
    return _told.decode(payload)


def _packed(ticket: Ticket) -> bytes:
    return ticket.id.encode() + codec.encode(ticket)
