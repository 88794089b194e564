"""What bots are to play, and what is told of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True, kw_only=True)
class Opening:
    """A room that the bots open."""

    game: str = "twenty_nine"
    preset: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: int | None = None
    """None: as many as there are bots, or what the game is best with."""
    public: bool = True
    start: bool = False
    """Begin as soon as all bots are ready, instead of waiting until every seat is taken."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What bots are to play."""

    url: str
    """`ws://HOST:PORT/ws`"""
    table: str | Opening
    """The id of a room that is there, or one to open."""
    code: str | None = field(default=None, repr=False)
    """Of the invitation to a private room that is there."""
    policy: str = "random"
    count: int | None = None
    """Bots; None: one for each free seat."""
    games: int = 1
    """Games that are played one after the other in the room."""
    think_ms: tuple[int, int] = (0, 0)
    """Least and most time before each action."""
    seed: int = 0
    """Of all chance in the bots: each draws from its own generator, made of it and its number."""


@dataclass(frozen=True)
class Progress:
    """How far the game in a room is, as everybody may know it."""

    room: str
    game: str
    phase: str
    game_no: int
    deal: int
    names: tuple[str, ...]
    totals: tuple[int, ...]
    actions: int
    """Actions of these bots so far, in all games."""


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    room: str
    game: str
    game_no: int
    record: str
    public: bool
    """Whether the server shows the record to everybody; else it is only in its host's archive."""
    ended: str
    """`complete`, `voted`, `abandoned` or `limit`."""
    names: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    actions: int
    """Actions of these bots in this game."""


class Audience(Protocol):
    """Who is told how it goes; called in the event loop, and must be quick."""

    def moved(self, progress: Progress) -> None:
        """Something happened in the room."""

    def ended(self, result: Result) -> None:
        """A game ended."""
