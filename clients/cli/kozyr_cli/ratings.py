"""`kozyr ratings`: what the ratings are reckoned from, reckoned again."""

import asyncio
import inspect
import os
from collections.abc import Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kozyr_cli.errors import CommandError, needing
from kozyr_cli.setting_flags import parameters
from kozyr_cli.setting_names import CONFIG
from kozyr_cli.words import say, told
from kozyr_server.settings import OPTIONS, SettingError, Settings, find, load

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from kozyr_server.ratings.rebuild import Rebuilt

OF_REBUILD = tuple(
    option for option in OPTIONS if option.field in {"data", "archive", "redis", "valkey"}
)

Values = dict[str, str | None]


def build() -> typer.Typer:
    """The subcommands."""
    app = typer.Typer(rich_markup_mode=None)
    app.callback()(lambda: None)
    app.command("rebuild")(rebuild_command())
    return app


def rebuild_command() -> Callable[..., None]:
    """`kozyr ratings rebuild`."""

    def rebuild(**values: str | None) -> None:
        run(values)

    flags = parameters(OF_REBUILD)
    # Typer reads a command's options from its signature.
    rebuild.__signature__ = inspect.Signature(flags)  # type: ignore[attr-defined]
    rebuild.__annotations__ = {each.name: each.annotation for each in flags}
    return rebuild


def run(values: Values) -> None:
    """Rebuild the ratings.

    Args:
        values: text of options by their field, and of `config`; None where it was not given.

    Raises:
        CommandError: it cannot be done.
    """
    try:
        settings = load(values, os.environ, find(values.get(CONFIG), os.environ, Path.cwd()))
    except SettingError as error:
        raise CommandError(told(str(error))) from None
    with needing("server"):
        from rich.console import Console  # noqa: PLC0415 - `kozyr --help` needs none of this

        from kozyr_server import telemetry  # noqa: PLC0415
        from kozyr_server.ratings.rebuild import BusyError  # noqa: PLC0415
        from kozyr_server.store.errors import StoreError  # noqa: PLC0415
        from kozyr_server.store.model import StoreUnavailableError  # noqa: PLC0415
    telemetry.set_up_log("warning", settings.log_format)
    console = Console(stderr=True)
    try:
        with console.status("…") as status:
            done = asyncio.run(_rebuild(settings, lambda text: status.update(told(text))))
    except (BusyError, StoreError, OSError) as error:
        raise CommandError(told(str(error)), 1) from None
    except StoreUnavailableError as error:
        raise CommandError(say("ratings-store-away", reason=str(error)), 1) from None
    typer.echo(say("ratings-done", games=done.games, players=done.players, files=done.files))


async def _rebuild(settings: Settings, told: Callable[[str], object]) -> "Rebuilt":
    from kozyr_server.ratings.rebuild import rebuild  # noqa: PLC0415

    async with _store(settings) as url:
        return await rebuild(url, settings.archive_dir, told)


@asynccontextmanager
async def _store(settings: Settings) -> "AsyncIterator[str]":
    """Address of the store: of a server that runs, or one that is run for this."""
    from kozyr_server.store.data_folder import last_record  # noqa: PLC0415
    from kozyr_server.store.embedded import EmbeddedSettings, EmbeddedStore  # noqa: PLC0415
    from kozyr_server.store.errors import DataFolderBusyError  # noqa: PLC0415

    if settings.redis is not None:
        yield settings.redis
        return
    if not settings.data.is_dir():
        raise CommandError(say("ratings-no-folder", folder=str(settings.data)))
    running = EmbeddedStore(
        EmbeddedSettings(settings.data, program=settings.valkey, memory_mb=settings.store_memory_mb)
    )
    try:
        await running.__aenter__()
    except DataFolderBusyError:
        record = last_record(settings.data)
        if record is None:
            raise CommandError(say("ratings-no-store-yet", folder=str(settings.data)), 1) from None
        yield f"unix://{record.socket}"
        return
    try:
        yield running.url
    finally:
        await running.__aexit__(None, None, None)
