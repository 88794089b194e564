"""What a follower gets first: the updates that it missed, or a fresh view and why."""

from collections.abc import Sequence
from itertools import pairwise

import msgspec
from msgspec import Struct

from kozyr_protocol.discreet import Discreet
from kozyr_protocol.messages import Follow
from kozyr_server.store.model import Entry, Store

MAX_MISSED = 1_000
"""Updates that are sent one by one; beyond that a fresh view is smaller."""

MAX_MISSED_BYTES = 64 * 1024
"""Bytes of missed updates; a quarter of an outbox, for before them goes a chat of up to 160 KiB."""

_entries = msgspec.msgpack.Decoder(Entry)


class Missed(Discreet, Struct, frozen=True):
    """The answer to a resume."""

    reason: str | None
    """None: `entries` are what was missed. Else why a fresh view is sent."""
    entries: tuple[Entry, ...] = ()


def is_ahead(command: Follow, version: int, tag: str) -> bool:
    """Whether a client claims to know more, or something else, than this process. Pure."""
    if command.version is None:
        return False
    return command.version > version or (command.version == version and command.tag != tag)


async def missed(store: Store, command: Follow, version: int, tag: str, role: int | None) -> Missed:
    """Find what a client missed between the version that it has and the room's.

    Args:
        store: whose log is read.
        command: names the version and tag that the client has, if any.
        version: the room's version in this process.
        tag: its tag.
        role: the client's seat now, None for a spectator.

    Raises:
        StoreUnavailableError: the store is away.
    """
    if command.version is None or command.tag is None:
        return Missed("first")
    if command.version == version:
        return Missed(None if command.tag == tag else "rolled_back")
    if command.version > version:
        return Missed("rolled_back")
    packed = await store.log(command.room, command.version)
    entries = [entry for one in packed if (entry := _entries.decode(one)).version <= version]
    return judged(command, version, entries, role)


def judged(command: Follow, version: int, entries: Sequence[Entry], role: int | None) -> Missed:
    """Whether these entries, oldest first, lead from the client's version to the room's. Pure."""
    if not entries or entries[0].version != command.version + 1:  # type: ignore[operator]  # checked
        return Missed("too_old")
    if entries[0].prev != command.tag:
        return Missed("rolled_back")
    for before, after in pairwise(entries):
        if after.version != before.version + 1 or after.prev != before.tag:
            return Missed("too_old")
    if entries[-1].version != version or len(entries) > MAX_MISSED:
        return Missed("too_much")
    if sum(len(frame(entry, role)) for entry in entries) > MAX_MISSED_BYTES:
        return Missed("too_much")
    if any(entry.moved for entry in entries):
        return Missed("role_changed")
    return Missed(None, tuple(entries))


def frame(entry: Entry, role: int | None) -> bytes:
    """The update of an entry as a role gets it."""
    if role is None:
        return entry.shared
    return entry.seats.get(role, entry.shared)
