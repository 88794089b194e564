"""Who is connected, over all processes: told incrementally, read in pages by name."""

import struct
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from kozyr_protocol import codec
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.messages import PersonSummary
from kozyr_server.store import keys, lobby_keys
from kozyr_server.store.calls import Argument, Calls
from kozyr_server.store.library import Library
from kozyr_server.store.model import ProcessId

AT_ONCE: Final = 500
"""People in one call, so that none holds the store up for more than some milliseconds."""

_PROCESS_BYTES: Final = 12
_MAX_NAME_CHARS: Final = 24
_KEYS: Final = (
    keys.CLOCK,
    lobby_keys.PEOPLE_PROCESSES,
    lobby_keys.PEOPLE_BOTS,
    lobby_keys.PEOPLE,
    lobby_keys.PEOPLE_NAMES,
    lobby_keys.PEOPLE_HELD,
)

_decoder = msgspec.msgpack.Decoder(PersonSummary)


class Told(Struct, frozen=True):
    """What a process hears when it tells who is connected to it."""

    is_known: bool
    """False: the others took this process for dead, or it is new: all its people must be told."""
    online: int
    """People who are connected, house bots included."""
    bots: int
    """House bots among them."""


class PeoplePage(Struct, frozen=True):
    """One page of those who are connected."""

    people: tuple[PersonSummary, ...]
    next: str | None
    total: int


class Presence:
    """Tells and reads who is there. Every call may raise `StoreUnavailableError`."""

    def __init__(self, calls: Calls, library: Library, process: ProcessId) -> None:
        self._calls = calls
        self._library = library
        self._process = process

    async def tell(self, changed: Mapping[PlayerId, PersonSummary | None], bots: int) -> Told:
        """Say who came or changed and who (None) went, at most `AT_ONCE`; due each second.

        Args:
            changed: people of this process.
            bots: house bots that are connected to it.
        """
        arguments: list[Argument] = []
        gone: list[Argument] = []
        for player, person in changed.items():
            if person is None:
                gone.append(player)
            else:
                arguments += (player, place(person), codec.encode(person))
        known, online, all_bots = await self._calls.run(
            self._library.presence,
            _KEYS,
            [self._process, bots, len(arguments) // 3, *arguments, *gone],
        )
        return Told(bool(known), online, all_bots)

    async def page(self, after: str | None, count: int) -> PeoplePage:
        """People by name, `count` at most.

        Args:
            after: `next` of the page before.
            count: from 1.
        """
        start = "-" if after is None else f"({after}"
        total, places = await self._calls.ask_all(
            [
                ("HLEN", lobby_keys.PEOPLE),
                ("ZRANGEBYLEX", lobby_keys.PEOPLE_NAMES, start, "+", "LIMIT", 0, count + 1),
            ]
        )
        shown: Sequence[bytes] = places[:count]
        found: Sequence[bytes | None] = []
        if shown:
            players = [each.rpartition(b"\t")[2] for each in shown]
            found = await self._calls.ask("HMGET", lobby_keys.PEOPLE, *players)
        more = shown[-1].decode() if len(places) > count else None
        return PeoplePage(tuple(_read(one) for one in found if one is not None), more, total)


def place(person: PersonSummary) -> str:
    """Where somebody stands in the list: by name, whatever its capitals, then by player."""
    return f"{person.name.casefold()[:_MAX_NAME_CHARS]}\t{person.player}"


def _read(value: bytes) -> PersonSummary:
    at = 1 + value[0] * _PROCESS_BYTES
    (length,) = struct.unpack_from(">H", value, at)
    return _decoder.decode(value[at + 2 + length :])
