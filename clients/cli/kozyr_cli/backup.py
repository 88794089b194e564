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

    backup.__doc__ = (
        "Back up the embedded store and the archive into one file; the server may run.\n\n"
        "FILE may be a folder: then the backup gets a name with the time in it, and --keep N\n"
        "removes all but the newest N there. Who has the file sees all hands: keep it from others."
    )
    own = [
        _argument("file", "FILE", "File to write, not there yet; or a folder."),
        inspect.Parameter(
            "keep",
            inspect.Parameter.KEYWORD_ONLY,
            default=0,
            annotation=Annotated[
                int,
                typer.Option("--keep", metavar="N", min=0, help="Newest backups to keep; 0: all."),
            ],
        ),
    ]
    return _with(backup, [*own, *parameters(OF_BACKUP)])


def restore_command() -> Callable[..., None]:
    """`kozyr restore`."""

    def restore(file: Path, **values: str | None) -> None:
        put_back(file, values)

    restore.__doc__ = (
        "Put a backup into an empty data folder; the next server on it goes on from there.\n\n"
        "The time since the backup takes nobody's clock. Players who know what came after it are\n"
        "shown the tables as they were."
    )
    own = [_argument("file", "FILE", "A file that `kozyr backup` made.")]
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
        raise CommandError(
            "a store that is named by --redis has means of its own for backups (its RDB file); "
            "kozyr backs up its embedded store"
        )
    with needing("server"):
        from kozyr_server import telemetry  # noqa: PLC0415 - `kozyr --help` needs no server
        from kozyr_server.store import backup  # noqa: PLC0415
        from kozyr_server.store.embedded import EmbeddedSettings  # noqa: PLC0415
        from kozyr_server.store.errors import StoreError  # noqa: PLC0415
    if keep and not file.is_dir():
        raise CommandError("--keep: is for a folder of backups; FILE is none")
    target = file
    if file.is_dir():
        target = file / f"kozyr-{datetime.now(UTC):%Y-%m-%dT%H-%M-%SZ}.tar.gz"
    telemetry.set_up_log("warning", settings.log_format)
    embedded = EmbeddedSettings(settings.data, program=settings.valkey)
    try:
        manifest = asyncio.run(backup.make(embedded, settings.archive_dir, target))
    except StoreError as error:
        raise CommandError(str(error)) from None
    typer.echo(f"{target}: {_told(manifest)}, {_size(target.stat().st_size)}")
    if keep:
        for old in sorted(file.glob(PATTERN), reverse=True)[keep:]:
            old.unlink(missing_ok=True)
            typer.echo(f"{old}: removed")


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
        raise CommandError(str(error)) from None
    typer.echo(f"{settings.data}: {_told(manifest)}")


def _told(manifest: "Manifest") -> str:
    archived = len(manifest.files) - 1
    files = "file" if archived == 1 else "files"
    return f"the store as of {manifest.made}, {archived} {files} of finished games"


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"


def _settings(values: Values) -> Settings:
    try:
        return load(values, os.environ, find(values.get(CONFIG), os.environ, Path.cwd()))
    except SettingError as error:
        raise CommandError(str(error)) from None


def _argument(name: str, metavar: str, words: str) -> inspect.Parameter:
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        annotation=Annotated[Path, typer.Argument(metavar=metavar, help=words)],
    )


def _with(function: Callable[..., None], taken: list[inspect.Parameter]) -> Callable[..., None]:
    # Typer reads a command's options from its signature.
    function.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]  # see above
    function.__annotations__ = {each.name: each.annotation for each in taken}
    return function
