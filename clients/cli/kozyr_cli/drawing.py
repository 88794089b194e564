"""A replayed game as text: one drawing for any game, from what all games have in common.

A finished game hides nothing any more: every card is shown where it is.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from kozyr_cli.seats import margins, names_of, positive_seats
from kozyr_cli.words import language, named, say, told
from kozyr_games.replay import Position, game_of, positions
from kozyr_games.spec import AnyGame, Zone
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import Record


def steps(record: Record) -> Iterator[str]:
    """The game from its start, a text for each moment; several lines, without a newline at the end.

    Raises:
        ReplayError: The record cannot be followed from here.
    """
    spec = game_of(record)
    names = names_of(record)
    for position in positions(record):
        yield "\n".join(_drawn(spec, names, position))
    yield "\n".join(_result(record, names))


def sheet(rows: Sequence[SheetRow], names: Sequence[str]) -> list[str]:
    """The score sheet: a line for each finished deal, with the totals after it in brackets.

    Where the rules fix what the scores of a deal add up to, the last column has that sum.
    """
    has_sums = any(row.check is not None for row in rows)
    columns = [*names, say("replay-sum")] if has_sums else list(names)
    widths = [max(len(name), 11) for name in names] + [4] * has_sums
    head = say("replay-deal-head")
    widths = [max(width, len(name)) for width, name in zip(widths, columns, strict=True)]
    found = [_line(head, columns, widths)]
    for row in rows:
        cells = [f"{score} ({total})" for score, total in zip(row.scores, row.totals, strict=True)]
        if has_sums:
            cells.append("" if row.check is None else str(row.check))
        found.append(_line(f"{row.deal:>{len(head)}}", cells, widths))
    return found


def _line(head: str, cells: Sequence[str], widths: Sequence[int]) -> str:
    texts = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
    return "  ".join([head, *texts]).rstrip()


def said(value: Any, names: Sequence[str] = ()) -> str:
    """A value of a game in words: cards side by side, seats by name, fields that are set.

    Args:
        value: Of an action, an event or an option.
        names: Of the seats; empty while they have none.
    """
    match value:
        case None:
            return say("replay-none")
        case bool():
            return say("replay-yes") if value else say("replay-no")
        case Struct():
            return _fields(msgspec.structs.asdict(value), names, type(value))
        case dict():
            return _fields(value, names)
        case list() | tuple():
            inner = [said(each, names) for each in value]
            is_flat = all(isinstance(each, str | int | None) for each in value)
            return " ".join(inner) if is_flat else ", ".join(f"[{each}]" for each in inner)
        case _:
            return str(value)


def _drawn(spec: AnyGame, names: Sequence[str], position: Position) -> Iterator[str]:
    state, table = position.state, names if position.deal else ()
    if position.seat is not None and position.entry is not None:
        yield say(
            "replay-acted",
            deal=position.deal,
            at=f"{position.entry.at_ms / 1000:.1f}",
            name=names[position.seat],
            by=position.entry.by,
            done=said(position.action),
        )
    elif position.deal:
        yield say("replay-dealt", deal=position.deal)
    elif position.events:
        yield say("replay-draw")
    else:
        yield f"{spec.titles[language()]}: " + ", ".join(names)
    for event in position.events:
        public = spec.project(event, None)
        if public is not None:
            yield f"  {said(public, table)}"
    yield from _zones(spec.zones(state), names)
    if spec.deal_record(state) is not None:
        yield from sheet(spec.sheet(state), names)


def _zones(zones: Sequence[Zone], names: Sequence[str]) -> Iterator[str]:
    """Where the cards are: zones that are named after seats by the names of players."""
    shown = []
    for zone in zones:
        what, _, number = zone.name.rpartition(" ")
        is_of_seat = bool(what) and number.isdecimal() and int(number) < len(names)
        name = _zone(what, names[int(number)]) if is_of_seat else told(zone.name)
        if zone.cards:
            shown.append((name, zone.cards))
    width = max((len(name) for name, _ in shown), default=0)
    for name, cards in shown:
        yield f"  {name.ljust(width)}  {' '.join(cards)}"


def _zone(what: str, name: str) -> str:
    return f"{name}, {told(what)}"


def _result(record: Record, names: Sequence[str]) -> Iterator[str]:
    totals = ", ".join(f"{n} {t}" for n, t in zip(names, record.totals, strict=True))
    winners = ", ".join(names[seat] for seat in record.winners)
    yield say("replay-end", ended=named("kozyr-ended", record.ended), totals=totals)
    yield say("replay-won", names=winners)
    if positive := positive_seats(record):
        yield say("replay-positive", names=", ".join(names[seat] for seat in positive))
    if (behind := margins(record)) is not None:
        pairs = zip(names, behind, strict=True)
        yield say("replay-behind", names=", ".join(f"{n} {m}" for n, m in pairs if m))
    if record.settlement is not None:
        yield say("replay-settled", sums=said(record.settlement))


def _fields(fields: dict[str, Any], names: Sequence[str], kind: type[Struct] | None = None) -> str:
    tag = None if kind is None else kind.__struct_config__.tag
    parts = [named("replay-word", str(tag))] if tag is not None else []
    for name, value in fields.items():
        if value is None or value == () or name == "row":
            continue
        is_seat = name in {"seat", "dealer", "turn"} and isinstance(value, int)
        shown = names[value] if is_seat and value < len(names) else said(value, names)
        parts.append(f"{named('replay-word', name)} {shown}")
    return "; ".join(parts) if kind is None else " ".join(parts)
