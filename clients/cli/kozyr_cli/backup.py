"""`kozyr backup` and `kozyr restore`: an embedded store and its archive in one file, and back."""

import asyncio
import inspect
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kozyr_cli.errors import CommandError, needing
from kozyr_cli.setting_flags import parameters
from kozyr_cli.setting_names import CONFIG
from kozyr_cli.words import say, told
from kozyr_server.settings import OPTIONS, SettingError, Settings, find, load

if TYPE_CHECKING:
    from kozyr_server.store.backup import Manifest

OF_BACKUP = tuple(option for option in OPTIONS if option.field in {"data", "archive", "valkey"})
OF_RESTORE = tuple(option for option in OPTIONS if option.field == "data")

PATTERN = "kozyr-*.tar.gz"
"""Names of backups that are made in a folder; only these are ever removed."""

Values = dict[str, str | None]


def backup_command() -> Callable[..., None]:
    """`kozyr backup`."""

    def backup(file: Path, keep: int, **values: str | None) -> None:
        make(file, keep, values)

    own = [
        _argument("file", "FILE"),
        inspect.Parameter(
            "keep",
            inspect.Parameter.KEYWORD_ONLY,
            default=0,
            annotation=Annotated[
                int,
                typer.Option("--keep", metavar="N", min=0),
            ],
        ),
    ]
    return _with(backup, [*own, *parameters(OF_BACKUP)])


def restore_command() -> Callable[..., None]:
    """`kozyr restore`."""

    def restore(file: Path, **values: str | None) -> None:
        put_back(file, values)

    own = [_argument("file", "FILE")]
    return _with(restore, [*own, *parameters(OF_RESTORE)])


def make(file: Path, keep: int, values: Values) -> None:
    """Make a backup.

    Args:
        file: to write, or the folder to write it in.
        keep: newest backups of the folder that are kept; 0: all.
        values: text of options by their field, and of `config`; None where it was not given.

    Raises:
        CommandError: it cannot be made.
    """
    settings = _settings(values)
    if settings.redis is not None:
        raise CommandError(say("backup-not-of-redis"))
    with needing("server"):
        from kozyr_server import telemetry  # noqa: PLC0415 - `kozyr --help` needs no server
        from kozyr_server.store import backup  # noqa: PLC0415
        from kozyr_server.store.embedded import EmbeddedSettings  # noqa: PLC0415
        from kozyr_server.store.errors import StoreError  # noqa: PLC0415
    if keep and not file.is_dir():
        raise CommandError(say("backup-keep-needs-folder"))
    target = file
    if file.is_dir():
        target = file / f"kozyr-{datetime.now(UTC):%Y-%m-%dT%H-%M-%SZ}.tar.gz"
    telemetry.set_up_log("warning", settings.log_format)
    embedded = EmbeddedSettings(
        settings.data, program=settings.valkey, memory_mb=settings.store_memory_mb
    )
    try:
        manifest = asyncio.run(backup.make(embedded, settings.archive_dir, target))
    except StoreError as error:
        raise CommandError(told(str(error))) from None
    size = _size(target.stat().st_size)
    typer.echo(say("backup-made", file=str(target), what=_told(manifest), size=size))
    if keep:
        for old in sorted(file.glob(PATTERN), reverse=True)[keep:]:
            old.unlink(missing_ok=True)
            typer.echo(say("backup-removed", file=str(old)))


def put_back(file: Path, values: Values) -> None:
    """Restore a backup.

    Args:
        file: the backup.
        values: as in `make`.

    Raises:
        CommandError: it cannot be restored.
    """
    settings = _settings(values)
    with needing("server"):
        from kozyr_server.store.errors import StoreError  # noqa: PLC0415
        from kozyr_server.store.restore import restore  # noqa: PLC0415
    try:
        manifest = restore(file, settings.data)
    except StoreError as error:
        raise CommandError(told(str(error))) from None
    typer.echo(say("restore-done", folder=str(settings.data), what=_told(manifest)))


def _told(manifest: "Manifest") -> str:
    return say("backup-what", made=manifest.made, files=len(manifest.files) - 1)


def _size(size: int) -> str:
    if size >= 100_000:
        return say("backup-megabytes", size=f"{size / 1e6:.1f}")
    return say("backup-kilobytes", size=f"{size / 1e3:.1f}")


def _settings(values: Values) -> Settings:
    try:
        return load(values, os.environ, find(values.get(CONFIG), os.environ, Path.cwd()))
    except SettingError as error:
        raise CommandError(told(str(error))) from None


def _argument(name: str, metavar: str) -> inspect.Parameter:
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        annotation=Annotated[Path, typer.Argument(metavar=metavar)],
    )


def _with(function: Callable[..., None], taken: list[inspect.Parameter]) -> Callable[..., None]:
    # Typer reads a command's options from its signature.
    function.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]  # see above
    function.__annotations__ = {each.name: each.annotation for each in taken}
    return function
