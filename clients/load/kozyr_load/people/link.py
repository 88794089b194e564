"""A person's way to the server: dialling, coming back, and what the scenario does to the line."""

import asyncio
from collections.abc import Callable
from functools import partial

from kozyr_load.counts import CONNECT, STORM
from kozyr_load.people.delay import Delay
from kozyr_load.people.desk import Desk
from kozyr_load.people.wire import CUT, Line
from kozyr_protocol.close_codes import is_final

RETRY_S = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0)
"""Times before dialling again when nobody answers; the last one for ever."""

UPGRADE_S = 20.0
"""A line that is not upgraded after it is given up, and dialled again."""

TAB_GRACE_S = 5.0
"""After a tab change the old connection is closed at the latest after it."""


class Link:
    """Keeps one connection up, with the faults of the scenario.

    Args:
        desk: shared.
        greet: frames to send first on each new connection, made at that moment.
        heard: gets each frame of the present connection, in order.
        lost: called when the present connection is gone, before a new one is dialled.
        is_player: whether a second tab may take it over.
        behind: forgets what came lately, and says whether there was enough of it; None: never
            asked.
    """

    def __init__(
        self,
        desk: Desk,
        greet: Callable[[], list[bytes]],
        heard: Callable[[bytes], None],
        lost: Callable[[], None],
        *,
        is_player: bool,
        behind: Callable[[], bool] | None = None,
    ) -> None:
        """Nothing is dialled before `open`."""
        self._desk = desk
        self._greet = greet
        self._heard = heard
        self._lost = lost
        self._is_player = is_player
        self._behind = behind
        self._storm_s: float | None = None
        self._line: Line | None = None
        self._old: Line | None = None
        self._cut: set[Line] = set()
        self._tries = 0
        self._timers: list[asyncio.TimerHandle] = []
        faults = desk.scenario.faults
        is_delayed = bool(faults.delay_ms or faults.jitter_ms)
        ways = [Delay(desk.rng, faults.delay_ms, faults.jitter_ms) for _ in range(2)]
        self._sending: Delay | None = ways[0] if is_delayed else None
        self._hearing: Delay | None = ways[1] if is_delayed else None
        self.is_wanted = False
        self.dialled_s = 0.0
        self._is_slow = desk.chance(desk.scenario.faults.slow_readers)

    @property
    def is_up(self) -> bool:
        """Whether frames can be sent."""
        return self._line is not None and self._line.is_open

    def open(self) -> None:
        """Connect, and stay connected until `close`."""
        if not self.is_wanted:
            self.is_wanted = True
            self._desk.people += 1
            self._dial()

    def close(self) -> None:
        """End for good."""
        if self.is_wanted:
            self.is_wanted = False
            self._desk.people -= 1
        self._disarm()
        for line in (self._line, self._old):
            if line is not None:
                line.resume()
                line.close()
        self._line = self._old = None

    def abort(self) -> None:
        """Let go of everything at once."""
        line, old = self._line, self._old
        self.close()
        for each in (line, old):
            if each is not None:
                each.abort()

    def cut(self, away_s: float = 0.0) -> None:
        """Cut the line as a network does, and come back after a while."""
        line = self._line
        if line is None or not self.is_wanted:
            return
        self._desk.counts.count("cuts")
        self._cut.add(line)
        self._gone(away_s)
        line.abort()

    def storm(self) -> None:
        """Cut the line, and measure when all is as it was."""
        self._storm_s = self._desk.now_s()
        self.cut()

    def is_back(self) -> None:
        """All that was missed on the line before is there."""
        if self._storm_s is not None:
            self._desk.counts.time(STORM, self._desk.now_s() - self._storm_s)
            self._storm_s = None

    def send(self, frame: bytes) -> None:
        """Send on the present line; a frame for no line is lost, as on a network."""
        line = self._line
        if line is None:
            return
        if self._sending is None:
            line.send(frame)
        else:
            self._sending.put(partial(line.send, frame))

    def opened(self, line: Line) -> None:
        """See `Owner`: the upgrade is done."""
        if not self.is_wanted:
            line.abort()
            return
        if self._line is not None and self._line is not line:
            self._old, self._line = self._line, line
            self._desk.counts.count("tab_changes")
            old = self._old
            self._desk.loop.call_later(TAB_GRACE_S, old.close)
        self._line = line
        self._tries = 0
        for frame in self._greet():
            self.send(frame)
        self._arm()

    def heard(self, line: Line, frame: bytes) -> None:
        """See `Owner`."""
        if line is not self._line:
            if line is self._old and b"line_taken" in frame:
                line.close()
            return
        if self._hearing is None:
            self._heard(frame)
        else:
            self._hearing.put(partial(self._late, line, frame))

    def ended(self, line: Line, code: int) -> None:
        """See `Owner`."""
        if line in self._cut:
            self._cut.discard(line)
            return
        if line is self._old:
            self._old = None
            return
        if line is not self._line and self._line is not None:
            return
        if not self.is_wanted:
            return
        self._desk.counts.count(f"closes.{code}")
        if is_final(code) and code != CUT:
            self._desk.counts.count("lost_for_good")
            self._gone(None)
            return
        self._gone(self._retry_s())

    def greeted(self) -> None:
        """The welcome came: measure it."""
        self._desk.counts.time(CONNECT, self._desk.now_s() - self.dialled_s)

    def _late(self, line: Line, frame: bytes) -> None:
        if line is self._line:
            self._heard(frame)

    def _gone(self, again_s: float | None) -> None:
        self._line = None
        self._disarm()
        self._lost()
        if again_s is not None:
            self._timers.append(self._desk.loop.call_later(again_s, self._dial))

    def _dial(self) -> None:
        if not self.is_wanted or self._desk.is_over:
            return

        def begun() -> None:
            self.dialled_s = self._desk.now_s()

        def done(line: Line | None) -> None:
            if not self.is_wanted or self._desk.is_over:
                if line is not None:
                    line.abort()
            elif line is None:
                self._desk.counts.count("dials_failed")
                if self._line is None:
                    self._timers.append(self._desk.loop.call_later(self._retry_s(), self._dial))
            else:
                self._desk.loop.call_later(UPGRADE_S, line.give_up)

        self._desk.dial(self, begun, done)

    def _retry_s(self) -> float:
        wait_s = RETRY_S[min(self._tries, len(RETRY_S) - 1)]
        self._tries += 1
        return wait_s * self._desk.rng.uniform(0.5, 1.0)

    def _arm(self) -> None:
        """Set the timers of what people and networks do to this connection."""
        self._disarm()
        desk, scenario = self._desk, self._desk.scenario
        faults, churn = scenario.faults, scenario.churn
        timers = [
            desk.every(faults.cut_every_s, self.cut),
            desk.every(churn.every_s, lambda: self.cut(churn.away_s)),
            desk.every(faults.tab_every_s, self._dial) if self._is_player else None,
            desk.every(faults.slow_every_s, self._pause) if self._is_slow else None,
            desk.every(faults.behind_every_s, self._fall_behind) if self._behind else None,
        ]
        self._timers += [timer for timer in timers if timer is not None]

    def _disarm(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def _fall_behind(self) -> None:
        assert self._behind is not None, "the timer is set where there is somebody to ask"
        if self._behind():
            self._desk.counts.count("behind")
            self.cut()
        else:
            every_s = self._desk.scenario.faults.behind_every_s
            timer = self._desk.every(every_s, self._fall_behind)
            self._timers += [timer] if timer is not None else []

    def _pause(self) -> None:
        line, faults = self._line, self._desk.scenario.faults
        if line is None:
            return
        self._desk.counts.count("slow_reads")
        line.pause()

        def read() -> None:
            line.resume()
            timer = self._desk.every(faults.slow_every_s, self._pause)
            if timer is not None and line is self._line:
                self._timers.append(timer)

        # Not one of `_timers`: a line that was paused is read again whatever happens to it.
        self._desk.loop.call_later(faults.slow_s, read)
