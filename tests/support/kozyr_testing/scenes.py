"""What `make screenshots` draws: tables of games at their moments."""

import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.async_api import Page

from kozyr_client import Room, Turn, connect
from kozyr_protocol.ids import RoomId
from kozyr_testing.processes import Kozyr
from kozyr_testing.web_tables import finished, opened

Reached = Callable[[Turn], bool]
Hook = Callable[[Page], Awaitable[None]]

CLOSE: Final = "^(Close|Закрыть)$"
SHEET: Final = "^(Score sheet|Запись партии)$"
LAST_TRICK: Final = "^(Last trick|Последняя взятка)$"
RULES: Final = "^(Rules|Правила)$"
TALK: Final = "^(Chat|Разговор)"
MENU: Final = "^(More at this table|Что можно за столом)"
DEALS: Final = "^(Deals of this game|Сдачи этой партии)"
VERIFY: Final = "^(Verify this deal|Проверить эту сдачу)"
INVITE: Final = "^(Invite|Пригласить)$"
SETTINGS: Final = "^(Settings|Настройки)$"
FOLDED: Final = "summary"
"""All that a table may choose."""
BARRED: Final = ".hand [aria-disabled=true]"
"""A card of the hand that may not be played."""


@dataclass(frozen=True)
class Scene:
    """Something to be seen: a page, who looks at it, and what he presses first.

    Attributes:
        presses: accessible names of buttons and tabs, one after the other, in either language.
        before: done with the page before it is loaded.
        after: done with the page that is there, before anything is pressed.
    """

    name: str
    path: str
    token: str | None = None
    presses: tuple[str, ...] = ()
    before: Hook | None = None
    after: Hook | None = None


@dataclass(frozen=True)
class Game:
    """A game with the moments at which its table is drawn."""

    key: str
    seats: int
    moments: dict[str, Reached]
    options: dict[str, Any]
    panels: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    """What is opened over the table, by the moment at which it is."""
    size: str = ""
    """Stands in the names of scenes where a game is drawn twice."""

    @property
    def name(self) -> str:
        """How its scenes begin."""
        return self.key + self.size


def played_on(count: int) -> Reached:
    """The first turn after so many own ones."""
    seen = itertools.count()
    return lambda _: next(seen) >= count


def decides(word: str) -> Reached:
    return lambda turn: turn.decision == word


def _has_joker(turn: Turn) -> bool:
    return any(str(action.get("card", "")).startswith("X") for action in turn.legal)


def _is_dealt(turn: Turn) -> bool:
    return turn.decision == "play" and all(action["type"] == "play" for action in turn.legal)


def games() -> list[Game]:
    """King and King with jokers, anew: a moment counts the turns that it has seen."""
    off = {"draw": "off"}
    return [
        Game(
            "king",
            4,
            {
                "play": played_on(3),
                "declare": decides("declare"),
                "sale": decides("sale"),
                "auction": decides("auction"),
                "praise": _is_dealt,
            },
            off,
            {
                "play": {
                    "deals": (DEALS,),
                    "last": (LAST_TRICK,),
                    "rules": (RULES,),
                    "menu": (MENU,),
                }
            },
        ),
        Game("king_jokers", 4, {"play": _has_joker, "declare": decides("declare")}, off),
    ]


async def _until(room: Room, reached: Reached) -> bool:
    """Play the own seat until such a turn is open; whether there was one before the end."""
    async for turn in room.turns():
        if reached(turn):
            return True
        await room.act(0, turn=turn)
    return False


async def game_scenes(server: Kozyr, game: Game) -> AsyncIterator[Scene]:
    """The table of a game: while people wait, at its moments, and at its end."""
    async with connect(server.socket_url, name="Анна") as client:
        token = client.token
        room = await opened(
            client, game.key, seats=game.seats, bots=game.seats - 1, options=game.options
        )
        await room.join()
        room_id = room.id
        await room.unfollow()
    path = f"/table/{room_id}"
    yield Scene(f"{game.name}-0-waiting", path, token)
    number = 0
    for name, reached in game.moments.items():
        async with connect(server.socket_url, token=token) as client:
            room = await client.follow(room_id)
            if room.view.phase == "waiting":
                await room.ready()
            is_there = await _until(room, reached)
        if is_there:
            number += 1
            yield Scene(f"{game.name}-{number}-{name}", path, token)
            for panel, presses in game.panels.get(name, {}).items():
                yield Scene(f"{game.name}-{number}-{panel}", path, token, presses)
    async with connect(server.socket_url, token=token) as client:
        room = await client.follow(room_id)
        await _until(room, lambda _: False)
        await finished(room, 60)
        record = room.view.record
    yield Scene(f"{game.name}-8-end", path, token)
    yield Scene(f"{game.name}-8-sheet", path, token, (CLOSE, SHEET))
    replay = f"/replay/{record}?at=1.9"
    yield Scene(f"{game.name}-9-replay", replay, token)
    yield Scene(f"{game.name}-9-verified", replay, token, (VERIFY,))


@asynccontextmanager
async def back(server: Kozyr, token: str | None, room: RoomId) -> AsyncIterator[Room]:
    """The table as this player sees it; while pictures are drawn, the browser is in his place."""
    async with connect(server.socket_url, token=token) as client:
        yield await client.follow(room)
