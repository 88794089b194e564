"""Error codes: why a command was refused, and what a client does about it."""

from enum import StrEnum
from typing import Self


class ErrorCode(StrEnum):
    """The code of an `error` message. The comment says the cause; `TEMPORARY` says which pass."""

    # The frame or message itself
    MALFORMED = "malformed"
    """Not a message of this protocol: not msgpack or JSON, a wrong type, a bound passed."""
    UNKNOWN_MESSAGE = "unknown_message"
    """The `type` is none that this version knows."""
    UNSUPPORTED_VERSION = "unsupported_version"
    """No common protocol version; the connection is closed."""
    NOT_GREETED = "not_greeted"
    """The first message must be `hello`."""
    ALREADY_GREETED = "already_greeted"
    """`hello` was said before."""
    BAD_TOKEN = "bad_token"  # noqa: S105  an error code
    """The token is not of the form that the server gives out."""
    TOKEN_REVOKED = "token_revoked"  # noqa: S105  an error code
    """The token was made worthless by its owner."""
    BANNED = "banned"
    """May not come in: `facts.reason`, `facts.until_ms` (Unix time, or null)."""
    TOO_FAST = "too_fast"
    """A rate limit; `facts.retry_ms` says when to try again."""

    # Rooms
    NO_SUCH_ROOM = "no_such_room"
    """No room has this id; a finished room is forgotten after a while."""
    TOO_MANY_ROOMS = "too_many_rooms"
    """This connection follows its 32 rooms already."""
    NOT_FOLLOWING = "not_following"
    """The command needs the room to be followed on this connection first."""
    ROOM_FULL = "room_full"
    """No free seat."""
    SEAT_TAKEN = "seat_taken"
    """This seat is somebody else's."""
    NO_SUCH_SEAT = "no_such_seat"
    """Seats are numbered from 0."""
    NOT_SEATED = "not_seated"
    """Only a player who sits may do this."""
    NOT_HOST = "not_host"
    """Only the host may do this."""
    NOT_READY = "not_ready"
    """Somebody who sits is not ready, or too few sit."""
    WRONG_PHASE = "wrong_phase"
    """Not in this phase of the room: `facts.phase`."""
    WATCHING_REFUSED = "watching_refused"
    """This room takes no spectators."""
    UNKNOWN_GAME = "unknown_game"
    """No such game; `facts.games` lists them."""
    UNKNOWN_PRESET = "unknown_preset"
    """No such preset of this game; `facts.presets` lists them."""
    BAD_OPTION = "bad_option"
    """Option `facts.option` is unknown, out of range or contradicts another, `facts.against`."""
    BAD_SEATS = "bad_seats"
    """The game is not for so many; `facts.min` and `facts.max`."""
    BAD_NAME = "bad_name"
    """A name is empty, too long or has characters that cannot be shown."""
    BAD_TEXT = "bad_text"
    """A line of chat is empty, too long or has characters that cannot be shown."""

    # People and tables
    NAME_TAKEN = "name_taken"
    """Somebody else has claimed this name, or one that looks like it; `facts.proposal`."""
    BAD_PASSPHRASE = "bad_passphrase"  # noqa: S105  an error code
    """The new passphrase is too short or too long; `facts.min_chars`, `facts.max_chars`."""
    WRONG_PASSPHRASE = "wrong_passphrase"  # noqa: S105  an error code
    """No such claimed name, or another passphrase."""
    NO_SUCH_PLAYER = "no_such_player"
    """Nobody here has this id."""
    NO_SUCH_LINE = "no_such_line"
    """This line of chat is not kept (any more), or was hidden already."""
    MUTED = "muted"
    """May not write: `facts.reason`, `facts.until_ms` (Unix time, or null)."""
    READ_ONLY = "read_only"
    """Nobody may write in the lobby now."""
    UNKNOWN_PHRASE = "unknown_phrase"
    """No such quick phrase; `facts.phrases` lists them."""
    NEEDS_CODE = "needs_code"
    """The room is private: the code of its invitation is missing, or an old one."""
    NEEDS_PASSWORD = "needs_password"  # noqa: S105  an error code
    """The room's password is missing, or another."""
    NEEDS_KNOCK = "needs_knock"
    """The host has not let this player in: `knock` first."""
    KICKED = "kicked"
    """The host sent this player out for good."""
    NO_BOTS = "no_bots"
    """No house bots play here."""
    NOT_HOUSE = "not_house"
    """Only a house bot may do this, from this machine and with this server's key."""
    PAUSED = "paused"
    """The game stands still."""
    NOT_YET = "not_yet"
    """Too early; `facts.wait_ms`."""
    TOO_MANY = "too_many"
    """A list of the room, or what may be done so often, is full: `facts.max`."""
    NOT_IN_LOBBY = "not_in_lobby"
    """The command needs `lobby` first."""

    # Playing
    NOT_YOUR_LINE = "not_your_line"
    """Another connection of yours holds the seat; follow the room again to take it back."""
    STALE = "stale"
    """The prompt that the action names is not open any more; `facts.prompt` is yours, or null."""
    ILLEGAL = "illegal"
    """The rules forbid the action; `facts.reason` says why, the state is unchanged."""
    KEY_REUSED = "key_reused"
    """The key belongs to another accepted action."""
    TOO_EARLY = "too_early"
    """A link before its shuffle was opened."""
    BAD_LINK = "bad_link"
    """The link does not lead to the tip, or another was taken already."""
    BAD_TIP = "bad_tip"
    """The tip is not 64 hexadecimal digits, or was shown in this room before."""

    # The server
    BUSY = "busy"
    """Too many at once on this room; nothing was done."""
    STORE_UNAVAILABLE = "store_unavailable"
    """The store is away; nothing was tried."""
    STORE_FULL = "store_full"
    """The disk is nearly full; commands that grow are refused."""
    OUTCOME_UNKNOWN = "outcome_unknown"
    """Sent to the store, no answer; send it again with the same key."""
    SERVER_OUTDATED = "server_outdated"
    """The room was written by a newer server; come back and another will serve you."""
    DRAINING = "draining"
    """The server is going down and does nothing more; come back after the delay of `notice`."""
    INTERNAL = "internal"
    """A fault of the server; it is in the server's log."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        """A code that this module does not know, as it came; it is no member of the enum.

        A server may add codes within one version of the protocol, and a client goes by `temporary`.
        """
        if not isinstance(value, str):
            return None
        code = str.__new__(cls, value)
        code._name_, code._value_ = value, value
        return code


TEMPORARY = frozenset(
    {
        ErrorCode.TOO_FAST,
        ErrorCode.BUSY,
        ErrorCode.STORE_UNAVAILABLE,
        ErrorCode.STORE_FULL,
        ErrorCode.OUTCOME_UNKNOWN,
        ErrorCode.SERVER_OUTDATED,
        ErrorCode.DRAINING,
    }
)
"""Codes that may pass when the same command is sent again later, with the same key."""
