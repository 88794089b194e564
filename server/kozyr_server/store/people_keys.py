"""Keys of people and of what keeps a place civil; `server/STORE.md` describes each.

A person's keys lie in the slot of his id; a name and a token are found by a hash of theirs, so that
nothing that people write becomes part of a key.
"""

import hashlib
from typing import Final

from kozyr_protocol.ids import PlayerId

NEWS: Final = "kozyr:{news}"
"""Channel that every process listens to: what changed beside rooms."""

LOBBY_RULES: Final = "kozyr:{lobby}:rules"
"""JSON of the rules of the lobby."""

SANCTIONS: Final = "kozyr:{moderation}:sanctions"
"""Hash of who may not do what: `mute:PLAYER`, `ban:PLAYER`, `range:NETWORK` → JSON."""

REPORTS: Final = "kozyr:{moderation}:reports"
"""Hash of report → JSON."""

REPORT_TIMES: Final = "kozyr:{moderation}:reports:times"
"""Sorted set of report → Unix time (ms) at which it was made."""

RESOLVED: Final = "kozyr:{moderation}:reports:resolved"
"""The same of those that an admin has dealt with."""

AUDIT: Final = "kozyr:{moderation}:audit"
"""Stream of what admins did, a field `e` with JSON."""

HOST_AUDIT: Final = "kozyr:{moderation}:audit:hosts"
"""The same of what the hosts of rooms did there."""

_NAME_DOMAIN: Final = b"kozyr.name/1\0"


def token(token_hash: str) -> str:
    """Whose a token is: the player's id, or `-` for one that was made worthless."""
    return f"kozyr:token:{{{token_hash}}}"


def person(player: PlayerId) -> str:
    """Hash of somebody who has claimed a name, or revoked a token."""
    return f"kozyr:person:{{{player}}}"


def tokens(player: PlayerId) -> str:
    """Hash of a person's tokens: hash of the token → JSON."""
    return f"kozyr:person:{{{player}}}:tokens"


def ignored(player: PlayerId) -> str:
    """Sorted set of whom a person ignores → when he began to."""
    return f"kozyr:person:{{{player}}}:ignored"


def name(key: str) -> str:
    """Who has claimed a name: his id, with `?` and Unix time (ms) while he is about to."""
    return f"kozyr:name:{{{key}}}"


def name_key(skeleton: str) -> str:
    """A claimed name as keys and the person's own hash have it: 32 hexadecimal digits."""
    return hashlib.sha256(_NAME_DOMAIN + skeleton.encode()).hexdigest()[:32]


def tries(what: str, who: str) -> str:
    """How often somebody tried something in this stretch of time."""
    digest = hashlib.sha256(f"kozyr.tries/1\0{what}\0{who}".encode()).hexdigest()[:32]
    return f"kozyr:tries:{{{digest}}}"
