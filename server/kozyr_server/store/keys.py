"""Every key and channel of the store, in one place; `server/STORE.md` describes each.

A room's shard is the first two digits of its id. The shard is the hash tag of all its keys, so
that what one commit writes lies in one slot of a cluster.
"""

import base64
import hashlib
from typing import Final

from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_server.store.model import SHARDS

SHARD_NAMES: Final = tuple(f"{number:02x}" for number in range(SHARDS))
"""The two digits of each shard, in order."""

PROCESSES_ALIVE: Final = "kozyr:{processes}:alive"
"""Process → play time of its last stamp."""
PROCESSES_TOLD: Final = "kozyr:{processes}:told"
"""Hash: process that is dead → the one that tells of it."""
CLOCK: Final = "kozyr:{processes}:clock"
"""Hash of the clock of all shards and processes: `stamp`, the last moment at which a server lived,
and `lost` time."""

LISTENERS: Final = "kozyr:{processes}:listeners"
"""Channel without messages: every connection that listens to rooms subscribes to it before, so that
the store knows how many there are."""

FORMAT: Final = "kozyr:format"
"""Number of the form of all that lies in the store; see `formats`."""

HOUSE_WANTED: Final = "kozyr:{house}:wanted"
"""Sorted set: room that wants a house bot → play time since when."""

HOUSE_THERE: Final = "kozyr:{house}:there"
"""Whether house bots are connected to any process."""

_ID_DOMAIN: Final = b"kozyr.room/1"
_ID_CHARS: Final = 12


def room_id(player: PlayerId, key: str) -> RoomId:
    """Id of the room that a player creates with a key: the same for the same two.

    Args:
        player: Who creates it.
        key: The key of his `create`.

    Returns:
        Two hexadecimal digits of the shard and 60 bits in base 32, lower case.
    """
    digest = hashlib.sha256(b"\0".join((_ID_DOMAIN, player.encode(), key.encode()))).digest()
    body = base64.b32encode(digest[1:11]).decode().lower()[:_ID_CHARS]
    return RoomId(f"{digest[0]:02x}{body}")


def shard(room: str) -> int:
    """Number of the shard of a room, or of a record, whose id begins with its room's."""
    return int(room[:2], 16)


def is_room_id(text: str) -> bool:
    """Whether a text has the form of a room's id: only then may it become a key."""
    return (
        len(text) == 2 + _ID_CHARS and text[:2] in _SHARD_SET and _BASE32_CHARS.issuperset(text[2:])
    )


def listener(connection: str) -> str:
    """Channel without messages of one process's connection that listens to rooms."""
    return f"kozyr:{{processes}}:listener:{connection}"


def channel(room: str) -> str:
    """Channel of a room: its commits, its chat and its spectators."""
    return f"kozyr:{{s{room[:2]}}}:room:{room}"


def state(room: str) -> str:
    """Hash of a room: `v`ersion, `t`ag, `s`tate."""
    return f"kozyr:{{s{room[:2]}}}:room:{room}:state"


def log(room: str) -> str:
    """Stream of a room's entries, ids `VERSION-0`, one field `e`."""
    return f"kozyr:{{s{room[:2]}}}:room:{room}:log"


def deals(room: str) -> str:
    """List of the finished deals of a room's present game."""
    return f"kozyr:{{s{room[:2]}}}:room:{room}:deals"


def chat(room: str) -> str:
    """List of the last lines of a room's chat."""
    return f"kozyr:{{s{room[:2]}}}:room:{room}:chat"


def hidden(room: str) -> str:
    """List of the lines that the host of a room took away, as they were."""
    return f"kozyr:{{s{room[:2]}}}:room:{room}:hidden"


def slow(room: str, player: str) -> str:
    """When a player last wrote in a room whose chat is slow."""
    return f"kozyr:{{s{room[:2]}}}:room:{room}:slow:{player}"


def watchers(room: str) -> str:
    """Hash of process → spectators that it serves in a room."""
    return f"kozyr:{{s{room[:2]}}}:room:{room}:watchers"


def timers(name: str) -> str:
    """Sorted set of a shard: room → play time at which it must be looked at."""
    return f"kozyr:{{s{name}}}:timers"


def lobby(name: str) -> str:
    """Hash of a shard: room → what the lobby shows of it."""
    return f"kozyr:{{s{name}}}:lobby"


def lobby_counter(name: str) -> str:
    """Number of changes of a shard's part of the lobby."""
    return f"kozyr:{{s{name}}}:lobby:n"


def record(record_id: str) -> str:
    """List of one finished game: its head, then its deals."""
    return f"kozyr:{{s{record_id[:2]}}}:record:{record_id}"


def records(name: str) -> str:
    """Sorted set of a shard: record → Unix time in ms at which it was finished."""
    return f"kozyr:{{s{name}}}:records"


def public_records(name: str) -> str:
    """The same for the games that anybody may find in the list."""
    return f"kozyr:{{s{name}}}:records:public"


def unarchived(name: str) -> str:
    """Sorted set of a shard: record that waits for the archive → when a process may take it."""
    return f"kozyr:{{s{name}}}:unarchived"


def guest(player: PlayerId) -> str:
    """Name of a guest."""
    return f"kozyr:guest:{{{player}}}"


RATINGS_LEASE: Final = "kozyr:{ratings}:lease"
"""The process that reckons ratings."""
RATINGS_WANTED: Final = "kozyr:{ratings}:wanted"
"""The process that all others leave that to."""
RATINGS_CURSOR: Final = "kozyr:{ratings}:cursor"
"""How far the finished games have been taken into the ratings."""


def leaderboard(game: str) -> str:
    """Sorted set of a game: player → points."""
    return f"kozyr:{{ratings}}:board:{game}"


def rated_player(player: str) -> str:
    """Hash of a person: `name`, and game → standing."""
    return f"kozyr:{{ratings}}:player:{player}"


def player_results(player: str) -> str:
    """List of a person's finished public games, the newest first."""
    return f"kozyr:{{ratings}}:results:{player}"


_SHARD_SET: Final = frozenset(SHARD_NAMES)
_BASE32_CHARS: Final = frozenset("abcdefghijklmnopqrstuvwxyz234567")
