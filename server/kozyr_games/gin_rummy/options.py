"""Options and presets of Gin Rummy."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Struct

from kozyr_games.options import DealerDraw, Stake, resolve_struct, titled
from kozyr_games.spec import OptionError

SEATS: Final = 2

MOST: Final = 1_000
"""Greatest value of target and bonuses."""


class Options(Struct, frozen=True, kw_only=True):
    """The options of a game, resolved."""

    stake: Stake = 0
    draw: DealerDraw = "dealer"
    target: Annotated[
        int,
        titled(
            "Target",
            "До очков",
            ge=1,
            le=MOST,
            description="Points by hands that end the game.",
        ),
    ] = 100
    undercut: Annotated[
        int,
        titled(
            "Undercut",
            "Подрезка",
            ge=0,
            le=MOST,
            description="Bonus of the opponent who has as little deadwood as the knocker, or less.",
        ),
    ] = 10
    gin: Annotated[
        int, titled("Gin", "Джин", ge=0, le=MOST, description="Bonus for no deadwood.")
    ] = 20
    box: Annotated[
        int,
        titled(
            "Box",
            "Коробочка",
            ge=0,
            le=MOST,
            description="For each hand won, at the end of a game.",
        ),
    ] = 20
    game: Annotated[
        int,
        titled("Game", "Партия", ge=0, le=MOST, description="For reaching the target, at the end."),
    ] = 100
    shutout: Annotated[
        int,
        titled(
            "Shutout",
            "Локаут",
            ge=0,
            le=MOST,
            description="Instead of the bonus for the game where the loser has no point.",
        ),
    ] = 200
    shutout_doubles: Annotated[
        bool,
        titled(
            "A shutout doubles",
            "Локаут удваивает",
            description="Instead of the bonus for a shutout: points, boxes and the bonus for"
            " the game count twice.",
        ),
    ] = False
    lay_off_on_gin: Annotated[
        bool,
        titled(
            "Lay off on gin",
            "Добавлять к джину",
            description="The opponent may lay off also when the knocker has gin.",
        ),
    ] = True
    auto_lay_off: Annotated[
        bool,
        titled(
            "Automatic lay-offs",
            "Добавлять автоматически",
            description="The server arranges and lays off the opponent's cards as well as can be.",
        ),
    ] = True
    big_gin: Annotated[
        int,
        titled(
            "Big gin",
            "Большой джин",
            ge=0,
            le=MOST,
            description="Bonus for eleven melded cards, often 31; 0: there is no big gin.",
        ),
    ] = 0
    oklahoma: Annotated[
        Literal["off", "on", "ace_gin"],
        titled(
            "Oklahoma",
            "Оклахома",
            description="The upcard's value is the most deadwood to knock with.",
            values={
                "off": ("no", "нет"),
                "on": ("yes", "да"),
                "ace_gin": ("yes, and an ace means gin only", "да, при тузе только джин"),
            },
        ),
    ] = "off"
    spades_double: Annotated[
        bool,
        titled(
            "Spades double",
            "Пики удваивают",
            description="In Oklahoma: points and box of a deal with a spade upcard are double.",
        ),
    ] = False
    straight: Annotated[
        bool, titled("Straight gin", "Только джин", description="Knock only with gin.")
    ] = False
    hollywood: Annotated[
        bool,
        titled(
            "Hollywood",
            "Голливуд",
            description="Three games at once: a player's first hand won counts in one of them, "
            "his second in two, the others in all.",
        ),
    ] = False
    next_dealer: Annotated[
        Literal["winner", "loser", "alternate"],
        titled(
            "Next dealer",
            "Кто сдаёт дальше",
            description="After a void hand the same player deals again.",
            values={
                "winner": ("the winner of the hand", "выигравший сдачу"),
                "loser": ("the loser of the hand", "проигравший сдачу"),
                "alternate": ("in turn", "по очереди"),
            },
        ),
    ] = "winner"
    wall_take: Annotated[
        bool,
        titled(
            "Take the last discard",
            "Брать последний сброс",
            description="At the end of the stock the last discard may still be taken to knock.",
        ),
    ] = False


PRESETS: Final[Mapping[str, Mapping[str, object]]] = {
    "gin_rummy/leeming": {},
    "gin_rummy/modern": {
        "undercut": 25,
        "gin": 25,
        "box": 25,
        "lay_off_on_gin": False,
        "next_dealer": "loser",
    },
    "gin_rummy/oklahoma": {"oklahoma": "on"},
    "gin_rummy/hollywood": {"hollywood": True},
}


def resolve(given: Mapping[str, object], seats: int) -> Options:
    """All options."""
    if seats != SEATS:
        raise OptionError("seats", f"must be {SEATS}")
    options = resolve_struct(Options, given)
    if options.spades_double and options.oklahoma == "off":
        raise OptionError(
            "spades_double", "is a part of Oklahoma: set oklahoma to on or ace_gin", "oklahoma"
        )
    if options.straight and options.oklahoma != "off":
        raise OptionError(
            "straight", "knocks with gin only, and oklahoma by the upcard: set one", "oklahoma"
        )
    return options
