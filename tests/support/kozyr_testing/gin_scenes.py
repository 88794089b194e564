"""Gin Rummy at its moments, for `make screenshots`."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from playwright.async_api import Page

from kozyr_client import Room, Turn, connect
from kozyr_games.gin_rummy.melds import VALUES, least_deadwood
from kozyr_testing.processes import Kozyr
from kozyr_testing.scenes import CLOSE, SHEET, VERIFY, Reached, Scene, back, decides, played_on
from kozyr_testing.steering import Action, Gin, seated, steered
from kozyr_testing.web_tables import finished, opened, played

ENDS: Final = ("knock", "undercut", "gin", "big_gin", "void")
ENDLESS: Final[Mapping[str, Any]] = {"target": 1000, "big_gin": 31}


async def gin_scenes(server: Kozyr) -> AsyncIterator[Scene]:
    """A game from its beginning to its replay, rare moments, and how deals end."""
    for part in (_game_scenes, _rare_scenes, _end_scenes):
        async for scene in part(server):
            yield scene


def _may_knock(turn: Turn) -> bool:
    return any(action["type"] == "knock" for action in turn.legal)


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


async def _game_scenes(server: Kozyr) -> AsyncIterator[Scene]:
    """A game of two people: before it, drawing, discarding, a knock and after it."""
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
        record, deal = room.view.record, room.table.deal
    yield Scene("gin_rummy-8-end", path, own)
    yield Scene("gin_rummy-8-sheet", path, own, (CLOSE, SHEET))
    replay = f"/replay/{record}?at=1.9"
    yield Scene("gin_rummy-9-replay", replay, own)
    yield Scene("gin_rummy-9-verified", replay, own, (VERIFY,))
    yield Scene("gin_rummy-9-knocked", f"/replay/{record}?at={deal}.9999", own)


async def _rare_scenes(server: Kozyr) -> AsyncIterator[Scene]:
    moments: dict[str, tuple[Mapping[str, Any], Callable[[int, Turn], bool]]] = {
        "offer": ({}, lambda seat, turn: seat == 0 and turn.table.phase == "upcard"),
        "taken": ({}, lambda seat, turn: seat == 0 and len(turn.table.known[1]) > 1),
        "wall": ({"wall_take": True}, lambda seat, turn: seat == 0 and turn.table.phase == "wall"),
        "laying": (
            {"auto_lay_off": False},
            lambda seat, turn: seat == 0 and any(each["type"] == "lay_off" for each in turn.legal),
        ),
        "three-games": (
            {"hollywood": True, "oklahoma": "on", "spades_double": True},
            lambda seat, turn: seat == 0 and turn.table.doubled and turn.table.deal > 4,
        ),
    }
    for name, (options, reached) in moments.items():
        knocks = {"wall": (), "taken": ()}.get(name, (0, 1))
        async with seated(server, "gin_rummy", 2, {**ENDLESS, **options}) as (clients, rooms):
            await steered(rooms, Gin(rooms, knocks=knocks).choose, reached)
            path, token = f"/table/{rooms[0].id}", clients[0].token
            yield Scene(f"gin_rummy-5-{name}", path, token)
            if name == "three-games":
                yield Scene("gin_rummy-5-sheet", path, token, (SHEET,))


async def _end_scenes(server: Kozyr) -> AsyncIterator[Scene]:
    for end in ENDS:
        async with seated(server, "gin_rummy", 2, ENDLESS) as (_, rooms):
            # By whoever looks on: somebody who opens the page of his seat takes its line away.
            path = f"/table/{rooms[0].id}"
            yield Scene(f"gin_rummy-7-{end}", path, after=partial(_ended, rooms, end))


async def _ended(rooms: Sequence[Room], end: str, _: Page) -> None:
    """Play deals until one ends so, while the page is looked at."""
    gin = Gin(rooms, helps=end == "big_gin")

    def choose(seat: int, turn: Turn) -> Action:
        knocks = [each for each in turn.legal if each["type"] == "knock"]
        other = least_deadwood(rooms[1 - seat].table.hand)
        wanted = (each for each in knocks if _promises(end, turn.table.hand, each, other))
        return next(wanted, None) or gin.choose(seat, turn)

    outcome = ""
    while outcome != end:
        deals = len(rooms[0].table.sheet) + 1
        is_over = partial(_has, rooms[0], deals)
        await steered(rooms, choose, lambda _, __: False, is_over)
        outcome = _outcome(rooms[0])


def _has(room: Room, deals: int) -> bool:
    return len(room.table.sheet) >= deals


def _promises(end: str, hand: Sequence[str], knock: Action, other: int) -> bool:
    melded = {card for meld in knock["melds"] for card in meld} | {knock["card"]}
    own = sum(VALUES[card] for card in hand if card not in melded)
    return {
        "knock": 0 < own < other,
        "undercut": own >= other,
        "gin": own == 0 and knock["card"] is not None,
        "big_gin": knock["card"] is None,
        "void": False,
    }[end]


def _outcome(room: Room) -> str:
    row = room.table.sheet[-1]
    if row.scores == (0, 0):
        return "void"
    knocker, deadwood = row.detail["knocker"], row.detail["knocker_deadwood"]
    if row.detail.get("big_gin"):
        return "big_gin"
    if row.scores[knocker] == 0:
        return "undercut"
    return "gin" if deadwood == 0 else "knock"
