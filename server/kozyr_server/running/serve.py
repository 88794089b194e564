"""`kozyr serve`: a whole server, store included, until it is asked to stop."""

import asyncio
import importlib
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, closing, suppress
from itertools import chain
from pathlib import Path
from typing import Final

from msgspec import Struct

from kozyr_server import telemetry
from kozyr_server.moderation.admin_token import path_of
from kozyr_server.running import listening, personas
from kozyr_server.running.companion import Companion
from kozyr_server.running.starting import (
    StartError,
    StoreChoice,
    new_loop,
    prepare_archive,
    uncollected,
)
from kozyr_server.running.stopping import Stop
from kozyr_server.settings import Settings
from kozyr_server.store.embedded import EmbeddedSettings, EmbeddedStore
from kozyr_server.transport.house_key import HouseKey
from kozyr_server.transport.layer import NoSocketLayerError, socket_layer

COMPANION_AFTER_S: Final = 0.3
"""Seconds from the start of the server to that of its house bots."""


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


class HouseProgram(Struct, frozen=True):
    """The program of the house bots: the server knows no client, only how to start this one."""

    arguments: tuple[str, ...]
    """Of Python."""
    line: Callable[[str, str, str], bytes]
    """(address of the server, its house key, the secret of the bots' tokens) → what the program is
    told."""


def serve(
    settings: Settings,
    announce: Callable[[Started], None],
    house: HouseProgram | None = None,
) -> None:
    """Run a server in the main thread until SIGTERM or SIGINT; a second one hurries.

    Args:
        settings: all of them.
        announce: called once, when it serves.
        house: its house bots; None: it has none.

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
        stack.enter_context(uncollected())
        sockets = listening.listen_apart(settings.host, settings.port, settings.workers)
        for each in chain.from_iterable(sockets):
            stack.enter_context(closing(each))
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(_serve(settings, layer, sockets, announce, house))


async def _serve(
    settings: Settings,
    layer: str,
    sockets: list[list[socket.socket]],
    announce: Callable[[Started], None],
    house: HouseProgram | None,
) -> None:
    stop = Stop()
    key = HouseKey.drawn() if house is not None and settings.house_bots else None
    with stop.by_signals(), ExitStack() as stack:
        async with _store(settings) as (choice, place), _house(stop) as house_begins:
            # Not before the store: the folder of an embedded one is another server's till then.
            prepare_archive(settings.archive_dir.absolute())
            secret = "" if key is None else stack.enter_context(personas.held(settings.data))

            def ready() -> None:
                if house is not None and key is not None:
                    port = sockets[0][0].getsockname()[1]
                    line = house.line(_own_address(settings.host, port), key.key, secret)
                    house_begins(Companion(house.arguments, line))
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
                from kozyr_server.running.process import serve_process  # noqa: PLC0415 - see `_load`

                await serve_process(settings, choice, sockets[0], stop, ready, key)
            else:
                from kozyr_server.running.workers import Workers  # noqa: PLC0415 - see `_load`

                await Workers(settings, choice, sockets, stop, ready, key).run()


def _own_address(host: str, port: int) -> str:
    """Where a program of this machine reaches the server: over loopback, if it listens there.

    At another address it is known as a program of this machine, too: see `house_key.is_near`.
    """
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared
    name = everywhere.get(host, host)
    return f"ws://[{name}]:{port}/ws" if ":" in name else f"ws://{name}:{port}/ws"


@asynccontextmanager
async def _house(stop: Stop) -> AsyncIterator[Callable[[Companion], None]]:
    """Keeps a companion running from when it is given until the server is asked to stop."""
    running: list[asyncio.Task[None]] = []

    async def until_asked(companion: Companion) -> None:
        # Who waits for the server has its processors to himself for a moment.
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.asked.wait(), COMPANION_AFTER_S)
        bots = asyncio.create_task(companion.run(), name="kozyr house bots")
        try:
            await stop.asked.wait()
        finally:
            bots.cancel()
            await asyncio.gather(bots, return_exceptions=True)

    def begin(companion: Companion) -> None:
        running.append(asyncio.create_task(until_asked(companion), name="kozyr house"))

    try:
        yield begin
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


@asynccontextmanager
async def _store(settings: Settings) -> AsyncIterator[tuple[StoreChoice, str]]:
    """The store to use, and its place for people; the embedded one runs in this process's care."""
    if settings.redis is not None:
        from kozyr_server.store import address  # noqa: PLC0415 - not to wait for a client library

        yield StoreChoice(settings.redis), address.parse(settings.redis).place
        return
    embedded = EmbeddedSettings(
        settings.data,
        settings.durability,  # type: ignore[arg-type]  # `settings` refused "unverified" here
        settings.valkey,
        memory_mb=settings.store_memory_mb,
    )
    async with EmbeddedStore(embedded, lambda: _load(settings)) as store:
        yield StoreChoice(store.url, str(settings.data.absolute())), "embedded"


def _load(settings: Settings) -> None:
    """Import what serves: it takes longer than the store, which starts meanwhile, does."""
    importlib.import_module(
        f"kozyr_server.running.{'process' if settings.workers == 1 else 'workers'}"
    )
