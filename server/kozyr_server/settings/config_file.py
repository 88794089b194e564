"""The one file of settings: found, read, and every key of it known."""

import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from msgspec import Struct

from kozyr_protocol.discreet import Discreet
from kozyr_server.settings.errors import SettingError
from kozyr_server.settings.options import OPTIONS

VARIABLE = "KOZYR_CONFIG"
NAME = "kozyr.toml"
"""Taken from the working folder where no other is named."""

MAX_BYTES = 1_000_000


class ConfigFile(Discreet, Struct, frozen=True):
    """A file that was read; it may hold a password."""

    path: Path
    values: Mapping[str, str]
    """Text of each option by its field, as a flag would have it."""


def find(flag: str | None, environ: Mapping[str, str], folder: Path) -> ConfigFile | None:
    """The file to use; None where there is none.

    Args:
        flag: text of `--config`; None where it was not given.
        environ: `KOZYR_CONFIG` comes second.
        folder: the working folder; a `kozyr.toml` in it comes last. Not the data folder: which
            that is may stand in the file.

    Raises:
        SettingError: the file named is not there, or its content cannot be used.
    """
    named = flag or environ.get(VARIABLE)
    if named:
        return read(Path(named).expanduser(), "--config" if flag else VARIABLE)
    usual = folder / NAME
    return read(usual, NAME) if usual.is_file() else None


def read(path: Path, asked_by: str = "--config") -> ConfigFile:
    """Read a file.

    Args:
        path: of the file.
        asked_by: named where the file cannot be opened.

    Raises:
        SettingError: it cannot be read, is no TOML, or has a key or value of no setting.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise SettingError(asked_by, f"{path} cannot be read: {reason}") from None
    if len(data) > MAX_BYTES:
        raise SettingError(asked_by, f"{path} is too large for settings")
    try:
        table = tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        # Its text names a line and a column, and no value.
        raise SettingError(str(path), f"is no TOML: {error}".rstrip(".")) from None
    path = path.absolute()
    _need_known(path, [key for key in table if key not in _BY_FIELD])
    return ConfigFile(path, {key: _text(path, key, value) for key, value in table.items()})


def nearest(name: str, known: Mapping[str, object] | tuple[str, ...]) -> str:
    """`: did you mean port?`, or an empty text where nothing is near."""
    found = _near(name, known)
    return f": did you mean {found}?" if found else ""


def _near(name: str, known: Mapping[str, object] | tuple[str, ...]) -> str:
    found = get_close_matches(name.replace("-", "_"), known, n=1, cutoff=0.6)
    return found[0] if found else ""


def _need_known(path: Path, strangers: Sequence[str]) -> None:
    """All at once, so that a file is mended at once."""
    if len(strangers) == 1:
        hint = nearest(strangers[0], tuple(_BY_FIELD)) or "; `kozyr config` lists all"
        raise SettingError(f"{path}: {strangers[0]}", f"there is no such setting{hint}")
    if strangers:
        names = ", ".join(map(_guessed, strangers))
        reason = f"there are no such settings: {names}; `kozyr config` lists all"
        raise SettingError(str(path), reason)


def _guessed(name: str) -> str:
    """`prot (port?)`: a name with the one that is near, which needs no words."""
    found = _near(name, tuple(_BY_FIELD))
    return f"{name} ({found}?)" if found else name


def _text(path: Path, key: str, value: object) -> str:
    option = _BY_FIELD[key]
    match value:
        case str() if option.is_path and value:
            return str(path.parent / Path(value).expanduser())
        case str():
            return value
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case list() if all(isinstance(each, str) for each in value):
            return ",".join(value) or "*"
        case _:
            raise SettingError(f"{path}: {key}", "is to be a text, a number or a list of texts")


_BY_FIELD = {option.field: option for option in OPTIONS}
