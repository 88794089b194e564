"""Server processes over one store, in one loop: for people, who come and ask."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
from msgspec import Struct
from msgspec.structs import replace

from kozyr_games.registry import GAMES
from kozyr_protocol import messages
from kozyr_protocol.codec import Subprotocol
from kozyr_server.people.assembly import people_from, unix_ms
from kozyr_server.people.service import PeopleService
from kozyr_server.rooms.service import Rooms
from kozyr_server.settings import Settings
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import ProcessId
from kozyr_testing.raw_clients import RawClient, dialled
from kozyr_testing.serving import QUICK, running_over
from kozyr_testing.stores import embedded_valkey


class Clock:
    """Unix time that a test can move on."""

    def __init__(self) -> None:
        self.ahead_ms = 0

    def __call__(self) -> int:
        return unix_ms() + self.ahead_ms


class Crowd(Struct, frozen=True):
    """One server process."""

    url: str
    """`http://127.0.0.1:PORT`."""
    store: RedisStore
    people: PeopleService
    rooms: Rooms
    clock: Clock

    async def figures(self) -> str:
        """The figures of this process."""
        async with httpx.AsyncClient(base_url=self.url, trust_env=False) as client:
            return (await client.get("/metrics")).text

    @asynccontextmanager
    async def guest(
        self, name: str | None = None, token: str | None = None, address: str | None = None
    ) -> AsyncIterator["Guest"]:
        """Somebody who was let in.

        Args:
            name: said in `hello`.
            token: he comes back with.
            address: he comes from, as a proxy says.
        """
        async with self.caller(messages.Hello(1, 1, token, name, "test/1"), address) as guest:
            assert guest.welcome is not None, guest.error
            yield guest

    @asynccontextmanager
    async def caller(
        self, hello: messages.Hello, address: str | None = None
    ) -> AsyncIterator["Guest"]:
        """Somebody who says hello, let in or not."""
        options: dict[str, Any] = {}
        if address is not None:
            options["additional_headers"] = {"X-Forwarded-For": address}
        async with dialled(self.url.replace("http", "ws") + "/ws", **options) as socket:
            client = RawClient(socket, Subprotocol.MSGPACK)
            await client.say(hello)
            answer = await client.hear()
            is_in = isinstance(answer, messages.Welcome)
            yield Guest(client, answer if is_in else None, None if is_in else answer, hello.token)


class Guest:
    """A client, and what it was answered.

    Attributes:
        client: Its connection.
        welcome: None: it was turned away.
        error: Why.
        token: With which it can come back.
    """

    def __init__(
        self,
        client: RawClient,
        welcome: messages.Welcome | None,
        error: Any,
        token: str | None,
    ) -> None:
        self.client = client
        self.welcome = welcome
        self.error = error
        given = None if welcome is None else welcome.token
        self.token = given or token or ""
        self._ids = 0

    @property
    def player(self) -> Any:
        assert self.welcome is not None
        return self.welcome.player

    async def ask(self, kind: type[Any], **fields: Any) -> Any:
        """Give a command and read on to its answer."""
        self._ids += 1
        return await self.client.answer(kind(self._ids, **fields))

    async def code(self, kind: type[Any], **fields: Any) -> Any:
        """The code of the error that a command is answered with; None: it was done."""
        answer = await self.ask(kind, **fields)
        return answer.code if isinstance(answer, messages.Error) else None

    async def hear(self, kind: type[Any]) -> Any:
        """Read on to a message of a kind."""
        while not isinstance(message := await self.client.hear(), kind):
            pass
        return message


@asynccontextmanager
async def crowds(
    count: int = 1, url: str | None = None, **changes: Any
) -> AsyncIterator[list[Crowd]]:
    """So many server processes over one store, a new one unless given; settings may be changed."""
    settings = replace(QUICK, drain_s=0.0, **changes)
    async with AsyncExitStack() as stack:
        if url is None:
            url = await stack.enter_async_context(embedded_valkey())
        yield [await stack.enter_async_context(_crowd(url, n, settings)) for n in range(count)]


@asynccontextmanager
async def _crowd(url: str, number: int, settings: Settings) -> AsyncIterator[Crowd]:
    process = ProcessId(f"{number:012x}")
    async with open_store(url, process, StoreOptions("everysec")) as store:
        rooms, clock = Rooms(GAMES, store, process), Clock()
        people = people_from(settings, store.people, store, store.lobby_chat, clock_ms=clock)
        # The tests name a process by what it would listen on.
        settings = replace(settings, redis=url, host=process)
        async with running_over(settings, store, rooms, people) as address:
            yield Crowd(address, store, people, rooms, clock)
