"""Settings out of flags, the environment and the file, each knowing where it came from."""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from kozyr_protocol.discreet import Discreet
from kozyr_server.settings.config_file import VARIABLE, ConfigFile, nearest
from kozyr_server.settings.errors import SettingError
from kozyr_server.settings.model import Settings
from kozyr_server.settings.options import OPTIONS, Option

Source = Literal["flag", "environment", "file", "default"]


class Resolved(Discreet, Struct, frozen=True):
    """All settings, and where each came from."""

    settings: Settings
    sources: Mapping[str, Source]
    """By field; every field is there."""
    names: Mapping[str, str]
    """What its user wrote, for each that is no default: `--port`, `KOZYR_PORT`, `/etc/k.toml`."""


def resolve(
    flags: Mapping[str, str | None],
    environ: Mapping[str, str],
    file: ConfigFile | None = None,
) -> Resolved:
    """The settings of a server: a flag goes before the environment, that before the file.

    Args:
        flags: text of each option by field name; None where it was not given.
        environ: the environment; an empty variable counts as none.
        file: that was found; None: none.

    Raises:
        SettingError: the first option that cannot be used.
    """
    values: dict[str, object] = {}
    sources: dict[str, Source] = {}
    names: dict[str, str] = {}
    for option in OPTIONS:
        text, sources[option.field], name = _given(option, flags, environ, file)
        if text is None:
            continue
        names[option.field] = name
        try:
            values[option.field] = option.parse(text)
        except ValueError as error:
            shown = "the value" if option.is_secret else repr(text[:80])
            place = f"{name}: {option.field}" if sources[option.field] == "file" else name
            raise SettingError(place, f"{shown} is not {error}") from None
    settings = Settings(**values)  # type: ignore[arg-type]  # each parser gives its field's type
    _check_together(settings, names)
    return Resolved(settings, sources, names)


def load(
    flags: Mapping[str, str | None],
    environ: Mapping[str, str],
    file: ConfigFile | None = None,
) -> Settings:
    """The settings alone; see `resolve`."""
    return resolve(flags, environ, file).settings


def strays(environ: Iterable[str], others: Iterable[str] = ()) -> list[str]:
    """A sentence for each `KOZYR_…` variable that sets nothing, but looks like one that would.

    Args:
        environ: names of variables.
        others: further names that something else reads.
    """
    known = tuple(option.variable for option in OPTIONS)
    skipped = {*known, VARIABLE, *others}
    wrong = sorted(name for name in environ if name.startswith("KOZYR_") and name not in skipped)
    return [f"{name} sets nothing{hint}" for name in wrong if (hint := nearest(name, known))]


def _given(
    option: Option,
    flags: Mapping[str, str | None],
    environ: Mapping[str, str],
    file: ConfigFile | None,
) -> tuple[str | None, Source, str]:
    text = flags.get(option.field)
    if text is not None:
        return text, "flag", option.flag
    text = environ.get(option.variable)
    if text:
        return text, "environment", option.variable
    if file is not None and option.field in file.values:
        return file.values[option.field], "file", str(file.path)
    return None, "default", ""


def _check_together(settings: Settings, names: Mapping[str, str]) -> None:
    def named(field: str) -> str:
        name = names.get(field, "--" + field.replace("_", "-"))
        return name if name.startswith(("--", "KOZYR_")) else f"{name}: {field}"

    if settings.redis is not None and settings.valkey is not None:
        raise SettingError(named("valkey"), f"is for the embedded store; not with {named('redis')}")
    if settings.redis is None and settings.durability == "unverified":
        raise SettingError(named("durability"), "unverified is for an external store (--redis URL)")
    if settings.ping_interval_s >= settings.gone_after_s:
        raise SettingError(named("ping_interval_s"), f"must be below {named('gone_after_s')}")
