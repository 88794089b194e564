"""What the server did that it may not do."""

from enum import StrEnum
from typing import Any

from msgspec import Struct


class Kind(StrEnum):
    """Which promise was broken."""

    PICTURE = "picture"
    """Two clients see different pictures of one version."""
    LEAK = "leak"
    """A client was shown a card that another seat hides, or another seat's legal actions."""
    GAP = "gap"
    """A version is missing in what a client was sent."""
    REPEAT = "repeat"
    """A version came a second time, or one from before."""
    HISTORY = "history"
    """One version has two tags, and nothing said that the room was rolled back."""
    LOST = "lost"
    """An acknowledged action is not in the record."""
    DOUBLED = "doubled"
    """An action is in the record more often than it was made."""
    RECORD = "record"
    """A record is missing, does not replay, or its scores are not those of a recount."""
    CLOCK = "clock"
    """Play time went back, or a decision was opened after its deadline."""
    REFUSED = "refused"
    """An action that the server offered was refused as illegal."""
    UNANSWERED = "unanswered"
    """A command got no answer on a line that lives."""
    UNREADABLE = "unreadable"
    """A frame is none of the protocol."""


class Violation(Struct, frozen=True):
    """One of them; also a line of the file, as JSON."""

    kind: Kind
    message: str
    """One sentence."""
    room: str = ""
    game: str = ""
    version: int | None = None
    client: str = ""
    """Who noticed: name of the player, as in the room."""
    at_s: float = 0.0
    """Since the start of the run."""
    frames: dict[str, list[dict[str, Any]]] = {}
    """By client, what passed last, oldest first."""
