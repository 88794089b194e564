"""All that can be set, as one table: flags, variables, the file and documents come of it."""

from collections.abc import Callable

from msgspec import Struct

from kozyr_protocol import limits
from kozyr_server.settings.parsers import (
    number,
    one_of,
    origins,
    path,
    proxies,
    redis,
    text,
    whole,
    words,
)

DURABILITIES = ("always", "everysec", "unverified")
LOG_LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("text", "json")
SOCKETS = ("auto", "picows", "uvicorn")


class Option(Struct, frozen=True):
    """One thing that can be set."""

    field: str
    """Its name in `Settings` and in the file."""
    group: str
    metavar: str
    help: str
    parse: Callable[[str], object]
    """Raises ValueError with the bound, as `a whole number from 0 to 65535`."""
    unit: str = ""
    """Of the number; empty: it has none."""
    is_secret: bool = False
    """Its value is shown nowhere."""

    @property
    def flag(self) -> str:
        """`--log-level`."""
        return "--" + self.field.replace("_", "-")

    @property
    def variable(self) -> str:
        """`KOZYR_LOG_LEVEL`."""
        return "KOZYR_" + self.field.upper()

    @property
    def is_path(self) -> bool:
        """Whether its value is a path, which in a file counts from the file's folder."""
        return self.parse is path


_PER_S = number(0, 1e6)
_BURST_S = number(0.1, 3600)
_CLOSES_S = number(1, 604_800)
_TRIES = whole(1, 1_000_000)

_LISTENING = (
    ("host", "ADDRESS", "Address to listen on.", text("an address"), ""),
    ("port", "N", "Port to listen on; 0: any free one.", whole(0, 65535), ""),
    ("workers", "N", "Processes that share the port.", whole(1, 64), "processes"),
    (
        "sockets",
        "|".join(SOCKETS),
        "Layer that carries the sockets; auto: the faster one if it is installed.",
        one_of(*SOCKETS),
        "",
    ),
    ("origins", "LIST", "Web origins that may connect, by comma; *: any.", origins, ""),
    (
        "trusted_proxies",
        "LIST",
        "Proxies whose X-Forwarded-For is believed, by comma; *: anybody.",
        proxies,
        "",
    ),
)

_STORE = (
    ("data", "DIR", "Folder of the embedded store and the archive.", path, ""),
    ("archive", "DIR", "Folder of finished games.", path, ""),
    ("redis", "URL", "Use this Redis or Valkey instead of the embedded store.", redis, ""),
    ("valkey", "PATH", "Program of the embedded store.", path, ""),
    (
        "durability",
        "|".join(DURABILITIES),
        "What an acknowledged action survives.",
        one_of(*DURABILITIES),
        "",
    ),
    (
        "min_free_disk_mb",
        "MB",
        "With less free disk under the embedded store what grows is refused.",
        whole(16, 1_000_000),
        "MiB",
    ),
    (
        "store_memory_mb",
        "MB",
        "Memory that the embedded store's data may take, 64 at least; 0: half of the machine's.",
        whole(0, 1_000_000),
        "MiB",
    ),
    ("max_records", "N", "Finished games that the store keeps.", whole(1, 10_000_000), "games"),
    ("records_days", "DAYS", "So long the store keeps a finished game.", whole(1, 3650), "days"),
    ("guest_days", "DAYS", "So long a guest's name is remembered.", whole(1, 3650), "days"),
)

_RUNNING = (
    ("log_level", "|".join(LOG_LEVELS), "Least level to be logged.", one_of(*LOG_LEVELS), ""),
    ("log_format", "|".join(LOG_FORMATS), "Form of the log.", one_of(*LOG_FORMATS), ""),
    ("drain_s", "S", "Time for clients to move when it stops.", number(0, 300), "s"),
    (
        "house_bots",
        "N",
        "Bots of the house that fill seats and stand in for absent people; 0: none.",
        whole(0, 64),
        "bots",
    ),
    (
        "house_think_ms",
        "MS",
        "So long a house bot takes for an action, half of it up to one and a half times.",
        whole(0, 60_000),
        "ms",
    ),
)

_RATES = (
    ("commands_per_s", "N", "Commands a player and a connection; 0: no limit.", _PER_S, "1/s"),
    ("commands_burst_s", "S", "So many seconds' worth of commands at once.", _BURST_S, "s"),
    ("chat_per_s", "N", "Lines of chat a player; 0: no limit.", _PER_S, "1/s"),
    ("chat_burst_s", "S", "So many seconds' worth of chat at once.", _BURST_S, "s"),
    ("creates_per_s", "N", "Rooms opened by a player; 0: no limit.", _PER_S, "1/s"),
    ("creates_burst_s", "S", "So many seconds' worth of new rooms at once.", _BURST_S, "s"),
    ("lists_per_s", "N", "Lobby pages a player; 0: no limit.", _PER_S, "1/s"),
    ("lists_burst_s", "S", "So many seconds' worth of lobby pages at once.", _BURST_S, "s"),
    ("api_per_s", "N", "Requests to /api/v1 a process; 0: no limit.", _PER_S, "1/s"),
    ("api_burst_s", "S", "So many seconds' worth of those requests at once.", _BURST_S, "s"),
    (
        "api_address_per_s",
        "N",
        "The same of an address; loopback is free; 0: no limit.",
        _PER_S,
        "1/s",
    ),
    ("api_address_burst_s", "S", "So many seconds' worth of its requests at once.", _BURST_S, "s"),
    (
        "address_commands_per_s",
        "N",
        "Commands of all players of an address, without actions in games; 0: no limit.",
        _PER_S,
        "1/s",
    ),
    (
        "address_chat_per_s",
        "N",
        "Lines of chat of all players of an address; 0: no limit.",
        _PER_S,
        "1/s",
    ),
    (
        "address_creates_per_s",
        "N",
        "Rooms opened by all players of an address; 0: no limit.",
        _PER_S,
        "1/s",
    ),
    (
        "address_lists_per_s",
        "N",
        "Lobby pages for all players of an address; 0: no limit.",
        _PER_S,
        "1/s",
    ),
    (
        "max_refusals",
        "N",
        "Bad or hasty frames of a connection before it is closed.",
        whole(1, 1_000_000),
        "frames",
    ),
    ("refusals_within_s", "S", "They are counted in so long.", number(0.1, 3600), "s"),
)

_CONNECTIONS = (
    (
        "connections_per_address",
        "N",
        "Connections of one address; loopback is free.",
        whole(1, 1_000_000),
        "connections",
    ),
    (
        "ipv6_limit_prefix",
        "BITS",
        "Addresses of IPv6 that share so many bits are one address to all limits.",
        whole(16, 128),
        "bits",
    ),
    ("max_connections", "N", "Connections of one worker.", whole(1, 1_000_000), "connections"),
    ("rooms_per_connection", "N", "Rooms that one may follow.", whole(1, 1024), "rooms"),
    (
        "frame_bytes",
        "N",
        "Largest frame of a client.",
        whole(4096, limits.MAX_FRAME_BYTES),
        "bytes",
    ),
    (
        "inbox_frames",
        "N",
        "Frames of one that may wait for a command in work.",
        whole(64, 65_536),
        "frames",
    ),
    ("inbox_bytes", "N", "The same in bytes.", whole(32_768, 16_777_216), "bytes"),
    (
        "outbox_bytes",
        "N",
        "Bytes that may wait for a connection.",
        whole(16_384, 67_108_864),
        "bytes",
    ),
    (
        "max_requests",
        "N",
        "HTTP connections of one worker; the slowest request makes room.",
        whole(8, 100_000),
        "connections",
    ),
    ("request_timeout_s", "S", "Time for a whole HTTP request.", number(0.05, 300), "s"),
    ("hello_timeout_s", "S", "Time for the first message.", number(0.05, 300), "s"),
    ("ping_interval_s", "S", "A quiet connection is asked so often.", number(0.05, 3600), "s"),
    ("gone_after_s", "S", "A silent connection is closed after it.", number(0.1, 7200), "s"),
    ("close_grace_s", "S", "Time to take the last frames.", number(0.05, 60), "s"),
    (
        "name_chars",
        "N",
        "Longest name of a player or room.",
        whole(10, limits.MAX_NAME_CHARS),
        "characters",
    ),
    ("chat_chars", "N", "Longest line of chat.", whole(1, limits.MAX_CHAT_CHARS), "characters"),
    ("chat_lines", "N", "Lines of chat that a room keeps.", whole(1, limits.CHAT_LINES), "lines"),
)

_ROOMS = (
    ("seat_kept_s", "S", "Outside a game an absent player keeps his seat.", _CLOSES_S, "s"),
    ("empty_closes_s", "S", "A room out of play closes with nobody there.", _CLOSES_S, "s"),
    ("idle_closes_s", "S", "A waiting room closes, whoever is there.", _CLOSES_S, "s"),
    ("finished_closes_s", "S", "A finished room closes.", _CLOSES_S, "s"),
    ("abandoned_s", "S", "A game is abandoned with none of its players there.", _CLOSES_S, "s"),
    ("stand_in_after_s", "S", "A house bot plays for who has no line.", number(0.1, 3600), "s"),
    (
        "bots_per_host",
        "N",
        "Seats that house bots of one worker have in the rooms of one host.",
        whole(1, 4096),
        "seats",
    ),
    ("bots_wait_s", "S", "House bots leave a table where no game begins.", _CLOSES_S, "s"),
    ("pause_s", "S", "A pause ends by itself.", number(1, 86_400), "s"),
    ("pauses_s", "S", "A game stands still so long in all; 0: never.", number(0, 604_800), "s"),
    (
        "claim_table_after_s",
        "S",
        "Who has no line is not waited for when the others end a game.",
        number(1, 86_400),
        "s",
    ),
    (
        "minutes_given",
        "N",
        "Minutes that a player gives others in a game.",
        whole(0, 100),
        "minutes",
    ),
    ("room_knocks", "N", "People who wait to be let into a room.", whole(1, 64), "people"),
    (
        "room_listed",
        "N",
        "People whom the host of a room lets in, sends out, silences: so many of each.",
        whole(1, 512),
        "people",
    ),
    ("password_tries_per_min", "N", "Passwords that a player tries at a room.", _TRIES, "1/min"),
    ("room_password_tries_per_min", "N", "The same of all together.", _TRIES, "1/min"),
    (
        "passwords_waiting",
        "N",
        "Passwords that may wait to be hashed.",
        whole(1, 4096),
        "passwords",
    ),
)

_PEOPLE = (
    (
        "guests_per_address_per_min",
        "N",
        "New guests of an address; loopback is free; 0: no limit.",
        whole(0, 1_000_000),
        "1/min",
    ),
    ("reserved_names", "LIST", "More names that nobody goes by, by comma.", words, ""),
    (
        "person_days",
        "DAYS",
        "So long a claimed name is kept after the last visit.",
        whole(1, 3650),
        "days",
    ),
    ("renames_per_min", "N", "Renames of a player.", _TRIES, "1/min"),
    ("claims_per_hour", "N", "Names that a player claims.", _TRIES, "1/h"),
    ("claims_per_address", "N", "The same of an address.", _TRIES, "1/h"),
    ("sign_ins_per_name", "N", "Passphrases tried for a name.", _TRIES, "1/10 min"),
    ("sign_ins_per_address", "N", "The same of an address.", _TRIES, "1/10 min"),
    (
        "passphrases_waiting",
        "N",
        "Passphrases that may wait to be hashed.",
        whole(1, 4096),
        "passphrases",
    ),
    ("reports_per_hour", "N", "Reports of a player.", _TRIES, "1/h"),
    ("reports_per_address", "N", "The same of an address.", _TRIES, "1/h"),
    (
        "admin_token_file",
        "PATH",
        "File with the admins' token; made in the data folder beside an embedded store.",
        path,
        "",
    ),
    ("admin_per_s", "N", "Requests of admins to a process; 0: no limit.", _PER_S, "1/s"),
)

_LOBBY = (
    (
        "lobby_pages",
        "N",
        "Different pages of the lobby that people of one worker look at.",
        whole(1, 10_000),
        "pages",
    ),
    ("match_tickets", "N", "People who may look for a table at once.", whole(2, 100_000), "people"),
    (
        "match_bots_after_s",
        "S",
        "Who has waited for a table so long may begin with bots.",
        number(0, 3600),
        "s",
    ),
    (
        "match_absent_s",
        "S",
        "Who is connected nowhere looks for a table so long.",
        number(1, 3600),
        "s",
    ),
    ("match_gives_up_s", "S", "Nobody looks for a table longer.", number(10, 86_400), "s"),
    (
        "match_seat_kept_s",
        "S",
        "Time to come to a table that quick match found.",
        number(1, 3600),
        "s",
    ),
)

GROUPS = {
    "Listening": _LISTENING,
    "Store": _STORE,
    "Running": _RUNNING,
    "Rates": _RATES,
    "Connections": _CONNECTIONS,
    "Rooms": _ROOMS,
    "Lobby": _LOBBY,
    "People": _PEOPLE,
}
"""All rows by heading. Limits are for each process: behind several somebody may have each."""

SECRET = frozenset({"redis"})

OPTIONS: tuple[Option, ...] = tuple(
    Option(field, group, metavar, words, parse, unit, field in SECRET)
    for group, rows in GROUPS.items()
    for field, metavar, words, parse, unit in rows
)
"""Everything that can be set, in the order of the help."""
