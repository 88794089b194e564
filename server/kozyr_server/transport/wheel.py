"""A timer wheel: one loop looks after all connections, at a cost that does not grow with them."""

from math import floor
from typing import Generic, TypeVar

T = TypeVar("T")


class Wheel(Generic[T]):
    """Things by the moment at which they are to be looked at, in slots."""

    def __init__(self, slot_s: float, now_s: float) -> None:
        """Begin empty.

        Args:
            slot_s: length of a slot; things come so much late at most.
            now_s: seconds of a clock that never goes back.
        """
        self._slot_s = slot_s
        self._next = floor(now_s / slot_s)
        self._slots: dict[int, set[T]] = {}
        self._where: dict[T, int] = {}

    def __len__(self) -> int:
        return len(self._where)

    def put(self, thing: T, due_s: float) -> None:
        """Have it looked at then, and not at the moment set before."""
        self.remove(thing)
        slot = max(self._next, floor(due_s / self._slot_s) + 1)
        self._slots.setdefault(slot, set()).add(thing)
        self._where[thing] = slot

    def remove(self, thing: T) -> None:
        """Do not look at it; nothing happens if nobody would."""
        slot = self._where.pop(thing, None)
        if slot is not None:
            things = self._slots[slot]
            things.discard(thing)
            if not things:
                del self._slots[slot]

    def take_due(self, now_s: float) -> list[T]:
        """Everything whose moment has passed; it is in the wheel no more."""
        last = floor(now_s / self._slot_s)
        if last < self._next:
            return []
        # After a long pause there are more slots than things.
        passed = range(self._next, last + 1)
        slots = passed if len(passed) < len(self._slots) else sorted(self._slots)
        due = [thing for slot in slots if slot <= last for thing in self._slots.pop(slot, ())]
        for thing in due:
            del self._where[thing]
        self._next = last + 1
        return due
