"""A proxy before a server that tells lies: faults for a judge of servers to find."""

import asyncio
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Any

import msgspec
from websockets import Subprotocol as Offer
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

_OFFER = Offer("kozyr.msgpack")

Message = dict[str, Any]


class Lies:
    """What is changed; here nothing is.

    Attributes:
        told: How many lies were told.
    """

    def __init__(self) -> None:
        self.told = 0

    def answers(self, client: int, message: Message) -> list[Message]:
        """What a client hears instead of a message of the server."""
        return [message]

    def request(self, client: int, message: Message) -> tuple[list[Message], list[Message]]:
        """What the server hears instead of a client's message, and what he is answered."""
        return [message], []

    def record(self, record: Message) -> Message:
        """What is shown instead of a record."""
        return record


class Leak(Lies):
    """Once, a card of somebody's hand is told to another player, in a field of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._hands: dict[int, list[str]] = {}

    def answers(self, client: int, message: Message) -> list[Message]:
        for event in message.get("events", ()):
            inner = event.get("event", {})
            if inner.get("type") == "hand":
                self._hands[client] = inner["cards"]
            elif inner.get("type") == "played" and not self.told and len(self._hands) > 1:
                for owner, cards in self._hands.items():
                    if owner != client and inner["card"] not in cards:
                        inner["peek"] = cards[-1]
                        self.told += 1
                        break
        return [message]


class ForeignLegal(Lies):
    """Once, the legal actions of a seat are shown to another player."""

    def __init__(self) -> None:
        super().__init__()
        self._legal: dict[int, list[Message]] = {}

    def answers(self, client: int, message: Message) -> list[Message]:
        for turn in (message.get("prompts") or {}).get("turns", ()):
            if turn["legal"]:
                self._legal[turn["prompt"]] = turn["legal"]
            elif turn["prompt"] in self._legal and not self.told:
                turn["legal"] = self._legal[turn["prompt"]]
                self.told += 1
        return [message]


class LostAction(Lies):
    """An action is acknowledged and never handed on."""

    def __init__(self) -> None:
        super().__init__()
        self._version = 0

    def answers(self, client: int, message: Message) -> list[Message]:
        self._version = message.get("version", self._version)
        return [message]

    def request(self, client: int, message: Message) -> tuple[list[Message], list[Message]]:
        if message["type"] != "act" or self.told:
            return [message], []
        self.told += 1
        # Of a version of before: that of the step which is never made is nobody's.
        ok = {"type": "ok", "id": message["id"], "room": message["room"]}
        return [], [ok]


class DoubledAction(Lies):
    """An action is in the record twice."""

    def record(self, record: Message) -> Message:
        actions = record["deals"][0]["actions"]
        actions.insert(3, actions[2])
        self.told += 1
        return record


class WrongScore(Lies):
    """The record gives a seat a point more than it made."""

    def record(self, record: Message) -> Message:
        record["totals"][0] += 1
        self.told += 1
        return record


class MissingRecord(Lies):
    """A finished game has no record."""

    def record(self, record: Message) -> Message:
        self.told += 1
        return {}


class Reordered(Lies):
    """Two updates of one client change places."""

    def __init__(self) -> None:
        super().__init__()
        self._held: tuple[int, Message] | None = None

    def answers(self, client: int, message: Message) -> list[Message]:
        if message["type"] != "update" or message["version"] < 12:
            return [message]
        if self._held is None and not self.told:
            self._held = client, message
            return []
        if self._held is not None and self._held[0] == client:
            (_, former), self._held = self._held, None
            self.told += 1
            return [message, former]
        return [message]


class Dropped(Lies):
    """An update never comes."""

    def answers(self, client: int, message: Message) -> list[Message]:
        is_one = message["type"] == "update" and message["version"] >= 12
        if is_one and not self.told and "answer" not in message:
            self.told += 1
            return []
        return [message]


class OtherTotal(Lies):
    """One client is told another score than the others."""

    def answers(self, client: int, message: Message) -> list[Message]:
        for event in message.get("events", ()):
            inner = event.get("event", {})
            if inner.get("type") == "deal_scored" and not self.told:
                inner["row"]["totals"][0] += 1
                self.told += 1
        return [message]


class ClockBack(Lies):
    """Play time goes back once."""

    def answers(self, client: int, message: Message) -> list[Message]:
        prompts = message.get("prompts")
        if message["type"] == "update" and prompts and message["version"] > 14 and not self.told:
            prompts["now_ms"] = max(0, prompts["now_ms"] - 5000)
            self.told += 1
        return [message]


@asynccontextmanager
async def lying(url: str, lies: Lies) -> AsyncIterator[str]:
    """Run the proxy before the server at a `ws://` URL; its own URL."""
    handler = _handler(url, lies)
    http_url = url.replace("ws://", "http://").removesuffix("/ws")
    async with serve(
        handler,
        "127.0.0.1",
        0,
        subprotocols=[_OFFER],
        process_request=_pages(http_url, lies),
        max_size=None,
        compression=None,
    ) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield f"ws://127.0.0.1:{port}/ws"


def _handler(url: str, lies: Lies) -> Callable[[ServerConnection], Any]:
    count = 0

    async def handle(down: ServerConnection) -> None:
        nonlocal count
        count += 1
        client = count
        async with connect(
            url, subprotocols=[_OFFER], max_size=None, compression=None, proxy=None
        ) as up:

            async def requests() -> None:
                async for frame in down:
                    on, back = lies.request(client, _decoded(frame))
                    for message in on:
                        await up.send(msgspec.msgpack.encode(message))
                    for message in back:
                        await down.send(msgspec.msgpack.encode(message))

            async def answers() -> None:
                async for frame in up:
                    for message in lies.answers(client, _decoded(frame)):
                        await down.send(msgspec.msgpack.encode(message))

            tasks = [asyncio.create_task(each()) for each in (requests, answers)]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            for task in tasks:
                with suppress(asyncio.CancelledError, ConnectionClosed):
                    await task

    return handle


def _pages(http_url: str, lies: Lies) -> Callable[[ServerConnection, Request], Any]:
    async def page(_: ServerConnection, request: Request) -> Response | None:
        if request.path == "/ws":
            return None
        status, body = await asyncio.to_thread(_fetched, http_url + request.path)
        if status == HTTPStatus.OK and request.path.startswith("/api/v1/records/"):
            record = lies.record(msgspec.json.decode(body))
            status, body = (
                (HTTPStatus.OK, msgspec.json.encode(record))
                if record
                else (HTTPStatus.NOT_FOUND, b"")
            )
        headers = Headers([("Content-Length", str(len(body))), ("Connection", "close")])
        return Response(status.value, status.phrase, headers, body)

    return page


def _fetched(url: str) -> tuple[HTTPStatus, bytes]:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=10) as answer:
            return HTTPStatus.OK, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return HTTPStatus(error.code), error.read()


def _decoded(frame: bytes | str) -> Message:
    assert isinstance(frame, bytes), "the proxy speaks msgpack"
    message: Message = msgspec.msgpack.decode(frame)
    return message
