"""The open loop: actions fall due at a rate, whatever the server does.

An action that is due waits for a seat on turn, and a seat on turn for an action that is due. What
is measured begins when the action was due, so that a server that stands still cannot hide the
waiting of those that come after (coordinated omission).
"""

import asyncio
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Protocol

MIN_WAIT_S = 0.001
"""What falls due within it is handed out together, each with its own due time."""


class OnTurn(Protocol):
    """A seat that may act."""

    def act_if_open(self, prompt: int, due_s: float) -> bool:
        """Act now, unless the prompt is not open any more; whether it acted."""


class Pacer:
    """Hands due actions to seats on turn, both in the order in which they came.

    Attributes:
        due: Actions that fell due, so far.
    """

    def __init__(
        self, clock: Callable[[], float], rng: Random, dropped: Callable[[float], None]
    ) -> None:
        """Nothing falls due before a rate is set.

        Args:
            clock: seconds.
            rng: for the times between actions, which are exponential.
            dropped: told, for each action that was due and that nobody made, how long it waited.
        """
        self._clock = clock
        self._rng = rng
        self._dropped = dropped
        self._rate = 0.0
        self._next_s = 0.0
        self._slots: deque[float] = deque()
        self._seats: deque[tuple[OnTurn, int]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self.due = 0

    @property
    def is_open_loop(self) -> bool:
        """Whether a rate is set."""
        return self._rate > 0

    def set_rate(self, per_s: float) -> None:
        """Let so many actions a second fall due from now on; 0: none, and seats act as they like.

        With a new rate actions that wait keep their due time; with none they are dropped, and seats
        that wait are let go.
        """
        self._rate = per_s
        self._next_s = self._clock()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if per_s:
            self.step()
            self._schedule()
            return
        while self._slots:
            self._dropped(self._clock() - self._slots.popleft())
        seats, self._seats = self._seats, deque()
        for seat, prompt in seats:
            seat.act_if_open(prompt, self._clock())

    def on_turn(self, seat: OnTurn, prompt: int) -> None:
        """A seat may act; it does so at once if an action is due already."""
        # Sooner than by the timer, which is as coarse as the loop's clock.
        self.step()
        if self._slots:
            due_s = self._slots.popleft()
            if not seat.act_if_open(prompt, due_s):
                self._slots.appendleft(due_s)
            return
        self._seats.append((seat, prompt))

    def step(self) -> None:
        """Let fall due what is due by now."""
        now_s = self._clock()
        while self._rate and self._next_s <= now_s:
            due_s = self._next_s
            self._next_s += self._rng.expovariate(self._rate)
            self.due += 1
            if not self._hand_out(due_s):
                self._slots.append(due_s)

    def _hand_out(self, due_s: float) -> bool:
        while self._seats:
            seat, prompt = self._seats.popleft()
            if seat.act_if_open(prompt, due_s):
                return True
        return False

    def _schedule(self) -> None:
        wait_s = max(MIN_WAIT_S, self._next_s - self._clock())
        self._timer = asyncio.get_running_loop().call_later(wait_s, self._fire)

    def _fire(self) -> None:
        self.step()
        if self._rate:
            self._schedule()
