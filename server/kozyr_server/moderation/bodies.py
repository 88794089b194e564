"""What admins send, as it is read: unknown fields are refused."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from kozyr_protocol.limits import MAX_CHAT_CHARS
from kozyr_server.moderation.moderator import MAX_MINUTES
from kozyr_server.store.rules import MAX_SLOW_S

Text = Annotated[str, Meta(max_length=MAX_CHAT_CHARS)]
Minutes = Annotated[float, Meta(gt=0, le=MAX_MINUTES)]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all."""

    why: Text = ""
    """Kept in the audit; of a sanction, what its owner is told."""


class Punish(Body, frozen=True):
    """Mute or ban."""

    kind: Literal["mute", "ban"] = "mute"
    minutes: Minutes | None = None
    """None: until it is lifted."""


class Lift(Body, frozen=True):
    """End a sanction."""

    kind: Literal["mute", "ban"] = "mute"


class Warn(Body, frozen=True):
    """Say something to one person."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_CHAT_CHARS)] = "?"


class Range(Body, frozen=True):
    """A range of addresses."""

    network: Annotated[str, Meta(max_length=64)] = ""
    minutes: Minutes | None = None


class Seat(Body, frozen=True):
    """Somebody who is to go."""

    seat: Annotated[int, Meta(ge=0, le=255)] = 0


class Line(Body, frozen=True):
    """A line of chat."""

    n: Annotated[int, Meta(ge=1, le=2**32 - 1)] = 1


class Rules(Body, frozen=True):
    """Of the lobby; what is None stays as it is."""

    read_only: bool | None = None
    slow_s: Annotated[float, Meta(ge=0, le=MAX_SLOW_S)] | None = None


class Announce(Body, frozen=True):
    """Something to all."""

    text: Text = ""
    """Empty: what was announced is over."""
    keep: bool = False
    """Whether those who come later see it in the lobby."""


class Drain(Body, frozen=True):
    """Send clients elsewhere."""

    on: bool = True
    process: Annotated[str, Meta(max_length=12)] = ""
    """12 hexadecimal digits; empty: all."""
