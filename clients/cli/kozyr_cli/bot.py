"""`kozyr bot`: seat bots in a room and play games to their end."""

import asyncio
import json
import re
import secrets
import signal
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kozyr_cli import addresses
from kozyr_cli.errors import CommandError, needing
from kozyr_cli.words import refusal, say, told

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from kozyr_bots.plan import Audience, Plan

URL = "http://127.0.0.1:8080"
POLICY = "sound"
"""Whoever asks for bots wants to play against somebody."""
MAX_THINK_MS = 600_000
TERMINATED = 128 + signal.SIGTERM
"""Exit code of who was asked to end, as shells have it."""


def bot(  # noqa: PLR0913  an option each
    *,
    url: Annotated[str, typer.Option(metavar="URL")] = URL,
    room: Annotated[str | None, typer.Option(metavar="ID")] = None,
    code: Annotated[str | None, typer.Option(metavar="CODE")] = None,
    game: Annotated[str, typer.Option(metavar="KEY")] = "twenty_nine",
    preset: Annotated[str | None, typer.Option(metavar="NAME")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE"),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(metavar="N"),
    ] = None,
    start: Annotated[bool, typer.Option("--start")] = False,
    private: Annotated[bool, typer.Option("--private")] = False,
    count: Annotated[int | None, typer.Option(metavar="N", min=1)] = None,
    policy: Annotated[str, typer.Option(metavar="NAME")] = POLICY,
    games: Annotated[int, typer.Option(metavar="N", min=1)] = 1,
    think_ms: Annotated[str, typer.Option(metavar="A-B")] = "0",
    seed: Annotated[int | None, typer.Option(metavar="N")] = None,
    quiet: Annotated[bool, typer.Option("--quiet")] = False,
) -> None:
    """Seat bots in a room and play."""
    with needing("bots"):
        from kozyr_bots.plan import Opening, Plan  # noqa: PLC0415 - only when it runs
        from kozyr_cli.bot_table import Quiet, Table  # noqa: PLC0415
    opening = Opening(
        game=game,
        preset=preset,
        options=options(option or []),
        seats=seats,
        public=not private,
        start=start,
    )
    if room is not None and opening != Opening():
        raise CommandError(say("bot-room-has-game"))
    if code is not None and room is None:
        raise CommandError(say("bot-code-of-which-room"))
    plan = Plan(
        url=addresses.socket(url),
        table=opening if room is None else room,
        code=code,
        policy=policy,
        count=count,
        games=games,
        think_ms=span_ms(think_ms),
        seed=secrets.randbits(32) if seed is None else seed,
    )
    with Quiet() if quiet else Table() as audience:
        _play(plan, audience)


def _play(plan: "Plan", audience: "Audience") -> None:
    with needing("bots"):
        from kozyr_bots import errors  # noqa: PLC0415 - only when it runs
        from kozyr_bots.runner import run  # noqa: PLC0415
        from kozyr_client import (  # noqa: PLC0415
            KozyrError,
            Refused,
            RoomEnded,
            RoomGone,
            WatchingRefused,
        )
    as_asked = (errors.UnreachableError, errors.PolicyError, errors.SeatingError)
    try:
        asyncio.run(_until_asked(run(plan, audience)))
    except asyncio.CancelledError:
        raise typer.Exit(TERMINATED) from None
    except Refused as refused:
        raise CommandError(refusal(refused.code, refused.message)) from None
    except RoomGone as gone:
        raise CommandError(say("bot-no-room", room=gone.room)) from None
    except WatchingRefused as refused:
        raise CommandError(say("bot-no-spectators", room=refused.room)) from None
    except RoomEnded as ended:
        if ended.reason != "needs_code":
            raise CommandError(told(str(ended)), 1) from None
        raise CommandError(say("bot-needs-code", room=ended.room)) from None
    except as_asked as error:
        raise CommandError(told(str(error))) from None
    except (KozyrError, errors.BotError) as error:
        raise CommandError(told(str(error)), 1) from None


async def _until_asked(playing: "Coroutine[Any, Any, object]") -> None:
    """Play, but leave at SIGTERM, as at Ctrl-C."""
    task = asyncio.current_task()
    assert task is not None
    if sys.platform != "win32":
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    await playing


def options(given: list[str]) -> dict[str, Any]:
    """Options of a game from `KEY=VALUE`: a value is JSON, or else text.

    Raises:
        CommandError: One is not of that form.
    """
    found: dict[str, Any] = {}
    for each in given:
        key, equals, text = each.partition("=")
        if not equals or not key:
            raise CommandError(say("bot-bad-option", option=repr(each)))
        try:
            found[key] = json.loads(text)
        except (ValueError, RecursionError):
            found[key] = text
    return found


def span_ms(text: str) -> tuple[int, int]:
    """Least and most of `A-B`, or of one number for both; milliseconds.

    Raises:
        CommandError: It is not of that form.
    """
    match = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?", text)
    least, most = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if not least <= most <= MAX_THINK_MS:
        raise CommandError(say("bot-bad-think-ms", text=repr(text), most=str(MAX_THINK_MS)))
    return least, most
