"""Options and presets of Twenty-Nine."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Struct

from kozyr_games.options import DealerDraw, Stake, TieBreak, resolve_struct, titled
from kozyr_games.spec import OptionError

MIN_SEATS: Final = 3
MAX_SEATS: Final = 8

PARTNERS: Final = 4
"""Seats of the partnership game: 0 and 2 against 1 and 3."""


class Options(Struct, frozen=True, kw_only=True):
    """The options of a game, resolved."""

    stake: Stake = 0
    draw: DealerDraw = "dealer"
    tie_break: TieBreak = "share"
    partners: Annotated[
        bool,
        titled(
            "Partners",
            "Партнёры",
            description="Those who sit opposite play together; only with four players, and"
            " then usual.",
        ),
    ]
    stuck: Annotated[
        Literal["end", "pass"],
        titled(
            "When no card fits",
            "Если ни одна карта не подходит",
            description="Usually the deal ends with partners, and the player passes without.",
            values={
                "end": ("the deal ends", "сдача кончается"),
                "pass": ("the player passes", "игрок пасует"),
            },
        ),
    ]
    set_aside: Annotated[
        bool,
        titled(
            "Equal hands",
            "Карт поровну",
            description="Cards that would make hands unequal stay face down, unused.",
        ),
    ] = False
    length: Annotated[
        Literal["rounds", "single", "target"],
        titled(
            "Length of the game",
            "Длина партии",
            values={
                "rounds": ("rounds", "круги сдач"),
                "single": ("one deal", "одна сдача"),
                "target": ("to a number of points", "до числа очков"),
            },
        ),
    ] = "rounds"
    rounds: Annotated[
        int,
        titled(
            "Rounds",
            "Кругов",
            ge=1,
            le=100,
            description="How often each player deals, where the game goes by rounds.",
        ),
    ] = 1
    target: Annotated[
        int,
        titled(
            "Target",
            "До очков",
            ge=1,
            le=1_000,
            description="Points that end the game after a deal, where it goes to points.",
        ),
    ] = 50
    score_by: Annotated[
        Literal["cards", "piles"],
        titled(
            "A point for each",
            "Очко за каждую",
            values={"cards": ("card taken", "взятую карту"), "piles": ("pile taken", "стопку")},
        ),
    ] = "cards"


PRESETS: Final[Mapping[str, Mapping[str, object]]] = {
    "twenty_nine/partners": {"partners": True, "stuck": "end"},
    "twenty_nine/solo": {"partners": False, "stuck": "pass"},
    "twenty_nine/strict": {"partners": False, "stuck": "end"},
}

PRESET_SEATS: Final = {"twenty_nine/partners": (PARTNERS, PARTNERS)}


def resolve(given: Mapping[str, object], seats: int) -> Options:
    """All options; `partners` and `stuck` by the number of seats where they were not given."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise OptionError("seats", f"must be from {MIN_SEATS} to {MAX_SEATS}")
    partners = given.get("partners", seats == PARTNERS)
    usual = {"partners": partners, "stuck": "end" if partners is True else "pass"}
    options = resolve_struct(Options, {**usual, **given})
    if options.partners and seats != PARTNERS:
        raise OptionError("partners", f"is for {PARTNERS} seats only", "seats")
    return options
