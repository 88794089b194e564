"""The settings of a server, typed, with their defaults."""

from pathlib import Path

from msgspec import Struct

from kozyr_protocol import limits
from kozyr_protocol.discreet import Discreet
from kozyr_server.proxies import IPV6_LIMIT_PREFIX


class Settings(Discreet, Struct, frozen=True):
    """All settings of a server; `options.OPTIONS` says what each is for, and its bounds."""

    host: str = "127.0.0.1"
    port: int = 8080
    """0: any free one."""
    workers: int = 1
    sockets: str = "auto"
    origins: tuple[str, ...] = ()
    """Empty: any."""
    trusted_proxies: str = "127.0.0.1,::1"

    data: Path = Path("data")
    archive: Path | None = None
    """None: `archive` in the data folder."""
    redis: str | None = None
    """URL of an external store, which may hold a password; None: the embedded one."""
    valkey: Path | None = None
    """None: the bundled one, else one from PATH."""
    durability: str = "always"
    min_free_disk_mb: int = 256
    store_memory_mb: int = 0
    """0: half of the machine's; never less than 64."""
    max_records: int = 20_000
    records_days: int = 30
    guest_days: int = 90

    log_level: str = "info"
    log_format: str = "text"
    drain_s: float = 3.0
    house_bots: int = 8
    """Each plays at many tables, in one seat of each."""
    house_think_ms: int = 1400

    commands_per_s: float = 100.0
    commands_burst_s: float = 10.0
    """A program may play a whole game as fast as it can."""
    chat_per_s: float = 2.0
    chat_burst_s: float = 5.0
    creates_per_s: float = 2.0
    creates_burst_s: float = 5.0
    lists_per_s: float = 5.0
    lists_burst_s: float = 5.0
    api_per_s: float = 100.0
    api_burst_s: float = 2.0
    api_address_per_s: float = 20.0
    api_address_burst_s: float = 5.0
    address_commands_per_s: float = 400.0
    """A family, a school or a provider may share an address: so these are some times a player's."""
    address_chat_per_s: float = 8.0
    address_creates_per_s: float = 8.0
    address_lists_per_s: float = 20.0
    max_refusals: int = 200
    refusals_within_s: float = 10.0

    connections_per_address: int = 256
    ipv6_limit_prefix: int = IPV6_LIMIT_PREFIX
    max_connections: int = 16_000
    rooms_per_connection: int = limits.MAX_ROOMS
    frame_bytes: int = limits.MAX_FRAME_BYTES
    inbox_frames: int = 1024
    inbox_bytes: int = 64 * 1024
    outbox_bytes: int = limits.OUTBOX_BYTES
    max_requests: int = 1_024
    request_timeout_s: float = 10.0
    hello_timeout_s: float = float(limits.HELLO_TIMEOUT_S)
    ping_interval_s: float = float(limits.PING_INTERVAL_S)
    gone_after_s: float = float(limits.GONE_AFTER_S)
    close_grace_s: float = 1.0
    name_chars: int = limits.MAX_NAME_CHARS
    chat_chars: int = limits.MAX_CHAT_CHARS
    chat_lines: int = limits.CHAT_LINES

    seat_kept_s: float = 60.0
    empty_closes_s: float = 600.0
    idle_closes_s: float = 21_600.0
    finished_closes_s: float = 3_600.0
    abandoned_s: float = 600.0
    pause_s: float = 900.0
    pauses_s: float = 1_800.0
    claim_table_after_s: float = 120.0
    minutes_given: int = 10
    room_knocks: int = 8
    room_listed: int = 64
    password_tries_per_min: int = 5
    room_password_tries_per_min: int = 60
    passwords_waiting: int = 64

    lobby_pages: int = 256
    match_tickets: int = 5_000
    match_bots_after_s: float = 10.0
    match_absent_s: float = 10.0
    match_gives_up_s: float = 1_800.0
    match_seat_kept_s: float = 30.0
    stand_in_after_s: float = 30.0
    bots_per_host: int = 12
    bots_wait_s: float = 600.0

    guests_per_address_per_min: int = 60
    reserved_names: tuple[str, ...] = ()
    person_days: int = 730
    renames_per_min: int = 5
    claims_per_hour: int = 5
    claims_per_address: int = 10
    sign_ins_per_name: int = 10
    sign_ins_per_address: int = 30
    passphrases_waiting: int = 32
    reports_per_hour: int = 10
    reports_per_address: int = 30
    admin_token_file: Path | None = None
    """None: `admin-token` in the data folder with an embedded store, else no admins."""
    admin_per_s: float = 20.0

    @property
    def archive_dir(self) -> Path:
        """Where finished games are kept as JSON Lines."""
        return self.archive if self.archive is not None else self.data / "archive"
