"""Finished games as people see them. Names of players are no markup."""

from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from kozyr_cli.seats import margins, names_of, positive_seats
from kozyr_cli.words import named, say
from kozyr_protocol.record import Record

HEADS = ("id", "game", "finished", "ended", "deals", "result")


def show(*parts: RenderableType) -> None:
    """Print; where nobody looks no column is cut."""
    console = Console(highlight=False)
    for part in parts:
        if console.is_terminal:
            console.print(part)
        else:
            Console(highlight=False, width=200).print(part)


def listed(found: Sequence[tuple[str, Record]]) -> Table:
    """A line for each game."""
    table = Table(*(say(f"records-head-{name}") for name in HEADS))
    for name, record in found:
        table.add_row(
            Text(name, no_wrap=True),
            record.preset or record.game,
            Text(record.finished[:16].replace("T", " "), no_wrap=True),
            named("kozyr-ended", record.ended),
            str(len(record.deals)),
            result(record),
        )
    return table


def sheet(name: str, record: Record, sums: Sequence[int | None] = ()) -> tuple[RenderableType, ...]:
    """The head of a game, and its score sheet.

    Args:
        name: of the record.
        record: the game.
        sums: for each deal what its scores must add up to, None where nothing is fixed; empty
            for a sheet without them.
    """
    options = ", ".join(f"{key} {value}" for key, value in record.options.items())
    facts = say(
        "records-sheet",
        id=name,
        game=record.preset or record.game,
        rules=record.rules,
        ended=named("kozyr-ended", record.ended),
        started=record.started,
        finished=record.finished,
    )
    head = Text(f"{facts}\n{options}")
    names = names_of(record)
    has_sums = any(each is not None for each in sums)
    table = Table(say("records-head-deal"), say("records-head-dealer"))
    for seat in names:
        table.add_column(Text(seat), justify="right")
    if has_sums:
        table.add_column(say("records-head-sum"), justify="right")
    for place, deal in enumerate(record.deals):
        cells = [str(score) for score in deal.scores]
        if has_sums:
            cells.append(_number(sums[place] if place < len(sums) else None))
        table.add_row(str(deal.number), Text(names[deal.dealer]), *cells)
    table.add_section()
    _add_results(table, record)
    winners = ", ".join(names[seat] for seat in record.winners)
    return head, table, Text(say("records-won", names=winners))


def _add_results(table: Table, record: Record) -> None:
    positive = positive_seats(record)
    totals = (f"{'* ' if s in positive else ''}{n}" for s, n in enumerate(record.totals))
    table.add_row(
        say("records-total"), say("records-positive") if positive else "", *totals, style="bold"
    )
    if (behind := margins(record)) is not None:
        table.add_row(say("records-behind"), "", *map(str, behind))
    if record.settlement is not None:
        table.add_row(say("records-settled"), "", *map(str, record.settlement))


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def result(record: Record) -> Text:
    """`Anna 12, Boris 7`, winners in bold."""
    text = Text()
    for seat, (name, total) in enumerate(zip(names_of(record), record.totals, strict=False)):
        style = "bold" if seat in record.winners else ""
        text.append(", " if seat else "").append(f"{name} {total}", style)
    return text
