"""What admins send, as it is read: unknown fields are refused."""

from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct, inspect

from kozyr_protocol.limits import MAX_CHAT_CHARS
from kozyr_server.moderation.moderator import MAX_MINUTES
from kozyr_server.store.rules import MAX_SLOW_S

MAX_BYTES = 64 * 1024
"""Of a request: a text that is far too long is read still, so that the answer can say how long it
is. Only who has the token gets so far. No setting: it is the form of this interface."""

Text = Annotated[str, Meta(max_length=MAX_CHAT_CHARS)]
Minutes = Annotated[float, Meta(gt=0, le=MAX_MINUTES)]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all."""

    why: Text = ""
    """Kept in the audit; of a sanction, what its owner is told."""


B = TypeVar("B", bound=Body)


class TooLongError(Exception):
    """A text is longer than it may be."""

    def __init__(self, field: str, chars: int, most: int) -> None:
        """Keep the field, its length and what would be right, in code points."""
        super().__init__(field, chars, most)
        self.field = field
        self.chars = chars
        self.most = most

    def __str__(self) -> str:
        """One sentence, without the text."""
        return f"{self.field} has {self.chars} characters, and at most {self.most} are taken"


def read(decoder: msgspec.json.Decoder[B], body: bytes) -> B:
    """What an admin sent.

    Args:
        decoder: of what is to be done.
        body: JSON; empty: all fields have their defaults.

    Raises:
        TooLongError: a text has too many characters.
        msgspec.MsgspecError, UnicodeError, RecursionError: it is none of what is expected.
    """
    try:
        return decoder.decode(body or b"{}")
    except msgspec.ValidationError:
        kind = decoder.type
        assert isinstance(kind, type)
        _need_short_texts(kind, msgspec.json.decode(body))
        raise


def _need_short_texts(kind: type[Body], sent: object) -> None:
    if not isinstance(sent, dict):
        return
    form = inspect.type_info(kind)
    assert isinstance(form, inspect.StructType)
    for field in form.fields:
        text = sent.get(field.encode_name)
        if isinstance(field.type, inspect.StrType) and isinstance(text, str):
            most = field.type.max_length
            if most is not None and len(text) > most:
                raise TooLongError(field.encode_name, len(text), most)


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
