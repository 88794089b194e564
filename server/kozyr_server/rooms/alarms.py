"""The timers of followed rooms: each calls when its room is due by play time."""

import asyncio
import random
from collections.abc import Callable

from kozyr_protocol.ids import RoomId
from kozyr_server.rooms.followed import Followed
from kozyr_server.store.model import Store


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
        """Call when the room is due; 0: never."""
        if followed.timer is not None:
            followed.timer.cancel()
            followed.timer = None
        followed.due_ms = due_ms
        if due_ms:
            # A little late and never together with the other processes that follow the room.
            spread_s = random.uniform(0.002, 0.03)  # noqa: S311  spreading, no secret
            self._call_in(followed, max(0.0, self._due_in_s(followed)) + spread_s)

    def set_again(self, followed: Followed, at_least_s: float) -> None:
        """Call when the room is due as it was set before, and not before a while."""
        if followed.timer is not None:
            followed.timer.cancel()
        self._call_in(followed, max(at_least_s, self._due_in_s(followed)))

    def _due_in_s(self, followed: Followed) -> float:
        return (followed.due_ms - self._store.play_ms(followed.room)) / 1000

    def _call_in(self, followed: Followed, delay_s: float) -> None:
        loop = asyncio.get_running_loop()
        followed.timer = loop.call_later(delay_s, self._fire, followed)

    def _fire(self, followed: Followed) -> None:
        # Without a handle the next tick looks at the room again, whatever becomes of this time.
        followed.timer = None
        self._on_due(followed.room)
