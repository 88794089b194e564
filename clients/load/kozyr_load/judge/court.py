"""All that is judged in one process of the generator: who is told of violations, and how many."""

from collections import Counter
from collections.abc import Callable, Iterable

from kozyr_load.counts import Counts
from kozyr_load.judge.ring import Ring
from kozyr_load.judge.violation import Kind, Violation

EACH_ROOM = 3
"""Violations of one kind in one room that are told with their frames; the others are counted."""

ALL_ROOMS = 200
"""Violations of one process that are told with their frames."""


class Court:
    """Takes violations, counts all and tells of the first ones.

    Args:
        counts: `violations.KIND` is counted there, and what was judged.
        tell: gets each violation that is told.
        clock: seconds since the start of the run.
    """

    def __init__(
        self, counts: Counts, tell: Callable[[Violation], None], clock: Callable[[], float]
    ) -> None:
        """Nothing is told yet."""
        self.counts = counts
        self._tell = tell
        self._clock = clock
        self._of_room: Counter[tuple[str, Kind]] = Counter()
        self._told = 0

    def now_s(self) -> float:
        """Seconds since the start of the run."""
        return self._clock()

    def report(
        self,
        kind: Kind,
        message: str,
        *,
        room: str = "",
        game: str = "",
        version: int | None = None,
        client: str = "",
        rings: Iterable[tuple[str, Ring]] = (),
    ) -> None:
        """Take a violation.

        Args:
            kind: which promise.
            message: one sentence.
            room: id of the room, if it is about one.
            game: key of its game.
            version: of the room.
            client: who noticed.
            rings: names of clients and what passed between them and the server.
        """
        self.counts.count(f"violations.{kind}")
        self._of_room[room, kind] += 1
        if self._of_room[room, kind] > EACH_ROOM or self._told >= ALL_ROOMS:
            return
        self._told += 1
        frames = {name: ring.shown() for name, ring in rings}
        at_s = round(self.now_s(), 6)
        self._tell(Violation(kind, message, room, game, version, client, at_s, frames))
