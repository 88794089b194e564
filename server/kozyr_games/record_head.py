"""The head of a record: who played and when, of which neither rules nor links say anything."""

import re
from collections.abc import Iterator
from datetime import datetime

from kozyr_protocol.record import Record

_KINDS = frozenset({"human", "bot"})
_RFC3339_UTC = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?(?:Z|[+-]00:00)"
)


def problems(record: Record) -> Iterator[str]:
    """A sentence for each thing that is wrong with kinds and times; none holds what is secret."""
    for place, seat in enumerate(record.seats):
        if seat.kind not in _KINDS:
            yield f"The kind of seat {place} is neither human nor bot."
    # Both come from clocks that may be set in between, so that neither must be the earlier one.
    for name in ("started", "finished"):
        if not _is_utc(getattr(record, name)):
            yield f"`{name}` is no time as RFC 3339 has it, in UTC."


def _is_utc(text: str) -> bool:
    if _RFC3339_UTC.fullmatch(text) is None:
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
