"""One server process: its store, its parts, and Uvicorn around them, until it is asked to stop."""

import asyncio
import gc
import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.routing import BaseRoute

from kozyr_games.registry import GAMES
from kozyr_server.app import Application, create_app
from kozyr_server.lobby.assembly import lobby_from
from kozyr_server.lobby.hooks import Hooks
from kozyr_server.moderation.admin_token import AdminTokenError
from kozyr_server.moderation.assembly import admin_routes, drainer
from kozyr_server.people.assembly import people_from
from kozyr_server.people.service import PeopleService
from kozyr_server.ratings.keeper import Keeper
from kozyr_server.rooms import bounds
from kozyr_server.rooms.service import Rooms
from kozyr_server.running.starting import StartError, StoreChoice
from kozyr_server.running.stopping import Stop
from kozyr_server.settings import Settings
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.committer import MAX_QUEUE
from kozyr_server.store.embedded import free_disk_bytes
from kozyr_server.store.model import ProcessId
from kozyr_server.telemetry import Metrics
from kozyr_server.transport.house_key import HouseKey

DAY_S = 24 * 3600
_COLLECT = 20_000, 20, 20
"""Thresholds of the collector: reference counts free nearly everything here, so that it walks over
the rooms and connections that live and finds nothing."""

_SETTLED_S = 0.5
"""Seconds after the start until the collector works again: a walk over all that was imported takes
longer than what a client that waits for the start asks first."""

_LAST_S = 2
"""Seconds for requests in work after the clients have been sent away."""


class Server(uvicorn.Server):
    """Uvicorn, but it takes leave of its clients, and `Stop` has the say about its end."""

    def __init__(
        self,
        application: Application,
        settings: Settings,
        stop: Stop,
        ready: Callable[[], None],
        sockets: list[socket.socket],
    ) -> None:
        """Serve on these sockets, which must be listening, once `run_until_stopped` is awaited."""
        super().__init__(uvicorn_config(application, settings))
        self._connections = application.connections
        self._drain_s = settings.drain_s
        self._stop = stop
        self._ready = ready
        self._sockets = sockets

    async def run_until_stopped(self) -> None:
        """Serve. Cancelled, everything is cut off.

        Raises:
            StartError: it did not come up; the log has the reason.
        """
        try:
            await self.serve(self._sockets)
        except SystemExit:
            # Uvicorn's way to say that the lifespan failed.
            raise StartError("the server did not start; its log has the reason") from None

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """None: see `Stop.by_signals`."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Come up, then say so."""
        await super().startup(sockets)
        self._ready()
        asyncio.get_running_loop().call_later(_SETTLED_S, _settle)

    async def on_tick(self, counter: int) -> bool:
        """Whether it is time to stop."""
        return await super().on_tick(counter) or self._stop.asked.is_set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Send the clients elsewhere, then stop."""
        await self._connections.drain(self._drain_s, self._stop.hurry)
        await super().shutdown(sockets)


def _settle() -> None:
    # What lives now lives for ever: the collector need not look at it again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECT)
    gc.enable()


def uvicorn_config(application: Application, settings: Settings) -> uvicorn.Config:
    """Uvicorn as the server needs it: without compression, pings and logs of its own."""
    return uvicorn.Config(
        application.asgi,
        http=application.http,
        ws=application.sockets,
        ws_max_size=settings.frame_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        ws_ping_timeout=None,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=_LAST_S,
    )


async def serve_process(
    settings: Settings,
    choice: StoreChoice,
    sockets: list[socket.socket],
    stop: Stop,
    ready: Callable[[], None],
    house_key: HouseKey | None = None,
) -> None:
    """Run one server process until it is asked to stop. Safe to cancel.

    Args:
        settings: all of them.
        choice: the store to use.
        sockets: listening, perhaps shared with other processes.
        stop: says when.
        ready: called once it serves.
        house_key: of the server's house bots, the same in all of its processes; None: none.

    Raises:
        StoreError: the store cannot be used as asked.
        StartError: it did not come up.
    """
    process = ProcessId(secrets.token_hex(6))
    metrics = Metrics()
    disk = choice.disk
    options = StoreOptions(
        durability=settings.durability,  # type: ignore[arg-type]  # `settings` checked the word
        archive=settings.archive_dir,
        free_disk=None if disk is None else lambda: free_disk_bytes(Path(disk)),
        min_free_bytes=settings.min_free_disk_mb * 2**20,
        max_records=settings.max_records,
        records_s=settings.records_days * DAY_S,
        guest_s=settings.guest_days * DAY_S,
        person_s=settings.person_days * DAY_S,
        chat_lines=settings.chat_lines,
    )
    opened = open_store(choice.url, process, options)
    async with opened as store, Keeper(store):
        metrics.people.watch_queue("commits", MAX_QUEUE, lambda: store.waiting_commits)
        rooms = Rooms(GAMES, store, process, metrics, bounds.from_settings(settings))
        people = people_from(settings, store.people, store, store.lobby_chat)
        hasher = people.parts.hasher
        metrics.people.watch_queue(
            "passphrases", settings.passphrases_waiting, lambda: hasher.waiting
        )
        hooks = Hooks(rooms.whereabouts, people)
        lobby = lobby_from(settings, GAMES, store, metrics, hooks)
        application = create_app(
            settings,
            store,
            rooms,
            people,
            lobby,
            metrics,
            ratings=store.ratings,
            more=_admins(settings, store, rooms, people, metrics, process),
            house_key=house_key,
        )
        people.on_drain(drainer(process, application.connections, settings.drain_s))
        server = Server(application, settings, stop, ready, sockets)
        await server.run_until_stopped()


def _admins(
    settings: Settings,
    store: RedisStore,
    rooms: Rooms,
    people: PeopleService,
    metrics: Metrics,
    process: ProcessId,
) -> list[BaseRoute]:
    try:
        return admin_routes(settings, store, rooms, people, metrics, process)
    except AdminTokenError as error:
        raise StartError(str(error)) from None
