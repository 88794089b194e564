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
    url: Annotated[
        str, typer.Option(metavar="URL", help="A running server: http://HOST:PORT.")
    ] = URL,
    room: Annotated[
        str | None, typer.Option(metavar="ID", help="Take free seats of this room.")
    ] = None,
    code: Annotated[
        str | None, typer.Option(metavar="CODE", help="Of the invitation to a private room.")
    ] = None,
    game: Annotated[
        str, typer.Option(metavar="KEY", help="Game of the room that is opened.")
    ] = "twenty_nine",
    preset: Annotated[
        str | None, typer.Option(metavar="NAME", help="Preset of that room, as king/published.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="Option of that room; may be repeated."),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", help="Seats of that room, if more than bots: for people."),
    ] = None,
    start: Annotated[
        bool, typer.Option("--start", help="Begin when the bots are ready, with seats left free.")
    ] = False,
    private: Annotated[
        bool, typer.Option("--private", help="Neither the lobby nor the records show that room.")
    ] = False,
    count: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Bots; all free seats if not given.")
    ] = None,
    policy: Annotated[
        str, typer.Option(metavar="NAME", help="How they play: sound, simple or random.")
    ] = POLICY,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Games to play.")] = 1,
    think_ms: Annotated[
        str, typer.Option(metavar="A-B", help="Time before each action, in milliseconds.")
    ] = "0",
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Of the bots' chance; drawn if not given.")
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="One line a game: room, record, totals.")
    ] = False,
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
        raise CommandError("--room: a room that is there has its game and seats already")
    if code is not None and room is None:
        raise CommandError("--code: say with --room which room it is for")
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
        raise CommandError(refused.message) from None
    except RoomGone as gone:
        raise CommandError(f"there is no room {gone.room}, or not any more") from None
    except WatchingRefused as refused:
        raise CommandError(f"room {refused.room} is played now, and takes no spectators") from None
    except RoomEnded as ended:
        if ended.reason != "needs_code":
            raise CommandError(str(ended), 1) from None
        raise CommandError(f"room {ended.room} is private: give its --code") from None
    except as_asked as error:
        raise CommandError(str(error)) from None
    except (KozyrError, errors.BotError) as error:
        raise CommandError(str(error), 1) from None


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
            raise CommandError(f"--option: {each!r} is not KEY=VALUE")
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
        raise CommandError(f"--think-ms: {text!r} is not A-B, milliseconds up to {MAX_THINK_MS}")
    return least, most
