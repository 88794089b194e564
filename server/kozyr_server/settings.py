"""What a server is run with: from flags, then the environment, then defaults.

`OPTIONS` is the one list of what can be set; the command line and the documents are made from it.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct

from kozyr_protocol import limits
from kozyr_protocol.discreet import Discreet
from kozyr_server.proxies import TrustedProxies

DURABILITIES = ("always", "everysec", "unverified")
LOG_LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("text", "json")


class SettingError(Exception):
    """An option cannot be used; the text is one line that names it and its bounds."""

    def __init__(self, option: str, reason: str) -> None:
        """Keep both: `option` as its user gave it, `--port` or `KOZYR_PORT`."""
        super().__init__(option, reason)
        self.option = option
        self.reason = reason

    def __str__(self) -> str:
        """`--port: 70000 is not a whole number from 0 to 65535`."""
        return f"{self.option}: {self.reason}"


class Settings(Discreet, Struct, frozen=True):
    """All settings of a server."""

    host: str = "127.0.0.1"
    port: int = 8080
    """0: any free one."""
    data: Path = Path("data")
    """Folder of the embedded store and the archive."""
    redis: str | None = None
    """URL of an external store, which may hold a password; None: the embedded one."""
    valkey: Path | None = None
    """Program of the embedded store; None: the bundled one, else one from PATH."""
    workers: int = 1
    durability: str = "always"
    origins: tuple[str, ...] = ()
    """Web origins that may open the socket; empty: any."""
    archive: Path | None = None
    """Folder of finished games; None: `archive` in the data folder."""
    log_level: str = "info"
    log_format: str = "text"
    trusted_proxies: str = "127.0.0.1,::1"
    """Addresses and networks whose `X-Forwarded-For` is believed, by comma; `*`: anybody's."""

    commands_per_s: float = 100.0
    """For each connection and for each player; 0: no limit. Twice as many at once."""
    chat_per_s: float = 2.0
    """Lines of chat of each player; 0: no limit. Five times as many at once."""
    creates_per_s: float = 2.0
    """Rooms that each player opens; 0: no limit. Five times as many at once."""
    lists_per_s: float = 5.0
    """Pages of the lobby for each player; 0: no limit. Five times as many at once."""
    max_refusals: int = 200
    """Frames refused for their form or speed within 10 s before the connection is closed."""
    connections_per_address: int = 256
    """The own machine is free."""
    max_connections: int = 16_000
    """Of each worker."""
    outbox_bytes: int = limits.OUTBOX_BYTES

    hello_timeout_s: float = float(limits.HELLO_TIMEOUT_S)
    ping_interval_s: float = float(limits.PING_INTERVAL_S)
    gone_after_s: float = float(limits.GONE_AFTER_S)
    sockets: str = "auto"
    """Which layer carries the sockets: `picows`, `uvicorn`, or `auto` for the first there is."""
    close_grace_s: float = 1.0
    """Time in which a connection that is closed may take its last frames."""
    drain_s: float = 3.0
    """When the server stops: clients are told to come back after up to so long, and those with a
    command in work are waited for as long."""

    @property
    def archive_dir(self) -> Path:
        """Where finished games are kept as JSON Lines."""
        return self.archive if self.archive is not None else self.data / "archive"


class Option(Struct, frozen=True):
    """One thing that can be set."""

    field: str
    """Its name in `Settings`."""
    metavar: str
    help: str
    parse: Callable[[str], object]
    """Raises ValueError with the bound, as `a whole number from 0 to 65535`."""

    @property
    def flag(self) -> str:
        """`--log-level`."""
        return "--" + self.field.replace("_", "-")

    @property
    def variable(self) -> str:
        """`KOZYR_LOG_LEVEL`."""
        return "KOZYR_" + self.field.upper()


def load(flags: Mapping[str, str | None], environ: Mapping[str, str]) -> Settings:
    """The settings of a server.

    Args:
        flags: text of each option by field name; None where it was not given.
        environ: the environment; an empty variable counts as none.

    Raises:
        SettingError: the first option that cannot be used.
    """
    values: dict[str, object] = {}
    sources: dict[str, str] = {}
    for option in OPTIONS:
        source, text = option.flag, flags.get(option.field)
        if text is None:
            source, text = option.variable, environ.get(option.variable) or None
        if text is None:
            continue
        sources[option.field] = source
        try:
            values[option.field] = option.parse(text)
        except ValueError as error:
            shown = "the value" if option.field == "redis" else repr(text[:80])
            raise SettingError(source, f"{shown} is not {error}") from None
    settings = Settings(**values)  # type: ignore[arg-type]  # each parser gives its field's type
    _check_together(settings, sources)
    return settings


def _check_together(settings: Settings, sources: Mapping[str, str]) -> None:
    def source(field: str) -> str:
        return sources.get(field, "--" + field.replace("_", "-"))

    if settings.redis is not None and settings.valkey is not None:
        raise SettingError(
            source("valkey"), f"is for the embedded store; not with {source('redis')}"
        )
    if settings.redis is None and settings.durability == "unverified":
        raise SettingError(
            source("durability"), "unverified is for an external store (--redis URL)"
        )
    if settings.ping_interval_s >= settings.gone_after_s:
        raise SettingError(source("ping_interval_s"), f"must be below {source('gone_after_s')}")


def _whole(least: int, most: int) -> Callable[[str], int]:
    bound = f"a whole number from {least} to {most}"

    def parse(text: str) -> int:
        # `isdecimal` alone takes digits of all scripts.
        if not (text.isascii() and text.isdecimal() and least <= int(text[:20]) <= most):
            raise ValueError(bound)
        return int(text)

    return parse


def _number(least: float, most: float) -> Callable[[str], float]:
    bound = f"a number from {least:g} to {most:g}"

    def parse(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            raise ValueError(bound) from None
        if not least <= number <= most:
            raise ValueError(bound)
        return number

    return parse


def _one_of(*choices: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in choices:
            raise ValueError("one of " + ", ".join(choices))
        return text

    return parse


def _text(what: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if not text.strip() or not text.isprintable():
            raise ValueError(what)
        return text.strip()

    return parse


def _path(text: str) -> Path:
    if not text or "\0" in text:
        raise ValueError("a path")
    return Path(text).expanduser()


def _redis(text: str) -> str:
    url = urlsplit(text)
    if url.scheme not in {"redis", "rediss", "unix"} or not (url.netloc or url.path):
        raise ValueError("a URL such as redis://HOST:6379/0, rediss://… or unix:///PATH")
    return text


def _proxies(text: str) -> str:
    TrustedProxies.from_text(text)
    return text.strip()


def _origins(text: str) -> tuple[str, ...]:
    if text.strip() == "*":
        return ()
    found = tuple(part.strip().lower().rstrip("/") for part in text.split(",") if part.strip())
    for origin in found:
        url = urlsplit(origin)
        if not url.scheme or not url.netloc or url.path or url.query or "@" in url.netloc:
            raise ValueError("a list by comma of origins such as https://example.org, or *")
    if not found:
        raise ValueError("a list by comma of origins such as https://example.org, or *")
    return found


OPTIONS: tuple[Option, ...] = (
    Option("host", "ADDRESS", "Address to listen on.", _text("an address")),
    Option("port", "N", "Port to listen on; 0: any free one.", _whole(0, 65535)),
    Option("data", "DIR", "Folder of the embedded store and the archive.", _path),
    Option("redis", "URL", "Use this Redis or Valkey instead of the embedded store.", _redis),
    Option("valkey", "PATH", "Program of the embedded store.", _path),
    Option("workers", "N", "Processes that share the port.", _whole(1, 64)),
    Option(
        "durability",
        "|".join(DURABILITIES),
        "What an acknowledged action survives.",
        _one_of(*DURABILITIES),
    ),
    Option("origins", "LIST", "Web origins that may connect, by comma; *: any.", _origins),
    Option("archive", "DIR", "Folder of finished games (in the data folder).", _path),
    Option("log_level", "|".join(LOG_LEVELS), "Least level to be logged.", _one_of(*LOG_LEVELS)),
    Option("log_format", "|".join(LOG_FORMATS), "Form of the log.", _one_of(*LOG_FORMATS)),
    Option(
        "trusted_proxies",
        "LIST",
        "Proxies whose X-Forwarded-For is believed.",
        _proxies,
    ),
    Option("commands_per_s", "N", "Commands a player; 0: no limit.", _number(0, 1e6)),
    Option("chat_per_s", "N", "Lines of chat a player; 0: no limit.", _number(0, 1e6)),
    Option("creates_per_s", "N", "Rooms opened by a player; 0: no limit.", _number(0, 1e6)),
    Option("lists_per_s", "N", "Lobby pages a player; 0: no limit.", _number(0, 1e6)),
    Option("max_refusals", "N", "Bad frames in 10 s before closing.", _whole(1, 1_000_000)),
    Option(
        "connections_per_address",
        "N",
        "Connections of one address; loopback is free.",
        _whole(1, 1_000_000),
    ),
    Option("max_connections", "N", "Connections of one worker.", _whole(1, 1_000_000)),
    Option(
        "outbox_bytes", "N", "Bytes that may wait for a connection.", _whole(16_384, 67_108_864)
    ),
    Option("hello_timeout_s", "S", "Time for the first message.", _number(0.05, 300)),
    Option("ping_interval_s", "S", "A quiet connection is asked so often.", _number(0.05, 3600)),
    Option("gone_after_s", "S", "A silent connection is closed after it.", _number(0.1, 7200)),
    Option("close_grace_s", "S", "Time to take the last frames.", _number(0.05, 60)),
    Option(
        "sockets",
        "auto|picows|uvicorn",
        "Layer that carries the sockets; auto: the faster one if it is installed.",
        _one_of("auto", "picows", "uvicorn"),
    ),
    Option("drain_s", "S", "Time for clients to move when it stops.", _number(0, 300)),
)
"""Everything that can be set, in the order of the help."""
