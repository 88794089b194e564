"""Each game at the moments when most is on its table at once: for tests of what fits a screen."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from kozyr_client import Client, Room, Turn
from kozyr_testing.processes import Kozyr
from kozyr_testing.steering import Action, Choose, Gin, but_joker, seated, steered


@dataclass(frozen=True)
class Crowded:
    """A moment of a game.

    Attributes:
        reached: whether this turn is it.
        chooser: how the seats play up to it; None: the first of what is legal.
        presses: what its player presses then, a selector; empty: nothing.
    """

    name: str
    game: str
    seats: int
    reached: Callable[[int, Turn], bool]
    options: Mapping[str, Any] = field(default_factory=dict)
    chooser: Callable[[Sequence[Room]], Choose] | None = None
    presses: str = ""


def _first(_: int, turn: Turn) -> Action:
    return turn.legal[0]


def _is_barred(_: int, turn: Turn) -> bool:
    """The last bid, with one that would make the sum right."""
    return turn.decision == "bid" and len(turn.legal) == len(turn.table.hand)


def _fills_trick(seats: int) -> Callable[[int, Turn], bool]:
    return lambda _, turn: turn.decision == "play" and len(turn.table.trick) == seats - 1


def _decides(word: str) -> Callable[[int, Turn], bool]:
    return lambda _, turn: turn.decision == word


def _has(kind: str) -> Callable[[int, Turn], bool]:
    return lambda seat, turn: seat == 0 and any(each["type"] == kind for each in turn.legal)


def _leads_joker(_: int, turn: Turn) -> bool:
    return not turn.table.trick and any(
        each["type"] == "play" and each["card"].startswith("X") for each in turn.legal
    )


def _but_joker(_: Sequence[Room]) -> Choose:
    return lambda _, turn: but_joker(turn)


def _selling(_: Sequence[Room]) -> Choose:
    """Who may sells his praise deal, and the others bid."""

    def choose(_: int, turn: Turn) -> Action:
        wishes: tuple[Mapping[str, Any], ...] = ({"type": "sale", "open": True},)
        return next((each for each in turn.legal if each in wishes), turn.legal[0])

    return choose


def _gin(*knocks: int) -> Callable[[Sequence[Room]], Choose]:
    return lambda rooms: Gin(rooms, knocks=knocks).choose


CROWDED: Final = (
    Crowded("seven-bid", "oh_well", 7, _is_barred, {"hook": True, "trump": "turn_up"}),
    Crowded("seven-play", "oh_well", 7, _fills_trick(7), {"trump": "turn_up"}),
    Crowded("four-bid", "oh_well", 4, _is_barred, {"hook": True, "trump": "turn_up"}),
    Crowded("seventeen-cards", "knaves", 3, _fills_trick(3)),
    Crowded("play", "king", 4, _fills_trick(4)),
    Crowded("declare", "king", 4, _decides("declare"), {"sale": "off"}),
    Crowded("auction", "king", 4, _decides("auction"), chooser=_selling),
    Crowded(
        "joker-led",
        "king_jokers",
        4,
        _leads_joker,
        chooser=_but_joker,
        presses="section .hand button[aria-disabled=false][aria-label^=jok],"
        "section .hand button[aria-disabled=false][aria-label^=джок]",
    ),
    Crowded("declare", "king_jokers", 4, _decides("declare")),
    Crowded("pile", "twenty_nine", 4, lambda _, turn: len(turn.table.pile) > 4),
    Crowded("eight-pile", "twenty_nine", 8, lambda _, turn: len(turn.table.pile) > 4),
    Crowded("upcard", "gin_rummy", 2, lambda _, turn: turn.table.phase == "upcard"),
    Crowded("knock", "gin_rummy", 2, _has("knock"), {"target": 1000}, _gin()),
    Crowded(
        "lay-off",
        "gin_rummy",
        2,
        _has("lay_off"),
        {"auto_lay_off": False, "target": 1000},
        _gin(1),
    ),
)


@asynccontextmanager
async def crowded(server: Kozyr, moment: Crowded) -> AsyncIterator[tuple[Client, Room]]:
    """The client whose turn it is at such a moment, and his table."""
    async with seated(server, moment.game, moment.seats, moment.options) as (clients, rooms):
        choose = _first if moment.chooser is None else moment.chooser(rooms)
        seat = await steered(rooms, choose, moment.reached)
        yield clients[seat], rooms[seat]
