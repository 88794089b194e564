"""Builders of commits, for tests of the store."""

from typing import Any

from kozyr_protocol.ids import PlayerId, RoomId, Tag
from kozyr_server.store import keys
from kozyr_server.store.model import Commit, Log

CLOCK_KEY = "test:now_ms"
CLOCK = f"local function now_ms() return tonumber(redis.call('GET', '{CLOCK_KEY}')) end\n"
"""A clock of scripts that stands where a test puts it."""


def room_id(number: int = 0) -> RoomId:
    """One of many rooms, spread over the shards."""
    return keys.room_id(PlayerId("ptester"), f"room {number}")


def tag(number: int) -> Tag:
    """The tag that `step` gives to a version."""
    return Tag(f"{number:016x}")


def step(room: RoomId, version: int = 0, **changes: Any) -> Commit:
    """The commit that makes `version + 1` out of what the step before made.

    Args:
        room: The room.
        version: The version that it is decided on.
        changes: Fields of `Commit` that shall be otherwise.
    """
    new = version + 1
    fields: dict[str, Any] = {
        "tag": tag(version) if version else "",
        "new_tag": tag(new),
        "state": b"state %d" % new,
        "entry": b"entry %d" % new,
        "log": Log.APPEND,
    }
    return Commit(room, version, **(fields | changes))
