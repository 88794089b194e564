"""Tables of Oh Well, Knaves and Twenty-Nine at their moments, for `make screenshots`."""

from typing import Final

from kozyr_client import Turn
from kozyr_testing.scenes import BARRED, LAST_TRICK, SHEET, TALK, Game, decides, played_on

_LEAST_STUCK: Final = 20
"""Of a pile of Twenty-Nine: below it every card fits."""
_HIGH_PILE: Final = 9

_BARRED: Final[dict[str, tuple[str, ...]]] = {
    "barred": (BARRED,),
    "last": (LAST_TRICK,),
    "talk": (TALK,),
}
_SHEET: Final[dict[str, tuple[str, ...]]] = {"sheet": (SHEET,)}


def _is_hooked(turn: Turn) -> bool:
    return turn.decision == "bid" and len(turn.legal) <= int(turn.table.size)


def _next_deal(turn: Turn) -> bool:
    return int(turn.table.deal) > 1


def _has_jacks(turn: Turn) -> bool:
    return sum(map(len, turn.table.jacks)) >= 2 and _must_follow(turn)


def _must_follow(turn: Turn) -> bool:
    return turn.decision == "play" and len(turn.legal) < len(turn.table.hand)


def _is_near(turn: Turn) -> bool:
    return turn.table.total >= _LEAST_STUCK and _must_follow(turn)


def _is_high(turn: Turn) -> bool:
    return len(turn.table.pile) >= _HIGH_PILE


def _may_pass(turn: Turn) -> bool:
    return any(action["type"] == "pass" for action in turn.legal)


def _oh_well() -> list[Game]:
    modern = {"hook": True, "trump": "turn_up"}
    return [
        Game(
            "oh_well",
            4,
            {"bid": played_on(0), "play": played_on(5), "follow": _must_follow},
            {"deals": 1},
            {"follow": _BARRED},
        ),
        Game(
            "oh_well", 7, {"bid": played_on(0), "play": played_on(2)}, {"deals": 1}, size="-seven"
        ),
        Game(
            "oh_well",
            4,
            {
                "bid": decides("bid"),
                "hook": _is_hooked,
                "dealt": _next_deal,
                "play": decides("play"),
            },
            modern | {"hand_plan": "down_up", "deals": 4},
            {"again": _SHEET},
            size="-modern",
        ),
        Game(
            "oh_well",
            7,
            {
                "hook": lambda turn: _is_hooked(turn) and turn.table.size > 2,
                "play": decides("play"),
            },
            modern | {"hand_plan": "up", "deals": 14},
            size="-crowd",
        ),
        Game(
            "oh_well",
            5,
            {"bid": decides("bid"), "play": decides("play")},
            {"bidding": "simultaneous", "trump": "H", "deals": 1},
            size="-blind",
        ),
    ]


def _knaves() -> list[Game]:
    moments = {
        "dealt": played_on(0),
        "play": _must_follow,
        "jacks": _has_jacks,
        "again": _next_deal,
    }
    return [Game("knaves", 3, moments, {}, {"jacks": _BARRED, "again": _SHEET})]


def _twenty_nine() -> list[Game]:
    near = {name: _BARRED[name] for name in ("barred", "talk")}
    moments = {"play": played_on(4), "near": _is_near, "again": _next_deal}
    return [
        Game("twenty_nine", 4, moments, {}, {"near": near, "again": _SHEET}),
        Game(
            "twenty_nine",
            3,
            {"high": _is_high, "pass": _may_pass},
            {"set_aside": True, "score_by": "piles"},
            size="-three",
        ),
        Game("twenty_nine", 8, {"near": _is_near}, {"length": "single"}, size="-eight"),
    ]


def trick_games() -> list[Game]:
    """All three, anew: a moment counts the turns that it has seen."""
    return [*_oh_well(), *_knaves(), *_twenty_nine()]
