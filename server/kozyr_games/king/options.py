"""Options and presets of King and of King with jokers."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Struct

from kozyr_games.options import Draw, Stake, resolve_struct, titled
from kozyr_games.spec import OptionError

MIN_SEATS: Final = 3
SEATS: Final = 4

MAX_JOKERS: Final = 2


class Options(Struct, frozen=True, kw_only=True):
    """The options of both games, resolved."""

    stake: Stake = 0
    draw: Draw = "seats"
    profile: Annotated[
        Literal["published", "seed"],
        titled(
            "Bans and duties",
            "Запреты и обязанности",
            description="As published: no lead of hearts in the hearts and king deals and the"
            " medleys, and the king of hearts must be shed in the king deals and the medleys."
            " One deal each: the first in the hearts deals only, the second in the king deals"
            " only.",
            values={
                "published": ("as published", "как в справочниках"),
                "seed": ("one deal each", "в одной сдаче каждый"),
            },
        ),
    ] = "published"
    boys: Annotated[
        Literal["jacks4", "jacks_kings2", "kings4"],
        titled(
            "Boys",
            "Мальчики",
            values={
                "jacks4": ("jacks, 4 each", "валеты по 4"),
                "jacks_kings2": ("jacks and kings, 2 each", "валеты и короли по 2"),
                "kings4": ("kings, 4 each", "короли по 4"),
            },
        ),
    ] = "jacks4"
    king_mode: Annotated[
        Literal["forced", "penalty"],
        titled(
            "King held back",
            "Зажал кинга",
            description="Where it is charged: in the negative deals a player may hold the king of"
            " hearts back, and then it is written to him, whoever takes it.",
            values={
                "forced": ("is not possible", "невозможно"),
                "penalty": ("is charged to whoever did it", "пишется зажавшему"),
            },
        ),
    ] = "forced"
    king_under_ace: Annotated[
        bool,
        titled(
            "King under the ace",
            "Кинг под туза",
            description="The duty to shed the king of hearts holds also when the ace of hearts"
            " lies in a trick of hearts.",
        ),
    ] = False
    broken_hearts: Annotated[
        bool,
        titled(
            "Broken hearts",
            "Вскрытые черви",
            description="Once a heart was played in the deal, hearts may be led.",
        ),
    ] = False
    must_trump: Annotated[
        bool,
        titled(
            "Duty to trump",
            "Обязательно бить козырем",
            description="In praise deals who is void must trump if able.",
        ),
    ] = False
    sale: Annotated[
        Literal["after_declaration", "before_declaration", "off"],
        titled(
            "Sale of a praise deal",
            "Продажа хваленки",
            values={
                "after_declaration": ("after it is named", "после назначения"),
                "before_declaration": ("before it is named", "до назначения"),
                "off": ("none", "нет"),
            },
        ),
    ] = "after_declaration"
    declarer_leads: Annotated[
        bool,
        titled(
            "The declarer leads",
            "Ходит назначивший",
            description="In praise deals; else the eldest hand leads, also after a sale.",
        ),
    ] = False
    split: Annotated[
        Literal["unilateral", "needs_all", "off"],
        titled(
            "Split, two tricks each",
            "Расписать по две",
            values={
                "unilateral": ("the praiser alone decides", "решает хвалящий"),
                "needs_all": ("all must agree", "с согласия всех"),
                "off": ("none", "нет"),
            },
        ),
    ] = "unilateral"
    split_full_hand: Annotated[
        bool,
        titled(
            "Split with all cards in hand",
            "Расписать с полной рукой",
            description="The praiser decides when all cards are dealt, not with the first three.",
        ),
    ] = False
    by_last_card: Annotated[
        Literal["last", "third"],
        titled(
            "By the last card",
            "По последней",
            values={
                "last": ("the last of all cards", "последняя из всех карт"),
                "third": ("the last of the first three", "последняя из первых трёх"),
            },
        ),
    ] = "last"
    no_trump: Annotated[
        bool,
        titled("Praise without trumps", "Хваленка без козыря"),
    ] = False
    end_early: Annotated[
        bool,
        titled(
            "Short deals",
            "Короткие сдачи",
            description="A deal for hearts, boys, girls or the king ends when all are taken.",
        ),
    ] = True
    scale: Annotated[
        Literal[1, 10],
        titled(
            "Points times",
            "Очки умножить на",
            values={"1": ("one", "один"), "10": ("ten", "десять")},
        ),
    ] = 1


class KingOptions(Options, frozen=True, kw_only=True):
    """The options of King, resolved."""

    positive_half: Annotated[
        Literal["praise", "mirror", "mirror12"],
        titled(
            "Positive deals",
            "Положительные сдачи",
            values={
                "praise": ("four praise deals and a medley", "четыре хваленки и ералаш"),
                "mirror": ("the seven again, to be taken", "те же семь, но брать"),
                "mirror12": ("six and six, no medley", "шесть и шесть, без ералаша"),
            },
        ),
    ] = "praise"
    players: Annotated[
        Literal[4, 3],
        titled(
            "Players",
            "Игроков",
            description="Three play with 30 cards, and only where the positive deals are the seven"
            " again.",
            values={"4": ("four", "четверо"), "3": ("three", "трое")},
        ),
    ] = 4


class JokersOptions(Options, frozen=True, kw_only=True):
    """The options of King with jokers, resolved."""

    jokers: Annotated[
        Literal[2, 1],
        titled(
            "Jokers",
            "Джокеров",
            description="Two stand for the black sevens, one for the seven of spades.",
            values={"2": ("two", "два"), "1": ("one", "один")},
        ),
    ] = 2
    second_joker: Annotated[
        Literal["later_wins", "first_wins"],
        titled(
            "Of two high jokers",
            "Из двух старших джокеров",
            values={
                "later_wins": ("the later wins", "бьёт второй"),
                "first_wins": ("the first wins", "бьёт первый"),
            },
        ),
    ] = "later_wins"
    joker_only_when_void: Annotated[
        bool,
        titled(
            "A joker only when void",
            "Джокер только без масти",
            description="Who can follow suit must; a joker may still be led.",
        ),
    ] = False
    demand: Annotated[
        bool,
        titled(
            "A joker demands",
            "Джокер требует старшую",
            description="Led high, it makes the others play their highest card of its suit.",
        ),
    ] = False


class Rules(Struct, frozen=True, array_like=True):
    """What the functions of both games ask, in one place: options as `rules` of a state."""

    stake: int
    draw: Literal["seats", "dealer", "off"]
    profile: Literal["published", "seed"]
    boys: Literal["jacks4", "jacks_kings2", "kings4"]
    king_mode: Literal["forced", "penalty"]
    king_under_ace: bool
    broken_hearts: bool
    must_trump: bool
    sale: Literal["after_declaration", "before_declaration", "off"]
    declarer_leads: bool
    split: Literal["unilateral", "needs_all", "off"]
    split_full_hand: bool
    by_last_card: Literal["last", "third"]
    no_trump: bool
    end_early: bool
    scale: int
    positive_half: Literal["praise", "mirror", "mirror12"] = "praise"
    jokers: int = 0
    second_joker: Literal["later_wins", "first_wins"] = "later_wins"
    joker_only_when_void: bool = False
    demand: bool = False

    @classmethod
    def from_options(cls, options: Options) -> "Rules":
        """The rules that the options of either game make."""
        asked = {
            name: getattr(options, name) for name in cls.__struct_fields__ if hasattr(options, name)
        }
        return cls(**asked)


PRESETS: Final[Mapping[str, Mapping[str, object]]] = {
    "king/published": {"profile": "published"},
    "king/seed": {"profile": "seed"},
    "king/mirror14": {"positive_half": "mirror"},
    "king/mirror12": {"positive_half": "mirror12"},
}

PRESET_SEATS: Final = {
    "king/published": (SEATS, SEATS),
    "king/seed": (SEATS, SEATS),
    "king/mirror12": (SEATS, SEATS),
}

_OF_PRAISE: Final[Mapping[str, tuple[object, ...]]] = {
    "must_trump": (False,),
    "sale": ("after_declaration", "off"),
    "declarer_leads": (False,),
    "split": ("unilateral", "off"),
    "split_full_hand": (False,),
    "by_last_card": ("last",),
    "no_trump": (False,),
}
"""The values, the usual one and `off`, that a game without praise deals may have."""

JOKERS_PRESETS: Final[Mapping[str, Mapping[str, object]]] = {"king_jokers/reconstruction": {}}


def resolve(given: Mapping[str, object], seats: int) -> Options:
    """All options of King; `players` and `positive_half` by the seats where not given."""
    if not MIN_SEATS <= seats <= SEATS:
        raise OptionError("seats", f"must be from {MIN_SEATS} to {SEATS}")
    usual = {"players": seats, "positive_half": "praise" if seats == SEATS else "mirror"}
    options = resolve_struct(KingOptions, {**usual, **given})
    if options.players != seats:
        raise OptionError(
            "players", f"is {options.players}, and the table has {seats} seats", "seats"
        )
    if seats != SEATS and options.positive_half != "mirror":
        raise OptionError("positive_half", "must be mirror with three players", "players")
    return _agreeing(options)


def resolve_jokers(given: Mapping[str, object], seats: int) -> Options:
    """All options of King with jokers."""
    if seats != SEATS:
        raise OptionError("seats", f"must be {SEATS}")
    options = resolve_struct(JokersOptions, given)
    if options.jokers == 1 and options.second_joker == "first_wins":
        raise OptionError("second_joker", "has no meaning with one joker", "jokers")
    return _agreeing(options)


def _agreeing(options: Options) -> Options:
    if options.split == "off" and options.split_full_hand:
        raise OptionError("split_full_hand", "has no meaning where split is off", "split")
    if isinstance(options, KingOptions) and options.positive_half != "praise":
        for name, asks_nothing in _OF_PRAISE.items():
            if getattr(options, name) not in asks_nothing:
                raise OptionError(
                    name,
                    f"is of praise deals, and {options.positive_half} has none of them",
                    "positive_half",
                )
    return options
