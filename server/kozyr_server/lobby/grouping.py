"""Who sits together: tickets and the tables that come of them. Pure."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from kozyr_protocol.ids import PlayerId
from kozyr_server.store.tickets import Kind, Ticket, Wanted


class Group(Struct, frozen=True):
    """A table that can begin."""

    kind: Kind
    tickets: tuple[Ticket, ...]
    """Who waited longest first; fewer than seats only where bots take the rest."""


def in_line(tickets: Iterable[Ticket]) -> list[Ticket]:
    """Tickets in the order in which they are served: who asked first comes first."""
    return sorted(tickets, key=lambda ticket: (ticket.created_ms, ticket.player))


def groups(tickets: Iterable[Ticket]) -> list[Group]:
    """All tables that can begin, the one of whoever waited longest first.

    Whoever is first in the line gets the table that he wants most among those which enough people
    want, with those who have wanted it longest. Afterwards no kind of table is wanted by as many as
    it has seats: nobody waits for a table that could begin. Then those who want to begin with bots
    do so, together where they want the same.
    """
    line = in_line(tickets)
    waiting = _by_kind(line)
    return [
        *_made(line, waiting, bots=False),
        *_made([ticket for ticket in line if ticket.bots], waiting, bots=True),
    ]


def _made(
    line: Sequence[Ticket], waiting: Mapping[Kind, dict[str, Ticket]], *, bots: bool
) -> list[Group]:
    made: list[Group] = []
    for ticket in line:
        for wanted in ticket.wishes:
            there = waiting[wanted.kind]
            if ticket.id not in there:
                break  # He has a table: he is taken out of the lines of all kinds at once.
            others = [one for one in there.values() if one is not ticket and (one.bots or not bots)]
            if len(others) + 1 < wanted.kind.seats and not bots:
                continue
            sitting = in_line([ticket, *others[: wanted.kind.seats - 1]])
            made.append(Group(wanted.kind, tuple(sitting)))
            for one in sitting:
                for each in one.wishes:
                    waiting[each.kind].pop(one.id, None)
            break
    return made


def _by_kind(line: Iterable[Ticket]) -> dict[Kind, dict[str, Ticket]]:
    """The line of each kind, by id of the ticket: who has wanted it longest first."""
    found: dict[Kind, list[tuple[int, Ticket]]] = {}
    for ticket in line:
        for wanted in ticket.wishes:
            found.setdefault(wanted.kind, []).append((wanted.since_ms, ticket))
    return {
        kind: {ticket.id: ticket for _, ticket in sorted(those, key=lambda pair: pair[0])}
        for kind, those in found.items()
    }


class Crowd:
    """All who wait, by what they wish."""

    def __init__(self, tickets: Iterable[Ticket]) -> None:
        """Count these."""
        self._waiting: dict[Kind, set[PlayerId]] = {}
        self._sums: dict[frozenset[Kind], int] = {}
        for ticket in tickets:
            self._add(ticket)

    def number(self, ticket: Ticket) -> int:
        """How many people wait for one of the tables of a ticket, its owner included."""
        kinds = frozenset(wanted.kind for wanted in ticket.wishes)
        if any(ticket.player not in self._waiting.get(kind, ()) for kind in kinds):
            self._add(ticket)
            self._sums.clear()
        # People with the same wishes, which is most of them, have the same number.
        if kinds not in self._sums:
            self._sums[kinds] = len(set().union(*(self._waiting[kind] for kind in kinds)))
        return self._sums[kinds]

    def _add(self, ticket: Ticket) -> None:
        for wanted in ticket.wishes:
            self._waiting.setdefault(wanted.kind, set()).add(ticket.player)


def replaced(old: Ticket | None, new: Ticket) -> Ticket:
    """A new ticket in the place of an old one: it keeps its place for what stays wished."""
    if old is None:
        return new
    since = {wanted.kind: wanted.since_ms for wanted in old.wishes}
    wishes = tuple(
        Wanted(wanted.kind, since.get(wanted.kind, wanted.since_ms)) for wanted in new.wishes
    )
    stays = any(wanted.kind in since for wanted in wishes)
    created_ms = old.created_ms if stays else new.created_ms
    return Ticket(new.id, new.player, new.name, wishes, new.bots, created_ms)
