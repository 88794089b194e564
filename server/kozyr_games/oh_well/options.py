"""Options and presets of Oh Well."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from kozyr_games.options import (
    Draw,
    Settlement,
    Stake,
    TieBreak,
    check_settlement,
    resolve_struct,
    titled,
    usual_settlement,
)
from kozyr_games.spec import OptionError

MIN_SEATS: Final = 3
MAX_SEATS: Final = 7
USUAL_SEATS: Final = 4

MADE_BID_BONUS: Final = 10
"""Points for exactly as many tricks as were bid."""


class Options(Struct, frozen=True, kw_only=True):
    """The options of a game, resolved."""

    stake: Stake = 0
    draw: Draw = "seats"
    tie_break: TieBreak = "share"
    settlement: Settlement
    target: Annotated[
        int,
        titled("Target", "До очков", ge=1, le=1_000, description="Points that end the game."),
    ] = 100
    deals: Annotated[
        Annotated[int, Meta(ge=1, le=500)] | None,
        titled(
            "Number of deals",
            "Число сдач",
            description="A fixed number of deals instead of the target; none: the target counts.",
        ),
    ] = None
    trump: Annotated[
        Literal["none", "turn_up", "C", "D", "H", "S"],
        titled(
            "Trumps",
            "Козырь",
            description="By a turned card: the suit of an undealt card; no trumps when none is"
            " left.",
            values={
                "none": ("none", "без козыря"),
                "turn_up": ("a turned card", "открытая карта"),
                "C": ("clubs", "трефы"),
                "D": ("diamonds", "бубны"),
                "H": ("hearts", "черви"),
                "S": ("spades", "пики"),
            },
        ),
    ] = "none"
    hook: Annotated[
        bool,
        titled(
            "Hook",
            "Крючок",
            description="The bids may not add up to the number of tricks: the dealer, who bids"
            " last, may not name the number that would make it so.",
        ),
    ] = False
    hand_plan: Annotated[
        Literal["full", "down_up", "up_down", "up"],
        titled(
            "Cards of a hand",
            "Карт на руках",
            description="A plan that is through begins anew.",
            values={
                "full": ("always the whole pack", "всегда вся колода"),
                "down_up": ("down to one and up again", "от полной до одной и обратно"),
                "up_down": ("up from one and down again", "от одной до полной и обратно"),
                "up": ("up from one", "от одной до полной"),
            },
        ),
    ] = "full"
    put_aside: Annotated[
        Literal["redrawn", "kept_out"],
        titled(
            "Cards put aside",
            "Скинутые карты",
            values={
                "redrawn": ("others in each deal", "каждый раз другие"),
                "kept_out": ("the same all game", "одни на всю партию"),
            },
        ),
    ] = "redrawn"
    bidding: Annotated[
        Literal["open", "simultaneous"],
        titled(
            "Bidding",
            "Назначение",
            values={
                "open": ("in turn, aloud", "по очереди вслух"),
                "simultaneous": ("all at once", "все сразу"),
            },
        ),
    ] = "open"
    exact_bonus: Annotated[
        int, titled("Points for an exact bid", "Премия за точный заказ", ge=0, le=100)
    ] = MADE_BID_BONUS
    miss_tricks: Annotated[
        Literal[1, 0],
        titled(
            "Points a trick when the bid was missed",
            "За взятку при неточном заказе",
            values={"1": ("one", "одно"), "0": ("none", "ничего")},
        ),
    ] = 1


PRESETS: Final[Mapping[str, Mapping[str, object]]] = {
    "oh_well/seed": {},
    "oh_well/modern": {"hook": True, "trump": "turn_up", "hand_plan": "down_up"},
}


def resolve(given: Mapping[str, object], seats: int) -> Options:
    """All options; `settlement` by the stake where it was not given."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise OptionError("seats", f"must be from {MIN_SEATS} to {MAX_SEATS}")
    options = resolve_struct(Options, {"settlement": usual_settlement(given), **given})
    check_settlement(options.settlement, options.stake)
    if options.hook and options.bidding == "simultaneous":
        raise OptionError("hook", "needs open bidding: it binds the one who bids last", "bidding")
    return options
