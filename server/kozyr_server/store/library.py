"""The scripts that change the store, loaded by the hash of their source.

Several versions live side by side in a store during an upgrade, because each server calls its own
by hash. A script that the store has forgotten (it was restarted) is sent whole once.
"""

import hashlib
from importlib.resources import files
from typing import Final

from msgspec import Struct

MAX_RECORD_AGE_S: Final = 30 * 24 * 3600
"""Games older than this go, unless a server is set otherwise."""

_FLAGS: Final = {"tick": "#!lua flags=allow-oom\n"}
"""First lines. With its memory full a store must still keep the time: rooms close by it, and it
writes no more than a stamp of each process."""

_FOLDER: Final = files("kozyr_server.store") / "lua"


class Script(Struct, frozen=True):
    """One script."""

    source: str
    sha: str
    """SHA-1 of the source: its name in the store."""


class Library(Struct, frozen=True):
    """All scripts; each is described in its file in `lua/`."""

    commit: Script
    tick: Script
    alive: Script
    say: Script
    watch: Script
    newest: Script
    claim: Script
    lobby_say: Script
    lobby_hide: Script
    presence: Script
    ticket_put: Script
    ticket_drop: Script
    match_claim: Script
    match_end: Script
    match_poll: Script
    rate: Script
    now: Script


def load(clock: str | None = None, record_s: int = MAX_RECORD_AGE_S) -> Library:
    """Read the scripts.

    Args:
        clock: Lua source of `now_ms()` in place of the one that asks the store's clock.
        record_s: seconds that a finished game is kept.
    """
    prelude = f"local RECORD_S = {record_s}\n" + (clock or _read("clock")) + _read("play")
    return Library(
        **{
            name: _script(_FLAGS.get(name, "") + prelude + _read(name))
            for name in Library.__struct_fields__
        }
    )


def _read(name: str) -> str:
    return (_FOLDER / f"{name}.lua").read_text(encoding="utf-8")


def _script(source: str) -> Script:
    return Script(source, hashlib.sha1(source.encode(), usedforsecurity=False).hexdigest())
