"""Keeping to the server's limits, so that it has nothing to refuse.

Who goes on being refused is closed for good. Pure: times come in.
"""

from kozyr_protocol.messages import Limits

_ALMOST_ONE = 1 - 1e-6
"""Of a token: sums of fractions may miss the whole by a little."""


class Pace:
    """A bucket of tokens as the server has one for each player; a frame takes a token."""

    def __init__(self) -> None:
        self._per_s = 0.0
        self._burst = 0
        self._tokens = 0.0
        self._at_s = 0.0

    def greeted(self, limits: Limits, now_s: float) -> None:
        """Take the server's limits; a new line fills nothing that an earlier one has used up."""
        is_first = not self._per_s
        self._refill(now_s)
        self._per_s, self._burst = limits.commands_per_s, limits.commands_burst
        # Frames that are sent one after the other may arrive together: one is kept back, where
        # there are several.
        most = max(1, self._burst - 1)
        self._tokens = float(most) if is_first else min(self._tokens, most)

    def wait_s(self, now_s: float) -> float:
        """How long until a command may be sent; 0: now."""
        if not self._per_s:
            return 0.0
        self._refill(now_s)
        return 0.0 if self._tokens >= _ALMOST_ONE else (1 - self._tokens) / self._per_s

    def sent(self, now_s: float) -> None:
        """A frame was sent, whether or not it had to wait for its turn."""
        self._refill(now_s)
        self._tokens = max(self._tokens - 1, -float(self._burst))

    def _refill(self, now_s: float) -> None:
        gained = (now_s - self._at_s) * self._per_s
        self._tokens = min(max(1, self._burst - 1), self._tokens + gained)
        self._at_s = now_s
