"""What people and scripts see of bots that play."""

import sys
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.table import Table as Grid
from rich.text import Text

from kozyr_bots.plan import Progress, Result
from kozyr_cli.words import named, say

ROOM_HEADS = ("room", "game", "phase", "number", "deal", "scores", "actions")
RESULT_HEADS = ("record", "game", "ended", "result", "winners", "actions")


class Quiet:
    """For scripts: a line for each game that has ended."""

    def __init__(self) -> None:
        self._note = _Note()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing is left to say."""

    def moved(self, progress: Progress) -> None:
        """Not shown."""

    def ended(self, result: Result) -> None:
        """Room, record and totals by seat, with spaces between."""
        print(result.room, result.record, *result.totals, flush=True)  # noqa: T201  for scripts
        self._note.of(result)


class Table:
    """For people: how far the game is while it is played, and all results in the end."""

    def __init__(self) -> None:
        # Where nobody looks no column is cut.
        width = None if sys.stdout.isatty() else 200
        self._console = Console(highlight=False, width=width)
        self._live = Live(console=self._console, transient=True, refresh_per_second=5)
        self._rooms: dict[str, Progress] = {}
        self._results: list[Result] = []
        self._note = _Note()

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Show all results, also when the rest was not played."""
        self._live.stop()
        if self._results:
            self._console.print(results(self._results))
        for result in self._results:
            self._note.of(result)

    def moved(self, progress: Progress) -> None:
        """Show it a little later, with what comes until then."""
        if progress.room not in self._rooms and not self._console.is_terminal:
            seats = len(progress.names)
            # The room may wait for people, who have to find it.
            print(  # noqa: T201  not wrapped
                say("bot-opened", room=progress.room, game=progress.game, seats=seats),
                file=sys.stderr,
                flush=True,
            )
        self._rooms[progress.room] = progress
        if self._live.is_started:
            self._live.update(rooms(self._rooms))

    def ended(self, result: Result) -> None:
        """Keep it for the end."""
        self._results.append(result)


class _Note:
    """Says once that the ids of private games lead nowhere on the server."""

    def __init__(self) -> None:
        self._is_said = False

    def of(self, result: Result) -> None:
        """Say it if the game was a private one."""
        if not result.public and not self._is_said:
            self._is_said = True
            print(say("bot-private"), file=sys.stderr, flush=True)  # noqa: T201  beside what scripts read


def rooms(shown: dict[str, Progress]) -> Grid:
    """How far the games are: a line a room."""
    grid = Grid(*(say(f"bot-head-{name}") for name in ROOM_HEADS))
    for each in shown.values():
        grid.add_row(
            each.room,
            each.game,
            named("bot-phase", each.phase),
            str(each.game_no),
            str(each.deal or ""),
            scores(each.names, each.totals),
            str(each.actions),
        )
    return grid


def results(shown: list[Result]) -> Grid:
    """How games ended: a line a game."""
    grid = Grid(*(say(f"bot-head-{name}") for name in RESULT_HEADS))
    for each in shown:
        winners = ", ".join(each.names[seat] for seat in each.winners)
        grid.add_row(
            Text(each.record, no_wrap=True),
            each.game,
            named("kozyr-ended", each.ended),
            scores(each.names, each.totals),
            Text(winners, style="bold"),
            str(each.actions),
        )
    return grid


def scores(names: tuple[str, ...], totals: tuple[int, ...]) -> Text:
    """`Bot 1 12, Bot 2 7`; names alone before there are scores. Names are no markup."""
    if len(totals) != len(names):
        return Text(", ".join(name or say("bot-free") for name in names))
    parts = zip(names, totals, strict=True)
    return Text(", ".join(f"{name or say('bot-left')} {total}" for name, total in parts))
