"""Pages of the list of rooms: filtered, cut, and compared with what they were. Pure."""

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from kozyr_protocol.ids import GameKey, RoomId
from kozyr_protocol.limits import LIST_PAGE
from kozyr_protocol.messages import ListRooms, RoomSummary, WatchLobby
from kozyr_protocol.rooms import Phase

MOST_MOVED: Final = 500
"""Rooms that are moved in all that filters left; with more it is looked through all rooms again."""

_STRETCH: Final = 64
"""Rooms that are compared in one go: nearly all of them are the same objects as before."""

MAX_FILTERS: Final = 256
"""Filters whose rooms are remembered. No setting: one that is forgotten is looked for again."""


class Filter(Struct, frozen=True):
    """Which rooms are wanted; None and False: all."""

    game: GameKey | None = None
    preset: str | None = None
    language: str | None = None
    free: bool = False

    @classmethod
    def of(cls, command: ListRooms | WatchLobby) -> "Filter":
        """The filter of a command."""
        return cls(command.game, command.preset, command.language, command.free)

    def takes(self, room: RoomSummary) -> bool:
        """Whether a room is one of those wanted."""
        return (
            (self.game is None or room.game == self.game)
            and (self.preset is None or room.preset == self.preset)
            and (self.language is None or room.language in {None, self.language})
            and (not self.free or (room.phase is Phase.WAITING and room.taken < room.seats))
        )


class Page(Struct, frozen=True):
    """One page of a filter's rooms."""

    rooms: tuple[RoomSummary, ...]
    next: str | None
    """`after` of the page behind it; None: this is the last."""
    total: int
    """Rooms on all pages."""


class Catalogue:
    """All rooms at one moment, with the filters that somebody asked for."""

    def __init__(self, rooms: Sequence[RoomSummary] = ()) -> None:
        """Take the rooms in the order of the list."""
        self.rooms = rooms
        self._found: OrderedDict[Filter, tuple[list[RoomSummary], list[str]]] = OrderedDict()

    def move(self, rooms: Sequence[RoomSummary]) -> None:
        """Take the rooms of a later moment.

        Args:
            rooms: in the order of the list; those that did not change are the same objects.
        """
        before, self.rooms = self.rooms, rooms
        gone, come = _differing(before, rooms)
        if len(gone) + len(come) > MOST_MOVED:
            self._found.clear()
            return
        for wanted, (found, places) in self._found.items():
            for room in filter(wanted.takes, gone):
                at = bisect_left(places, place(room))
                del found[at], places[at]
            for room in filter(wanted.takes, come):
                at = bisect_left(places, here := place(room))
                found.insert(at, room)
                places.insert(at, here)

    def page(self, wanted: Filter, after: str | None) -> Page:
        """One page of the rooms that a filter leaves.

        Args:
            wanted: the filter.
            after: `Page.next` of the page before.
        """
        found, places = self._filtered(wanted)
        start = 0 if after is None else bisect_right(places, after)
        end = start + LIST_PAGE
        more = places[end - 1] if len(found) > end else None
        return Page(tuple(found[start:end]), more, len(found))

    def _filtered(self, wanted: Filter) -> tuple[list[RoomSummary], list[str]]:
        known = self._found.get(wanted)
        if known is None:
            rooms = [room for room in self.rooms if wanted.takes(room)]
            known = self._found[wanted] = rooms, [place(room) for room in rooms]
            if len(self._found) > MAX_FILTERS:
                self._found.popitem(last=False)
        return known


def _differing(
    before: Sequence[RoomSummary], now: Sequence[RoomSummary]
) -> tuple[list[RoomSummary], list[RoomSummary]]:
    """What one list has alone, and what the other: stretches that are the same are skipped."""
    gone: list[RoomSummary] = []
    come: list[RoomSummary] = []
    old = new = 0
    while old < len(before) and new < len(now):
        if before[old] is now[new]:
            same = before[old : old + _STRETCH]
            if same == now[new : new + _STRETCH]:
                old, new = old + len(same), new + len(same)
            else:
                old, new = old + 1, new + 1
            continue
        was, here = place(before[old]), place(now[new])
        if was <= here:
            gone.append(before[old])
            old += 1
        if here <= was:
            come.append(now[new])
            new += 1
    return [*gone, *before[old:]], [*come, *now[new:]]


def place(room: RoomSummary) -> str:
    """Where a room stands in the list, as text that sorts like the list: free seats first."""
    return f"{int(room.taken >= room.seats)}{room.room}"


def changes(old: Page, new: Page) -> tuple[tuple[RoomSummary, ...], tuple[RoomId, ...]]:
    """What leads from one page to the next: rooms that are new or other, and those gone."""
    # Most summaries are the same objects: what did not change was not decoded again.
    before = {room.room: room for room in old.rooms}
    now = {room.room for room in new.rooms}
    changed = tuple(
        room for room in new.rooms if (was := before.get(room.room)) is not room and was != room
    )
    return changed, tuple(room for room in before if room not in now)
