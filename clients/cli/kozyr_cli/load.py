"""`kozyr load`: test a server with many rooms at once, and judge whether it was right."""

import asyncio
import inspect
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kozyr_cli import words
from kozyr_cli.errors import CommandError, needing
from kozyr_cli.load_options import OPTIONS, Option, overrides
from kozyr_cli.words import say, told

if TYPE_CHECKING:
    from kozyr_load.results.collector import Collector
    from kozyr_load.results.report import Report
    from kozyr_load.running.run import Order

URL = "ws://127.0.0.1:8080/ws"


def build() -> typer.Typer:
    """The subcommand, with `compare` beneath it."""
    app = typer.Typer(rich_markup_mode=None, invoke_without_command=True)
    app.callback()(command())
    app.command("compare")(compare)
    return app


def command() -> Callable[..., None]:
    """The subcommand, with one option for each of `load_options.OPTIONS`."""

    def load(context: typer.Context, **values: Any) -> None:
        if context.invoked_subcommand is None:
            raise typer.Exit(run(values))

    context = inspect.Parameter(
        "context", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context
    )
    parameters = [context, *map(_parameter, OPTIONS)]
    # Typer reads a command's options from its signature.
    load.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    load.__annotations__ = {each.name: each.annotation for each in parameters}
    return load


def run(values: dict[str, Any]) -> int:
    """Run a load test.

    Args:
        values: of each option by its name, None where it was not given.

    Returns:
        0, or 1 where the server broke a promise or a threshold.

    Raises:
        CommandError: it cannot be run as asked.
    """
    with needing("load"):
        from rich.console import Console  # noqa: PLC0415 - only when it runs

        from kozyr_load.errors import LoadError  # noqa: PLC0415
        from kozyr_load.results import html, live  # noqa: PLC0415
        from kozyr_load.results.report import dumps  # noqa: PLC0415
    try:
        order = _order(values)
        report = _shown_while(order, quiet=bool(values["quiet"]))
    except LoadError as error:
        raise CommandError(told(str(error))) from None
    Console(highlight=False).print(live.result(report, words))
    _write(values["json"], dumps(report))
    _write(values["html"], html.page(report, words).encode())
    if report.judge.violations:
        typer.echo(say("load-violations-in", file=str(order.violations)), err=True)
    return 0 if report.passed else 1


def compare(
    before: Annotated[Path, typer.Argument(metavar="A.json")],
    after: Annotated[Path, typer.Argument(metavar="B.json")],
) -> None:
    """Show what changed from one run to another."""
    with needing("load"):
        from rich.console import Console  # noqa: PLC0415 - only when it runs

        from kozyr_load.errors import LoadError  # noqa: PLC0415
        from kozyr_load.results import compare as comparing  # noqa: PLC0415
        from kozyr_load.results import live  # noqa: PLC0415
        from kozyr_load.results.report import read  # noqa: PLC0415
    try:
        first, second = read(before), read(after)
    except LoadError as error:
        raise CommandError(told(str(error))) from None
    found = comparing.differences(first, second)
    shown = live.comparison(found, comparing.unlike(first, second), words)
    Console(highlight=False).print(shown)


def _order(values: dict[str, Any]) -> "Order":
    from kozyr_load import scenario_file  # noqa: PLC0415 - only when it runs
    from kozyr_load.results import thresholds  # noqa: PLC0415
    from kozyr_load.running.run import Order  # noqa: PLC0415
    from kozyr_load.target import target  # noqa: PLC0415

    if values["serve"] and values["url"] is not None:
        raise CommandError(say("load-serve-or-url"))
    if values["serve_option"] and not values["serve"]:
        raise CommandError(say("load-serve-option"))
    path = values["scenario"]
    scenario = scenario_file.read(None if path is None else Path(path), overrides(values))
    there = None
    if not values["serve"]:
        there = target(values["url"] or URL, is_own=bool(values["i_own_this_server"]))
    violations = Path(values["violations"])
    violations.unlink(missing_ok=True)
    return Order(
        scenario=scenario,
        target=there,
        serve_options=tuple(values["serve_option"] or ()),
        server_pid=values["server_pid"],
        thresholds=tuple(thresholds.parsed(text) for text in values["fail_if"] or ()),
        violations=violations,
    )


def _shown_while(order: "Order", *, quiet: bool) -> "Report":
    """Run it, and show how it goes where somebody looks."""
    from rich.console import Console  # noqa: PLC0415 - only when it runs
    from rich.live import Live  # noqa: PLC0415

    from kozyr_load.results import live  # noqa: PLC0415
    from kozyr_load.running.run import Run  # noqa: PLC0415

    console = Console(stderr=True, highlight=False)
    shown = Live(console=console, transient=True, refresh_per_second=4)
    is_watched = console.is_terminal and not quiet

    def show(collector: "Collector") -> None:
        if is_watched:
            length_s = order.scenario.length_s
            shown.update(
                live.moment(
                    collector.latest(),
                    collector.total,
                    collector.bottleneck(),
                    length_s,
                    words,
                )
            )

    async def all_of_it() -> "Report":
        return await Run(order, show).run()

    with shown if is_watched else nullcontext():
        return asyncio.run(all_of_it())


def _write(path: str | None, content: bytes) -> None:
    if path is None:
        return
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        raise CommandError(f"{path}: {told(error.strerror or str(error))}") from None


def _parameter(option: Option) -> inspect.Parameter:
    described = typer.Option(option.flag, metavar=option.metavar, show_default=False)
    return inspect.Parameter(
        option.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=option.default,
        annotation=Annotated[option.type, described],
    )
