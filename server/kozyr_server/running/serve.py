"""`kozyr serve`: a whole server, store included, until it is asked to stop."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, closing
from itertools import chain
from pathlib import Path

from msgspec import Struct

from kozyr_server import telemetry
from kozyr_server.app import NoSocketLayerError, socket_layer
from kozyr_server.moderation.admin_token import path_of
from kozyr_server.running import listening
from kozyr_server.running.process import StartError, StoreChoice, new_loop, serve_process
from kozyr_server.running.stopping import Stop
from kozyr_server.running.workers import Workers
from kozyr_server.settings import Settings
from kozyr_server.store import address
from kozyr_server.store.embedded import EmbeddedSettings, EmbeddedStore


class Started(Struct, frozen=True):
    """What people are told once the server serves."""

    url: str
    store: str
    """Where it is, without a password."""
    durability: str
    data_dir: Path | None
    """Folder of the embedded store; None with an external one."""
    archive_dir: Path
    workers: int
    sockets: str
    """The layer that carries them."""
    admin_token: Path | None = None
    """File with the admins' token; None: there are no admins."""


def serve(settings: Settings, announce: Callable[[Started], None]) -> None:
    """Run a server in the main thread until SIGTERM or SIGINT; a second one hurries.

    Args:
        settings: all of them.
        announce: called once, when it serves.

    Raises:
        listening.ListenError: the address cannot be listened on.
        StoreError: the store cannot be used as asked.
        StartError: it did not come up.
    """
    try:
        layer = socket_layer(settings)
    except NoSocketLayerError as error:
        raise StartError(str(error)) from None
    telemetry.set_up_log(settings.log_level, settings.log_format)
    listening.raise_file_limit()
    with ExitStack() as stack:
        sockets = listening.listen_apart(settings.host, settings.port, settings.workers)
        for each in chain.from_iterable(sockets):
            stack.enter_context(closing(each))
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(_serve(settings, layer, sockets, announce))


async def _serve(
    settings: Settings,
    layer: str,
    sockets: list[list[socket.socket]],
    announce: Callable[[Started], None],
) -> None:
    stop = Stop()
    with stop.by_signals():
        async with _store(settings) as (choice, place):

            def ready() -> None:
                announce(
                    Started(
                        listening.url(settings.host, sockets[0]),
                        place,
                        settings.durability,
                        None if settings.redis else settings.data.absolute(),
                        settings.archive_dir.absolute(),
                        settings.workers,
                        layer,
                        path_of(settings),
                    )
                )

            if settings.workers == 1:
                await serve_process(settings, choice, sockets[0], stop, ready)
            else:
                await Workers(settings, choice, sockets, stop, ready).run()


@asynccontextmanager
async def _store(settings: Settings) -> AsyncIterator[tuple[StoreChoice, str]]:
    """The store to use, and its place for people; the embedded one runs in this process's care."""
    if settings.redis is not None:
        yield StoreChoice(settings.redis), address.parse(settings.redis).place
        return
    embedded = EmbeddedSettings(
        settings.data,
        settings.durability,  # type: ignore[arg-type]  # `settings` refused "unverified" here
        settings.valkey,
    )
    async with EmbeddedStore(embedded) as store:
        yield StoreChoice(store.url, str(settings.data.absolute())), "embedded"
