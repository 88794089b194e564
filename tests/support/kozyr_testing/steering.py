"""Games led to a rare moment by somebody who plays, and sees, all of their seats."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

from kozyr_client import Client, Room, Turn, connect
from kozyr_games.gin_rummy.melds import least_deadwood
from kozyr_testing.processes import Kozyr
from kozyr_testing.web_tables import LONG

Action = Mapping[str, Any]
Choose = Callable[[int, Turn], Action]
Reached = Callable[[int, Turn], bool]

STEER_S: Final = 60.0
NAMES: Final = ("Anna", "Boris", "Vera", "Gleb", "Daria", "Egor", "Zoya", "Ivan")
GIN: Final = 10
"""Cards of a hand of Gin."""


@asynccontextmanager
async def seated(
    server: Kozyr, game: str, seats: int, options: Mapping[str, Any]
) -> AsyncIterator[tuple[list[Client], list[Room]]]:
    """A table in play, and the clients at its seats in their order; the first one deals first."""
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(connect(server.socket_url, name=name))
            for name in NAMES[:seats]
        ]
        first = await clients[0].create_room(
            game, seats=seats, options={"draw": "off"} | dict(options), clock=LONG
        )
        rooms = [first, *[await each.follow(first.id) for each in clients[1:]]]
        for seat, room in enumerate(rooms):
            await room.join(seat)
            await room.ready()
        yield clients, rooms


def _never() -> bool:
    return False


async def steered(
    rooms: Sequence[Room],
    choose: Choose,
    reached: Reached,
    over: Callable[[], bool] = _never,
) -> int:
    """Play all seats until such a turn is open; whose it is, by its place in `rooms`.

    Args:
        rooms: the table as each seat sees it.
        choose: what a seat does, one of its legal actions.
        reached: whether play stops before it is done.
        over: whether there is nothing more to be played; then it is -1.

    Raises:
        TimeoutError: It did not come to that.
    """
    done: dict[int, int] = {}
    async with asyncio.timeout(STEER_S):
        while not over():
            for seat, room in enumerate(rooms):
                turn = room.turn
                if turn is None or done.get(seat) == turn.number:
                    continue
                if reached(seat, turn):
                    return seat
                done[seat] = turn.number
                await room.act(choose(seat, turn), turn=turn)
            await asyncio.sleep(0.002)
    return -1


def may_follow_with_joker(turn: Turn) -> bool:
    """Whether somebody else has led, and a joker may be played to it."""
    return bool(turn.table.trick) and any(_is_joker(each) for each in turn.legal)


def but_joker(turn: Turn) -> Action:
    """The first legal action that plays no joker, if there is one."""
    return next((each for each in turn.legal if not _is_joker(each)), turn.legal[0])


def _is_joker(action: Action) -> bool:
    return bool(action["type"] == "play" and action["card"].startswith("X"))


class Gin:
    """Plays Gin so that seat 0 gets what it wants.

    Attributes:
        knocks: the seats that knock as soon as they may.
        helps: whether seat 1 gives away what seat 0 needs.
    """

    def __init__(
        self, rooms: Sequence[Room], *, knocks: Sequence[int] = (), helps: bool = False
    ) -> None:
        self._rooms = rooms
        self._knocks = knocks
        self._helps = helps

    def choose(self, seat: int, turn: Turn) -> Action:
        """An action of a seat that lowers its deadwood."""
        knocks = [each for each in turn.legal if each["type"] == "knock"]
        if knocks and seat in self._knocks:
            return knocks[0]
        discards = [each for each in turn.legal if each["type"] == "discard"]
        hand = tuple(turn.table.hand)
        if discards:
            return min(discards, key=lambda each: self._worth(seat, hand, each["card"]))
        draws = {each["source"]: each for each in turn.legal if each["type"] == "draw"}
        if "discard" in draws and self._takes(seat, hand, turn.table.top):
            return draws["discard"]
        return draws.get("stock") or next(each for each in turn.legal if each["type"] != "draw")

    def _takes(self, seat: int, hand: tuple[str, ...], card: str) -> bool:
        if self._helps and seat == 1:
            return False
        return _after(hand, card) < least_deadwood(hand) or _is_big((*hand, card))

    def _worth(self, seat: int, hand: tuple[str, ...], card: str) -> tuple[int, int]:
        rest = tuple(each for each in hand if each != card)
        own = least_deadwood(rest)
        if not self._helps or seat == 0:
            return own, 0
        other = tuple(self._rooms[0].table.hand)
        return (-1 if _is_big((*other, card)) else _after(other, card)), own


def _is_big(hand: tuple[str, ...]) -> bool:
    return len(hand) > GIN and least_deadwood(hand) == 0


def _after(hand: tuple[str, ...], card: str) -> int:
    """The least deadwood with this card, when the worst of all is put down."""
    cards = (*hand, card)
    return min(least_deadwood(each for each in cards if each != out) for out in hand)
