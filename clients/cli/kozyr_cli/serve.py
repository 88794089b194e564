"""`kozyr serve`: run a server."""

import importlib.util
import inspect
import json
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from kozyr_cli.errors import CommandError
from kozyr_cli.setting_names import CONFIG
from kozyr_cli.words import say, told
from kozyr_server.settings import ConfigFile, SettingError, Settings, find, load

if TYPE_CHECKING:
    from kozyr_server.running.serve import HouseProgram, Started


def command() -> Callable[..., None]:
    """The subcommand, with one option for each of `kozyr_server.settings.OPTIONS`."""

    def serve(**values: str | None) -> None:
        run(values)

    from kozyr_cli.setting_flags import parameters  # noqa: PLC0415 - a server that starts needs none

    flags = parameters()
    # Typer reads a command's options from its signature.
    serve.__signature__ = inspect.Signature(flags)  # type: ignore[attr-defined]
    serve.__annotations__ = {each.name: each.annotation for each in flags}
    return serve


def run(values: dict[str, str | None]) -> None:
    """Serve until asked to stop.

    Args:
        values: text of each option by its field, and of `config`; None where it was not given.

    Raises:
        CommandError: it cannot be run as asked.
    """
    try:
        file = find(values.get(CONFIG), os.environ, Path.cwd())
        settings = load(values, os.environ, file)
    except SettingError as error:
        raise CommandError(told(str(error))) from None
    try:
        # Imported here: `kozyr --help` needs no server.
        from kozyr_server.running.listening import ListenError  # noqa: PLC0415
        from kozyr_server.running.serve import serve  # noqa: PLC0415
        from kozyr_server.running.starting import StartError  # noqa: PLC0415
        from kozyr_server.store.errors import StoreError  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise CommandError(say("serve-not-installed", package=str(error.name))) from None
    try:
        serve(settings, lambda started: show(started, file, settings.log_format), _house(settings))
    except (ListenError, StartError, StoreError) as error:
        raise CommandError(told(str(error))) from None


def _house(settings: Settings) -> "HouseProgram | None":
    """The house bots; None where none are wanted, or the package of the bots is not installed."""
    if not settings.house_bots or importlib.util.find_spec("websockets") is None:
        return None
    from kozyr_bots.house import order  # noqa: PLC0415
    from kozyr_server.running.serve import HouseProgram  # noqa: PLC0415

    think_ms = settings.house_think_ms

    def line(url: str, key: str, secret: str) -> bytes:
        span = (think_ms // 2, think_ms * 3 // 2)
        return order.written(order.Order(url, key, settings.house_bots, span, secret))

    return HouseProgram(("-m", "kozyr_bots.house"), line)


def show(started: "Started", file: ConfigFile | None = None, form: str = "text") -> None:
    """Tell people where the server is, what it promises, and the file of its settings.

    Args:
        started: what to tell.
        file: of the settings.
        form: of the log; where it is for machines this is a line like those of the log.
    """
    if form == "json":
        sys.stdout.write(_line(started, file) + "\n")
        sys.stdout.flush()
        return
    begin, end = ("\x1b[1m", "\x1b[0m") if sys.stdout.isatty() else ("", "")
    for label, text in _banner(started, file):
        # Not wrapped: a path is copied whole, and what reads a pipe reads lines.
        sys.stdout.write(f"{begin}{say(f'serve-label-{label}'):<12}{end}{text}\n")
    sys.stdout.flush()


def _line(started: "Started", file: ConfigFile | None) -> str:
    line = {
        "event": "serving",
        "level": "info",
        "timestamp": datetime.now(UTC).isoformat().replace("+00:00", "Z"),
        "url": started.url,
        "store": started.store,
        "durability": started.durability,
        "sockets": started.sockets,
        "workers": started.workers,
        "data": started.data_dir,
        "archive": started.archive_dir,
        "config": None if file is None else file.path,
        "admin_token_file": started.admin_token,
    }
    return json.dumps({key: value for key, value in line.items() if value is not None}, default=str)


def _banner(started: "Started", file: ConfigFile | None) -> list[tuple[str, str]]:
    store = started.store
    if started.data_dir is not None:
        store = say("serve-store-in", store=store, folder=str(started.data_dir))
    lines = [
        ("kozyr", say("serve-at", url=started.url)),
        ("store", store),
        ("durability", say(f"serve-durability-{started.durability}")),
        ("sockets", started.sockets),
    ]
    if file is not None:
        lines.append(("config", str(file.path)))
    if started.workers > 1:
        lines.append(("workers", str(started.workers)))
    if started.admin_token is not None:
        lines.append(("admin", say("serve-admin", url=started.url, file=str(started.admin_token))))
    return [*lines, ("archive", str(started.archive_dir))]
