"""The timers of followed rooms: each calls when its room is due by play time."""

import asyncio
import random
from collections.abc import Callable

from kozyr_protocol.ids import RoomId
from kozyr_server.rooms.followed import Followed
from kozyr_server.store.model import Store

FAR_MS = 120_000
"""What is due later gets no timer: then it is among those that are due in the store, which is
asked each second. Quiet rooms are due in minutes, and are many."""


class Alarms:
    """Sets the one timer that a followed room has.

    Args:
        store: for play time only.
        on_due: called with the room when its time has come.
    """

    def __init__(self, store: Store, on_due: Callable[[RoomId], None]) -> None:
        """Set none yet."""
        self._store = store
        self._on_due = on_due

    def set(self, followed: Followed, due_ms: int) -> None:
        """Call when the room is due; 0: never. What is far off is left to the store's list.

        Each action moves this on. A timer that ends before stays, and is set anew only then.
        """
        followed.due_ms = due_ms
        if due_ms and followed.timer is not None and followed.timer_ms <= due_ms:
            return
        self._cancel(followed)
        if due_ms:
            self._call_when_due(followed)

    def set_again(self, followed: Followed, at_least_s: float) -> None:
        """Call when the room is due as it was set before, and not before a while."""
        self._cancel(followed)
        now_ms = self._store.play_ms(followed.room)
        self._call_at(followed, now_ms, max(now_ms + at_least_s * 1000, followed.due_ms))

    def _cancel(self, followed: Followed) -> None:
        if followed.timer is not None:
            followed.timer.cancel()
            followed.timer = None

    def _call_when_due(self, followed: Followed) -> None:
        # A little late and never together with the other processes that follow the room.
        spread_ms = random.uniform(2, 30)  # noqa: S311  spreading, no secret
        now_ms = self._store.play_ms(followed.room)
        self._call_at(followed, now_ms, max(now_ms, followed.due_ms) + spread_ms)

    def _call_at(self, followed: Followed, now_ms: int, at_ms: float) -> None:
        if at_ms - now_ms > FAR_MS:
            return
        followed.timer_ms = at_ms
        loop = asyncio.get_running_loop()
        followed.timer = loop.call_later((at_ms - now_ms) / 1000, self._fire, followed)

    def _fire(self, followed: Followed) -> None:
        # Without a handle the next tick looks at the room again, whatever becomes of this time.
        followed.timer = None
        if followed.due_ms > followed.timer_ms:
            self._call_when_due(followed)
        else:
            self._on_due(followed.room)
