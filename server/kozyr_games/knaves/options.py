"""Options and presets of Knaves."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from kozyr_games.options import (
    DealerDraw,
    Settlement,
    Stake,
    TieBreak,
    check_settlement,
    resolve_struct,
    titled,
    usual_settlement,
)
from kozyr_games.spec import OptionError

SEATS: Final = 3

MOST_OF_A_JACK: Final = 10


def _jack(en: str, ru: str) -> Meta:
    return titled(en, ru, ge=0, le=MOST_OF_A_JACK)


class JackValues(Struct, frozen=True, forbid_unknown_fields=True):
    """Points that the jack of each suit costs; one that is not given keeps its usual value."""

    H: Annotated[int, _jack("Jack of hearts", "Валет червей")] = 4
    D: Annotated[int, _jack("Jack of diamonds", "Валет бубен")] = 3
    C: Annotated[int, _jack("Jack of clubs", "Валет треф")] = 2
    S: Annotated[int, _jack("Jack of spades", "Валет пик")] = 1


class Options(Struct, frozen=True, kw_only=True):
    """The options of a game, resolved."""

    stake: Stake = 0
    draw: DealerDraw = "dealer"
    tie_break: TieBreak = "share"
    settlement: Settlement
    target: Annotated[
        int,
        titled("Target", "До очков", ge=1, le=1_000, description="Points that end the game."),
    ] = 20
    hand_size: Annotated[
        Literal[17, 13],
        titled(
            "Cards of a hand",
            "Карт на руках",
            description="With 13 twelve cards stay unseen, and jacks among them do not count.",
            values={
                "17": ("17, the whole pack", "17, вся колода"),
                "13": ("13, twelve unseen", "13, двенадцать в стороне"),
            },
        ),
    ] = 17
    turned_jack: Annotated[
        Literal["out_of_play", "last_trick", "no_trump", "redeal"],
        titled(
            "When a jack is turned",
            "Если открыт валет",
            values={
                "out_of_play": ("trumps, and it is out of play", "козырь, а сам вне игры"),
                "last_trick": ("it goes with the last trick", "достаётся с последней взяткой"),
                "no_trump": ("no trumps", "игра без козыря"),
                "redeal": ("the same dealer deals again", "тот же пересдаёт"),
            },
        ),
    ] = "out_of_play"
    repeat_trump: Annotated[
        bool,
        titled(
            "The same trumps twice running",
            "Козырь два раза подряд",
            description="If not, a deal that turns the trump suit of the last one has no trumps.",
        ),
    ] = True
    jack_values: Annotated[
        JackValues,
        titled(
            "What the jacks cost", "Цена валетов", description="Points that each jack takes away."
        ),
    ] = JackValues()
    all_jacks_bonus: Annotated[
        int,
        titled(
            "Bonus for all four jacks",
            "Премия за всех валетов",
            ge=0,
            le=100,
            description="Who takes all four gets so many points instead of losing any; 0: no"
            " bonus.",
        ),
    ] = 0


PRESETS: Final[Mapping[str, Mapping[str, object]]] = {
    "knaves/seed": {},
    "knaves/no_repeat": {"repeat_trump": False},
    "knaves/to_21": {"target": 21},
}


def resolve(given: Mapping[str, object], seats: int) -> Options:
    """All options; `settlement` by the stake where it was not given."""
    if seats != SEATS:
        raise OptionError("seats", f"must be {SEATS}")
    try:
        options = resolve_struct(Options, {"settlement": usual_settlement(given), **given})
    except OptionError as error:
        if error.option != "jack_values":
            raise
        bounds = f"must give H, D, C and S a whole number from 0 to {MOST_OF_A_JACK} each"
        raise OptionError("jack_values", bounds) from error
    check_settlement(options.settlement, options.stake)
    return options
