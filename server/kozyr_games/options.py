"""Options of games: their titles, their JSON Schema, and reading what a creator gave.

An option is a field of a game's frozen `Options` struct with `titled(...)` beside its type; from
that alone any client can draw a form.

Options contradict each other where one asks for what another takes out of the game, such as the
sale of praise deals in a game without any: a game's `resolve` refuses that with a sentence. A
figure or a detail that is merely not needed, such as the target of a single deal, is taken.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from kozyr_games.spec import AnyGame, OptionError
from kozyr_games.wording import HINTS_RU

OptionsT = TypeVar("OptionsT", bound=Struct)

MAX_STAKE = 1_000_000


def titled(
    en: str,
    ru: str,
    *,
    ge: int | None = None,
    le: int | None = None,
    description: str | None = None,
    values: Mapping[str, tuple[str, str]] | None = None,
) -> Meta:
    """What a form shows of an option.

    Args:
        en: its name in English.
        ru: its name in Russian.
        ge: least value.
        le: greatest value.
        description: a sentence more, in English; `wording` has it in Russian.
        values: for each value of a choice, the usual one first, its name in English and Russian.
    """
    extra: dict[str, Any] = {"x-title": {"en": en, "ru": ru}}
    if values is not None:
        extra["x-values"] = {
            value: {"en": first, "ru": second} for value, (first, second) in values.items()
        }
    if description is not None and description in HINTS_RU:
        extra["x-description"] = {"en": description, "ru": HINTS_RU[description]}
    return Meta(title=en, description=description, ge=ge, le=le, extra_json_schema=extra)


Stake = Annotated[
    int,
    titled(
        "Stake",
        "Ставка",
        ge=0,
        le=MAX_STAKE,
        description="Chips that each player puts in; 0: the game is played for points alone.",
    ),
]
"""The option `stake` of all games."""

_DRAWS = {
    "seats": ("for seats and first dealer", "за места и первую сдачу"),
    "dealer": ("for the first dealer", "за первую сдачу"),
    "off": ("none, the first seat deals", "без жребия"),
}
_DRAWN = {"seats": "the seats", "dealer": "the first dealer"}


def _draw(*values: str) -> Meta:
    """What a form shows of the option `draw`, the usual value first."""
    # The usual value is named here, too: `Annotated` takes two types for one whose metadata differ
    # by the order of their values alone.
    return titled(
        "Draw",
        "Жребий",
        description="What the cards drawn before the first deal decide, usually"
        f" {_DRAWN[values[0]]}; without a draw the first seat deals.",
        values={value: _DRAWS[value] for value in values},
    )


Draw = Annotated[Literal["seats", "dealer", "off"], _draw("seats", "dealer", "off")]
"""The option `draw` of the games whose usual draw is for the seats."""

DealerDraw = Annotated[Literal["seats", "dealer", "off"], _draw("dealer", "seats", "off")]
"""The option `draw` of the games whose usual draw is for the first dealer alone."""

TieBreak = Annotated[
    Literal["share", "play_on"],
    titled(
        "Tie at the end",
        "При ничьей",
        description="What happens when several lead at the end.",
        values={
            "share": ("all leaders win", "побеждают все первые"),
            "play_on": ("deal until one leads", "играть до одного победителя"),
        },
    ),
]
"""The option `tie_break`."""

Settlement = Annotated[
    Literal["none", "pot", "difference"],
    titled(
        "Settlement",
        "Расчёт",
        description="How the stake is paid.",
        values={
            "none": ("none", "нет"),
            "pot": ("the winner takes the pot", "банк победителю"),
            "difference": ("stake for each point behind", "ставка за очко разницы"),
        },
    ),
]
"""The option `settlement`."""


def usual_settlement(given: Mapping[str, object]) -> Literal["none", "pot"]:
    """The `settlement` of a table that does not name one: a stake makes a pot.

    Args:
        given: options by name, not yet checked.
    """
    return "pot" if given.get("stake") else "none"


def check_settlement(settlement: str, stake: int) -> None:
    """Refuse a stake that nobody would be paid.

    Raises:
        OptionError: `settlement` is `none`, and there is a stake.
    """
    if stake and settlement == "none":
        raise OptionError("settlement", "must be pot or difference where there is a stake", "stake")


def schema(spec: AnyGame) -> dict[str, Any]:
    """The JSON Schema of what may be given as a game's options.

    No option is required. Beside the standard words an option has `x-title` {`en`, `ru`}, and a
    choice `x-values` {value: {`en`, `ru`}} with the usual value first.
    """
    return _schema(spec.options)


def _schema(options: type[Struct]) -> dict[str, Any]:
    (root,), definitions = msgspec.json.schema_components([options], ref_template="{name}")
    found: dict[str, Any] = dict(definitions[root["$ref"]])
    # The rules fill in whatever is not given, also what depends on the number of seats.
    found.pop("required", None)
    # A form is drawn from one option alone: what it refers to is put in its place.
    found["properties"] = {
        name: {**definitions.get(option.pop("$ref", ""), {}), **option}
        for name, option in found["properties"].items()
    }
    return found


def resolve_struct(options: type[OptionsT], given: Mapping[str, object]) -> OptionsT:
    """Options read strictly: no unknown name, no other type, nothing out of range.

    Args:
        options: the game's struct.
        given: with all options that have no default.

    Raises:
        OptionError: it names the option, and what is allowed.
    """
    fields = {field.name: field for field in msgspec.structs.fields(options)}
    read: dict[str, object] = {}
    for name, value in given.items():
        if name not in fields:
            raise OptionError(name, f"is not an option; known are {', '.join(fields)}")
        try:
            read[name] = msgspec.convert(value, fields[name].type, strict=True)
        except msgspec.ValidationError as error:
            raise OptionError(name, _allowed(_schema(options)["properties"][name])) from error
    missing = [name for name, field in fields.items() if field.required and name not in read]
    if missing:
        raise OptionError(missing[0], "is required")
    return options(**read)


def _allowed(option: Mapping[str, Any]) -> str:
    """A sentence about the values that the schema of an option allows."""
    return "must be " + " or ".join(_forms(option))


def _forms(option: Mapping[str, Any]) -> list[str]:
    if "anyOf" in option:
        return [form for each in option["anyOf"] for form in _forms(each)]
    if "enum" in option:
        order = [value for value in option.get("x-values", ()) if value in option["enum"]]
        values = order + [value for value in option["enum"] if value not in order]
        return ["one of " + ", ".join(map(str, values))]
    match option.get("type"):
        case "boolean":
            return ["true or false"]
        case "null":
            return ["null"]
        case "integer":
            return ["a whole number" + _bounds(option)]
        case _:
            return [f"a JSON value of type {option.get('type', 'any')}"]


def _bounds(option: Mapping[str, Any]) -> str:
    least, greatest = option.get("minimum"), option.get("maximum")
    if least is None and greatest is None:
        return ""
    if greatest is None:
        return f" of at least {least}"
    if least is None:
        return f" of at most {greatest}"
    return f" from {least} to {greatest}"


def seats_of(spec: AnyGame, preset: str) -> tuple[int, int]:
    """Least and most seats of a preset."""
    return spec.preset_seats.get(preset, (spec.min_seats, spec.max_seats))


def usual_preset(spec: AnyGame, seats: int) -> str:
    """The preset of a table whose creator names none: the first that allows the seats.

    Raises:
        OptionError: the game is not for so many.
    """
    for preset in spec.presets:
        least, most = seats_of(spec, preset)
        if least <= seats <= most:
            return preset
    raise OptionError("seats", f"must be from {spec.min_seats} to {spec.max_seats}")


def table_options(
    spec: AnyGame, preset: str | None, given: Mapping[str, object], seats: int
) -> Any:
    """All options of a table: those of the preset, with those that were given above them.

    Args:
        spec: the game.
        preset: `GAME/name`; None: none was named, and the usual one for the seats is taken.
        given: options by name.
        seats: players of the game.

    Returns:
        The game's `Options`.

    Raises:
        OptionError: also for an unknown preset (`preset`) and for the number of seats (`seats`).
    """
    name = usual_preset(spec, seats) if preset is None else preset
    if name not in spec.presets:
        raise OptionError("preset", f"must be one of {', '.join(spec.presets)}")
    least, most = seats_of(spec, name)
    if not least <= seats <= most:
        raise OptionError("seats", f"must be from {least} to {most} with the preset {name}")
    return spec.resolve({**spec.presets[name], **given}, seats)
