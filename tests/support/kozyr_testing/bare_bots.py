"""Bots without think time for measurements: the least that plays, so that little CPU is theirs.

They are no example of a client: they speak only to a server that never fails.
"""

import asyncio
import random
import secrets
from dataclasses import dataclass, field
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder()


@dataclass
class Counts:
    """What the bots did."""

    actions: int = 0
    frames: int = 0
    games: int = 0
    delays_s: list[float] = field(default_factory=list)
    """From sending an action to its answer."""


@dataclass(frozen=True)
class TablePlan:
    """A table that plays one game after the other until told to stop."""

    url: str
    game: str
    seats: int
    options: dict[str, Any]
    preset: str | None = None
    think_s: float = 0.0
    """Mean think time, spread exponentially."""


async def play_tables(plan: TablePlan, tables: int, counts: Counts, stop: asyncio.Event) -> None:
    """Play on so many tables at once until `stop` is set and the open games are left."""
    async with asyncio.TaskGroup() as group:
        for number in range(tables):
            group.create_task(_table(plan, number, counts, stop))


async def _table(plan: TablePlan, number: int, counts: Counts, stop: asyncio.Event) -> None:
    sockets = [await _greeted(plan.url, f"t{number} s{seat}") for seat in range(plan.seats)]
    try:
        create = {"type": "create", "id": 1, "key": secrets.token_urlsafe(16), "game": plan.game}
        create |= {"seats": plan.seats, "options": plan.options, "public": False}
        if plan.preset is not None:
            create["preset"] = plan.preset
        created = await _asked(sockets[0], create, "created")
        room = created["room"]
        seats = [
            _Seat(socket, room, number * 16 + i, counts, plan.think_s)
            for i, socket in enumerate(sockets)
        ]
        for seat in seats:
            follow = {"type": "follow", "id": 2, "room": room, "code": created["code"]}
            await _asked(seat.socket, follow, "snapshot")
            await seat.say({"type": "join", "id": 3, "room": room})
        for seat in seats:
            await seat.say({"type": "ready", "id": 4, "room": room})
        async with asyncio.TaskGroup() as group:
            players = [group.create_task(seat.play()) for seat in seats]
            await stop.wait()
            for player in players:
                player.cancel()
    finally:
        for socket in sockets:
            await socket.close()


async def _greeted(url: str, name: str) -> ClientConnection:
    socket = await connect(url, compression=None, subprotocols=["kozyr.msgpack"])  # type: ignore[list-item]  # a NewType of str
    await _asked(
        socket, {"type": "hello", "min_version": 1, "max_version": 1, "name": name}, "welcome"
    )
    return socket


async def _asked(socket: ClientConnection, command: dict[str, Any], answer: str) -> dict[str, Any]:
    await socket.send(_encoder.encode(command))
    while True:
        message: dict[str, Any] = _decoder.decode(await socket.recv(decode=False))
        if message["type"] == answer:
            return message
        if message["type"] == "error":
            raise AssertionError(f"{command['type']} was refused: {message}")


class _Seat:
    def __init__(
        self, socket: ClientConnection, room: str, seed: int, counts: Counts, think_s: float
    ) -> None:
        self.socket = socket
        self.room = room
        self.rng = random.Random(seed)
        self.counts = counts
        self.think_s = think_s
        self.sent_at = 0.0

    async def say(self, command: dict[str, Any]) -> None:
        await self.socket.send(_encoder.encode(command))

    async def play(self) -> None:
        loop = asyncio.get_running_loop()
        counts = self.counts
        while True:
            message = _decoder.decode(await self.socket.recv(decode=False))
            counts.frames += 1
            kind = message["type"]
            if kind == "error":
                raise AssertionError(f"refused: {message}")
            if kind == "ping":
                await self.say({"type": "pong", "id": message["id"]})
            if kind not in {"update", "snapshot"}:
                continue
            answer = message.get("answer")
            if answer is not None and answer["id"] == 5:
                counts.actions += 1
                counts.delays_s.append(loop.time() - self.sent_at)
            await self._react(message, loop)

    async def _react(self, message: dict[str, Any], loop: asyncio.AbstractEventLoop) -> None:
        if any(event["type"] == "game_ended" for event in message.get("events", ())):
            self.counts.games += 1
            await self.say({"type": "rematch", "id": 6, "room": self.room})
        elif any(event["type"] == "reopened" for event in message.get("events", ())):
            await self.say({"type": "ready", "id": 4, "room": self.room})
        for turn in (message.get("prompts") or {"turns": ()})["turns"]:
            if turn["legal"]:
                if self.think_s:
                    await asyncio.sleep(self.rng.expovariate(1 / self.think_s))
                self.sent_at = loop.time()
                await self.say(
                    {
                        "type": "act",
                        "id": 5,
                        "room": self.room,
                        "prompt": turn["prompt"],
                        "key": secrets.token_urlsafe(16),
                        "action": self.rng.choice(turn["legal"]),
                    }
                )
