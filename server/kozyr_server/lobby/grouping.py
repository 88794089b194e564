"""Who sits together: tickets and the tables that come of them. Pure."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

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


def companions(tickets: Sequence[Ticket]) -> dict[str, int]:
    """Of each ticket, by its id, how many people wait for one of its tables, himself included."""
    those = {kind: set(line) for kind, line in _by_kind(tickets).items()}
    # People with the same wishes, which is most of them, have the same number.
    sums: dict[frozenset[Kind], int] = {}
    found: dict[str, int] = {}
    for ticket in tickets:
        kinds = frozenset(wanted.kind for wanted in ticket.wishes)
        if kinds not in sums:
            sums[kinds] = len(set().union(*(those[kind] for kind in kinds)))
        found[ticket.id] = sums[kinds]
    return found


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
