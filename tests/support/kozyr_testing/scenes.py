"""What `make screenshots` draws: tables of all games at their moments, and every page."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from kozyr_client import Room, Turn, connect
from kozyr_protocol import messages
from kozyr_protocol.ids import RoomId
from kozyr_testing.processes import Kozyr
from kozyr_testing.web_tables import LONG, code_of, finished, opened, played

Reached = Callable[[Turn], bool]

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

LONG_NAMES: Final = (
    "Шумящий Широкощёк Щу",
    "Wwwwww Mmmmmm Wwwwww",
    "Константин Константи",
    "Ждущий Щекочущий Жук",
)
LINES: Final = (
    "Всем привет!",
    "Hello! Good to see you all again, it has been quite a while since the last game.",
    "Если будете играть ещё раз, давайте возьмём хваленки с продажей: так интереснее.",
    "Well played.",
    "Спасибо!",
)


@dataclass(frozen=True)
class Scene:
    """Something to be seen: a page, who looks at it, and what he presses first.

    Attributes:
        presses: accessible names of buttons and tabs, one after the other, in either language.
    """

    name: str
    path: str
    token: str | None = None
    presses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Game:
    """A game with the moments at which its table is drawn."""

    key: str
    seats: int
    moments: dict[str, Reached]
    options: dict[str, Any]
    panels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What is opened over the table at its first moment."""
    size: str = ""
    """Stands in the names of scenes where a game is drawn twice."""

    @property
    def name(self) -> str:
        """How its scenes begin."""
        return self.key + self.size


def _played(count: int) -> Reached:
    """The first turn after so many own ones."""
    seen = itertools.count()
    return lambda _: next(seen) >= count


def _decides(word: str) -> Reached:
    return lambda turn: turn.decision == word


def _has_joker(turn: Turn) -> bool:
    return any(str(action.get("card", "")).startswith("X") for action in turn.legal)


def _may_knock(turn: Turn) -> bool:
    return any(action["type"] == "knock" for action in turn.legal)


def _is_dealt(turn: Turn) -> bool:
    return turn.decision == "play" and all(action["type"] == "play" for action in turn.legal)


def games() -> list[Game]:
    """All six, anew: a moment counts the turns that it has seen."""
    off = {"draw": "off"}
    return [
        Game("oh_well", 4, {"bid": _played(0), "play": _played(5)}, {"deals": 1}),
        Game("oh_well", 7, {"bid": _played(0), "play": _played(2)}, {"deals": 1}, size="-seven"),
        Game("knaves", 3, {"play": _played(6)}, {"target": 1}),
        Game(
            "king",
            4,
            {
                "play": _played(3),
                "declare": _decides("declare"),
                "sale": _decides("sale"),
                "auction": _decides("auction"),
                "praise": _is_dealt,
            },
            off,
            {"deals": (DEALS,), "last": (LAST_TRICK,), "rules": (RULES,), "menu": (MENU,)},
        ),
        Game("king_jokers", 4, {"play": _has_joker, "declare": _decides("declare")}, off),
        Game("twenty_nine", 4, {"play": _played(4)}, {}),
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
            for panel, presses in game.panels.items() if number == 1 else ():
                yield Scene(f"{game.name}-1-{panel}", path, token, presses)
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
async def _back(server: Kozyr, token: str | None, room: RoomId) -> AsyncIterator[Room]:
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
        async with _back(server, own, room_id) as room:
            await room.ready()
    for number, (name, reached) in enumerate(
        {"draw": _played(0), "discard": _decides("discard"), "knock": _may_knock}.items(), 1
    ):
        async with _back(server, rival, room_id) as other:
            async with _back(server, own, room_id) as room:
                playing = asyncio.create_task(_lowly(other, lambda _: False))
                await _lowly(room, reached)
                playing.cancel()
            yield Scene(f"gin_rummy-{number}-{name}", path, own)
    async with _back(server, own, room_id) as room:
        turn = await anext(room.turns())
        knocks = [n for n, each in enumerate(turn.legal) if each["type"] == "knock"]
        await room.act(knocks[0], turn=turn)
        yield Scene("gin_rummy-4-lay-off", path, rival)
    async with _back(server, own, room_id) as room, _back(server, rival, room_id) as other:
        playing = asyncio.create_task(played(other))
        await finished(room, 20)
        playing.cancel()
        record = room.view.record
    yield Scene("gin_rummy-8-end", path, own)
    yield Scene("gin_rummy-8-sheet", path, own, (CLOSE, SHEET))
    yield Scene("gin_rummy-9-replay", f"/replay/{record}?at=1.9", own)


async def _first(room: Room, others: list[Room]) -> None:
    """The others bid until it is this player's turn."""
    async with asyncio.timeout(20):
        while room.turn is None:
            for each in others:
                if each.turn is not None:
                    await each.act(0, turn=each.turn)
            await asyncio.sleep(0.02)


async def people_scenes(server: Kozyr) -> AsyncIterator[Scene]:
    """Four people with long names: who is away, who talks, who wishes a pause."""
    async with AsyncExitStack() as stack:
        async with connect(server.socket_url, name=LONG_NAMES[0]) as host:
            own = host.token
            room = await host.create_room("oh_well", seats=4, clock=LONG, name="Стол у Щукиных")
            await room.join()
            room_id = room.id
        others = [
            await stack.enter_async_context(connect(server.socket_url, name=name))
            for name in LONG_NAMES[1:]
        ]
        rooms = [await each.follow(room_id) for each in others]
        for each in rooms:
            await each.join()
        path = f"/table/{room_id}"
        yield Scene("people-1-waiting", path, own)
        yield Scene("people-1-invite", path, own, (INVITE,))
        async with _back(server, own, room_id) as room:
            for each in (room, *rooms):
                await each.ready()
            for n, line in enumerate(LINES * 2):
                await (room, *rooms)[n % 4].say(line)
            await _first(room, rooms)
        yield Scene("people-2-bids", path, own)
        yield Scene("people-2-talk", path, own, (TALK,))
        yield Scene("people-2-person", path, own, (TALK, LONG_NAMES[1]))
        wish = messages.Pause(id=0, room=room_id)
        await others[0].ask(wish)
        yield Scene("people-3-wish", path, own)
        for client in others[1:]:
            await client.ask(wish)
        async with connect(server.socket_url, token=own) as host:
            await host.follow(room_id)
            await host.ask(wish)
        yield Scene("people-4-paused", path, own)
    yield Scene("people-5-away", path, own)


async def _rated(server: Kozyr) -> str:
    """Five short games of three people; the player that is looked at then."""
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(connect(server.socket_url, name=name))
            for name in ("Анна", "Борис", "Вера")
        ]
        one_card = {"hand_plan": "up", "deals": 1}
        for _ in range(5):
            first = await opened(clients[0], "oh_well", seats=3, options=one_card)
            rooms = [first, *[await each.follow(first.id) for each in clients[1:]]]
            for room in rooms:
                await room.join()
            for room in rooms:
                await room.ready()
            async with asyncio.timeout(20):
                await asyncio.gather(*map(played, rooms))
            await finished(first, 20)
        return str(clients[0].player)


async def page_scenes(server: Kozyr) -> AsyncIterator[Scene]:
    """Every page, also where there is nothing to be seen, and what opens over them."""
    yield Scene("page-lobby-empty", "/")
    yield Scene("page-leaderboard-empty", "/leaderboard/knaves")
    player = await _rated(server)
    yield Scene("page-player", f"/player/{player}")
    async with connect(server.socket_url, name="Борис") as client:
        async with aclosing(client.lobby.watch()) as pictures:
            await anext(pictures)
            for line in LINES:
                await client.lobby.say(line)
        locked = await client.create_room(
            "king", seats=4, access="password", password="пики", name="Кинг по четвергам"
        )
        knock = await client.create_room("oh_well", seats=7, access="knock", language="ru")
        hidden = await client.create_room("knaves", seats=3, public=False)
        code = await code_of(client, hidden)
        room = await opened(client, "gin_rummy", seats=2)
        yield Scene("page-door-password", f"/room/{locked.id}")
        yield Scene("page-door-knock", f"/room/{knock.id}")
        yield Scene("page-door-code", f"/room/{hidden.id}#{code}")
        yield Scene("page-free-seats", f"/table/{room.id}")
        yield Scene("page-free-many", f"/table/{knock.id}")
        yield Scene("page-lobby", "/")
        yield Scene("page-lobby-people", "/", None, ("^(People|Люди)",))
        yield Scene("page-settings", "/", None, (SETTINGS,))
        for path in ("/create", "/me", "/replay", "/rules", "/rules/king"):
            yield Scene(f"page-{path.strip('/').replace('/', '-')}", path)
        yield Scene("page-create-king", "/create?game=king", None, (FOLDED,))
        # Ratings are counted a while after the games.
        yield Scene("page-leaderboard", "/leaderboard/oh_well")
        yield Scene("page-no-such-table", "/table/nothing")
        yield Scene("page-no-such-page", "/create/nothing")
