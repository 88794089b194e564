"""Finished games as people see them. Names of players are no markup."""

from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from kozyr_protocol.record import Record


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
    table = Table("id", "game", "finished", "ended", "deals", "result")
    for name, record in found:
        table.add_row(
            Text(name, no_wrap=True),
            record.preset or record.game,
            Text(record.finished[:16].replace("T", " "), no_wrap=True),
            record.ended,
            str(len(record.deals)),
            result(record),
        )
    return table


def sheet(name: str, record: Record) -> tuple[RenderableType, ...]:
    """The head of a game, and its score sheet."""
    options = ", ".join(f"{key} {value}" for key, value in record.options.items())
    head = Text(
        f"{name}: {record.preset or record.game}, rules {record.rules}, {record.ended}\n"
        f"from {record.started} to {record.finished}\n{options}"
    )
    table = Table("deal", "dealer")
    for seat in _names(record):
        table.add_column(Text(seat), justify="right")
    for deal in record.deals:
        scores = (str(score) for score in deal.scores)
        table.add_row(str(deal.number), Text(_names(record)[deal.dealer]), *scores)
    table.add_section()
    table.add_row("total", "", *map(str, record.totals), style="bold")
    if record.settlement is not None:
        table.add_row("settled", "", *map(str, record.settlement))
    winners = ", ".join(_names(record)[seat] for seat in record.winners)
    return head, table, Text(f"won by {winners}")


def result(record: Record) -> Text:
    """`Anna 12, Boris 7`, winners in bold."""
    text = Text()
    for seat, (name, total) in enumerate(zip(_names(record), record.totals, strict=False)):
        style = "bold" if seat in record.winners else ""
        text.append(", " if seat else "").append(f"{name} {total}", style)
    return text


def _names(record: Record) -> list[str]:
    return [seat.name for seat in record.seats]
