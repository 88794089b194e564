"""Tables of King at moments that a game comes to now and then, for `make screenshots`."""

import random
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from kozyr_client import Turn
from kozyr_testing.processes import Kozyr
from kozyr_testing.scenes import LAST_TRICK, SHEET, Scene
from kozyr_testing.steering import Action, seated, steered

Reached = Callable[[int, Turn], bool]
Wish = Mapping[str, Any]

FIRST_PRAISE: Final = 8
MEDLEY: Final = 7
SEED: Final = 5
JOKER: Final = "^(джокер|joker)"
HEART: Final = "(червей|of hearts)[.]"
"""A heart that may not be played: its name goes on with the reason."""
SPLIT: Final = {"type": "declare", "call": "split"}
BY_LAST: Final = {"type": "declare", "call": "by_last"}
SELL: Final = {"type": "sale", "open": True}
NO: Final = {"type": "agree", "yes": False}


@dataclass(frozen=True)
class Moment:
    """Something to be seen.

    Attributes:
        reached: whether it is there, by a seat and its turn.
        wishes: what all seats do where they may; else they play at random.
        seats: how many play.
        looks: whose eyes it is seen with, counted on from the seat on turn.
    """

    name: str
    reached: Reached
    wishes: tuple[Wish, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    presses: tuple[str, ...] = ()
    game: str = "king"
    seats: int = 4
    looks: int = 0


def _in_praise(decision: str, *, held: int = 0) -> Reached:
    """Such a decision of the first praise deal."""
    return lambda _, turn: (
        turn.table.deal == FIRST_PRAISE
        and turn.decision == decision
        and len(turn.table.hand) >= held
        and (decision != "declare" or turn.table.split is None)
    )


def _of_medley(_: int, turn: Turn) -> bool:
    """Much was taken in it, and more lies there."""
    table = turn.table
    return table.deal == MEDLEY and len(table.trick) == 2 and len(table.hand) == 3


def _hearts_held(_: int, turn: Turn) -> bool:
    """Hearts may not be led."""
    table = turn.table
    hearts = [card for card in table.hand if card.endswith("H")]
    return not table.trick and table.deal == 2 and 0 < len(hearts) < len(table.hand)


def _king_due(_: int, turn: Turn) -> bool:
    """Nothing but the king of hearts may go."""
    return (
        turn.table.deal == MEDLEY
        and len(turn.table.hand) > 1
        and [each.get("card") for each in turn.legal] == ["KH"]
    )


def _joker(leads: bool) -> Reached:
    """A joker may be led, or may be played to what somebody else has led."""
    return lambda _, turn: (
        any(str(each.get("card", "")).startswith("X") for each in turn.legal)
        and bool(turn.table.trick) != leads
    )


def _joker_led(_: int, turn: Turn) -> bool:
    trick = turn.table.trick
    return len(trick) == 2 and trick[0].suit is not None


def _joker_taken(_: int, turn: Turn) -> bool:
    last = turn.table.last_trick
    return last is not None and any(laid.suit is not None for laid in last.cards)


MOMENTS: Final = (
    Moment("ban", _hearts_held, presses=(HEART,)),
    Moment("king-due", _king_due, presses=("[.] (Кинга|The king)",)),
    Moment("medley", _of_medley),
    Moment("medley-sheet", _of_medley, presses=(SHEET,)),
    Moment("agree", _in_praise("agree"), (SPLIT,), {"split": "needs_all", "sale": "off"}),
    Moment("asked", _in_praise("agree"), (SPLIT,), {"split": "needs_all", "sale": "off"}, looks=-1),
    Moment(
        "refused",
        lambda _, turn: turn.decision == "declare" and turn.table.split == "refused",
        (SPLIT, NO),
        {"split": "needs_all", "sale": "off"},
    ),
    Moment("split", _in_praise("split"), (), {"split_full_hand": True, "sale": "off"}),
    Moment("offer", _in_praise("auction"), (BY_LAST, SELL)),
    Moment(
        "sells",
        lambda _, turn: turn.decision == "auction" and turn.table.offer is not None,
        (BY_LAST, SELL, {"type": "offer", "tricks": 3}),
        looks=-2,
    ),
    Moment(
        "bought",
        lambda _, turn: turn.decision == "declare" and turn.table.sale is not None,
        (BY_LAST, SELL, {"type": "offer", "tricks": 3}, {"type": "pass"}),
    ),
    Moment(
        "trumps",
        lambda _, turn: turn.table.last_card is not None and len(turn.table.hand) == 6,
        (BY_LAST, SELL, {"type": "offer", "tricks": 3}, {"type": "pass"}),
    ),
    Moment(
        "three",
        lambda _, turn: turn.table.deal == MEDLEY and len(turn.table.hand) == 4,
        (),
        {"positive_half": "mirror", "players": 3},
        seats=3,
    ),
    Moment("led", _joker(leads=True), presses=(JOKER,), game="king_jokers"),
    Moment("followed", _joker(leads=False), presses=(JOKER,), game="king_jokers"),
    Moment("lies", _joker_led, ({"type": "play", "card": "X1"},), game="king_jokers"),
    Moment(
        "last",
        _joker_taken,
        ({"type": "play", "card": "X1"},),
        presses=(LAST_TRICK,),
        game="king_jokers",
    ),
)


def _wanted(turn: Turn, wishes: tuple[Wish, ...], chance: random.Random) -> Action:
    for wish in wishes:
        for each in turn.legal:
            if wish.items() <= each.items():
                return each
    return chance.choice(turn.legal)


@asynccontextmanager
async def _reached(server: Kozyr, moment: Moment) -> AsyncIterator[tuple[str, str | None]]:
    """A table at a moment, and the token of whoever looks at it."""
    chance = random.Random(SEED)
    async with seated(server, moment.game, moment.seats, moment.options) as (clients, rooms):
        seat = await steered(
            rooms, lambda _, turn: _wanted(turn, moment.wishes, chance), moment.reached
        )
        eyes = clients[(seat + moment.looks) % moment.seats]
        yield f"/table/{rooms[0].id}", eyes.token


async def king_scenes(server: Kozyr, game: str) -> AsyncIterator[Scene]:
    """All of them of one of the two games."""
    for moment in MOMENTS:
        if moment.game == game:
            async with _reached(server, moment) as (path, token):
                yield Scene(f"{game}-more-{moment.name}", path, token, moment.presses)
