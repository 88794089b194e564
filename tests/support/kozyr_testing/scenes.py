"""What `make screenshots` draws: tables of games at their moments."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.async_api import Page

from kozyr_client import Room, Turn, connect
from kozyr_protocol.ids import RoomId
from kozyr_testing.processes import Kozyr
from kozyr_testing.web_tables import finished, opened, played

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


def _may_knock(turn: Turn) -> bool:
    return any(action["type"] == "knock" for action in turn.legal)


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


def _lowest(turn: Turn) -> int:
    """Gin for somebody in a hurry: from the stock, and off with the highest card."""
    order = "A23456789TJQK"
    names = [str(action["type"]) for action in turn.legal]
    if "discard" in names:
        cards = [
            (order.index(action["card"][0]), n)
            for n, action in enumerate(turn.legal)
            if action["type"] == "discard"
        ]
        return max(cards)[1]
    stock = [n for n, action in enumerate(turn.legal) if action.get("source") == "stock"]
    return (stock or [0])[0]


async def _lowly(room: Room, reached: Reached) -> None:
    """Play a seat of Gin so until such a turn is open."""
    async for turn in room.turns():
        if reached(turn):
            return
        await room.act(_lowest(turn), turn=turn)


@asynccontextmanager
async def back(server: Kozyr, token: str | None, room: RoomId) -> AsyncIterator[Room]:
    """The table as this player sees it; while pictures are drawn, the browser is in his place."""
    async with connect(server.socket_url, token=token) as client:
        yield await client.follow(room)


async def gin_scenes(server: Kozyr) -> AsyncIterator[Scene]:
    """Gin Rummy of two people: before the game, drawing, discarding, a knock and after it."""
    options = {"target": 1, "draw": "off", "auto_lay_off": False}
    async with connect(server.socket_url, name="Анна") as anna:
        opening = await opened(anna, "gin_rummy", seats=2, options=options)
        await opening.join()
        room_id, own = opening.id, anna.token
    async with connect(server.socket_url, name="Борис") as boris:
        rival = boris.token
        other = await boris.follow(room_id)
        await other.join()
        await other.ready()
        path = f"/table/{room_id}"
        yield Scene("gin_rummy-0-waiting", path, own)
        # Whoever is away before a game is not ready any more.
        async with back(server, own, room_id) as room:
            await room.ready()
    for number, (name, reached) in enumerate(
        {"draw": played_on(0), "discard": decides("discard"), "knock": _may_knock}.items(), 1
    ):
        async with back(server, rival, room_id) as other:
            async with back(server, own, room_id) as room:
                playing = asyncio.create_task(_lowly(other, lambda _: False))
                await _lowly(room, reached)
                playing.cancel()
            yield Scene(f"gin_rummy-{number}-{name}", path, own)
    async with back(server, own, room_id) as room:
        turn = await anext(room.turns())
        knocks = [n for n, each in enumerate(turn.legal) if each["type"] == "knock"]
        await room.act(knocks[0], turn=turn)
        yield Scene("gin_rummy-4-lay-off", path, rival)
    async with back(server, own, room_id) as room, back(server, rival, room_id) as other:
        playing = asyncio.create_task(played(other))
        await finished(room, 20)
        playing.cancel()
        record = room.view.record
    yield Scene("gin_rummy-8-end", path, own)
    yield Scene("gin_rummy-8-sheet", path, own, (CLOSE, SHEET))
    yield Scene("gin_rummy-9-replay", f"/replay/{record}?at=1.9", own)
