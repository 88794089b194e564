"""The scripts of people and moderation, called by the hash of their source like all others."""

import hashlib
from importlib.resources import files
from typing import Final

from msgspec import Struct

from kozyr_server.store.library import Script

_FOLDER: Final = files("kozyr_server.store") / "lua"


class PeopleScripts(Struct, frozen=True):
    """All of them; each is described in its file in `lua/`."""

    swap: Script
    look: Script
    count: Script
    report: Script
    hide: Script


def load(clock: str | None = None) -> PeopleScripts:
    """Read the scripts.

    Args:
        clock: Lua source of `now_ms()` in place of the one that asks the store's clock.
    """
    prelude = clock or _read("clock")
    return PeopleScripts(
        **{name: _script(prelude + _read(name)) for name in PeopleScripts.__struct_fields__}
    )


def _read(name: str) -> str:
    return (_FOLDER / f"{name}.lua").read_text(encoding="utf-8")


def _script(source: str) -> Script:
    return Script(source, hashlib.sha1(source.encode(), usedforsecurity=False).hexdigest())
