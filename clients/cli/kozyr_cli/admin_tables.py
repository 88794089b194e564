"""What `kozyr admin` shows, as tables for people."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from kozyr_cli.words import named, say

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

Row = Mapping[str, Any]


def when(ms: int | None) -> str:
    """A moment in UTC; empty for none."""
    return "" if ms is None else f"{datetime.fromtimestamp(ms / 1000, UTC):%Y-%m-%d %H:%M}"


def until(ms: int | None) -> str:
    """The end of a sanction."""
    return say("admin-until-lifted") if ms is None else when(ms)


def heads(*names: str) -> tuple[str, ...]:
    """Headings of a table by their names; an empty one stays empty."""
    return tuple(say(f"admin-head-{name}") if name else "" for name in names)


def show(console: "Console", heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table; what people wrote is shown as it is, never as markup or control characters."""
    from rich.table import Table  # noqa: PLC0415 - `kozyr --help` needs none of this

    if not rows:
        console.print(say("admin-nothing"))
        return
    table = Table(*heads, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(plain(str(cell)) for cell in row))
    console.print(table)


def plain(text: str) -> "Text":
    """Text of somebody, harmless to a terminal."""
    from rich.text import Text  # noqa: PLC0415 - as above

    return Text("".join(char if char.isprintable() else "·" for char in text))


def chat(console: "Console", lines: Sequence[Row], about: str = "") -> None:
    """Lines of chat with their numbers; those of one player are marked."""
    from rich.text import Text  # noqa: PLC0415 - as above

    for line in lines:
        said = (
            say("admin-hidden") if line.get("hidden") else line["text"] or f"[{line.get('phrase')}]"
        )
        mark = "»" if line["player"] == about else " "
        console.print(
            Text.assemble(
                f"  {mark} {line['n']:>4}  ", (f"{plain(line['name'])}: ", "bold"), plain(said)
            ),
            soft_wrap=True,
        )


def report(console: "Console", found: Row) -> None:
    """One report with the chat around it."""
    from rich.text import Text  # noqa: PLC0415 - as above

    room = found.get("room")
    reason = named("admin-reason", found["reason"])
    head = f"{found['id']}  {reason}: {found['name']} ({found['player']})"
    by = say(
        "admin-reported",
        name=found["by_name"],
        when=when(found["at_ms"]),
        place=say("admin-in-room", room=room) if room else say("admin-in-lobby"),
    )
    console.print(Text.assemble((str(plain(head)), "bold"), "  ", plain(by)), soft_wrap=True)
    if found["text"]:
        console.print(plain(f"  “{found['text']}”"), soft_wrap=True)
    chat(console, found.get("lines", ()), found["player"])
    if found.get("resolved_ms"):
        done = say("admin-resolved", name=found.get("resolved_by", ""), note=found.get("note", ""))
        console.print(plain(f"  {done}"), soft_wrap=True)
