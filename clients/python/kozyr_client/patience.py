"""How long the client waits for things, and how long until it tries again."""

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, kw_only=True)
class Patience:
    """The client's bounds in time and number; all times in seconds."""

    dial_s: float = 10.0
    """For opening a line: TCP, TLS and the WebSocket's handshake."""
    hello_s: float = 10.0
    """From an open line to `welcome`."""
    answer_s: float = 15.0
    """For the answer to a command. After that the line is thought broken, and another is made.
    A server that does not know what became of an action says so after 5 s."""
    command_s: float = 90.0
    """For a command altogether, through refusals that may pass and through lost lines."""
    retry_first_s: float = 0.1
    """Before a command that was refused for a while is sent again: half of this to this."""
    retry_most_s: float = 5.0
    """Each further wait is twice as long, up to this."""
    back_first_s: float = 0.1
    """Before the first new line after a cut: 0 to this."""
    back_most_s: float = 10.0
    """Each further wait is twice as long, up to this."""
    stable_s: float = 5.0
    """A line that lived so long after `welcome` makes the waits short again."""
    give_up_after_s: float = 60.0
    """For coming back, from the cut (or from the time that the server named) to `welcome`."""
    inbox: int = 256
    """News of one room that may wait for a slow consumer."""


class Backoff:
    """When to make a new line after a cut: exponential, with full jitter, bounded in total."""

    def __init__(self, patience: Patience, rng: Random) -> None:
        self._patience = patience
        self._rng = rng
        self._tries = 0
        self._away_since: float | None = None
        self._welcomed_at: float | None = None

    def welcomed(self, now: float) -> None:
        """A line is up and greeted."""
        self._welcomed_at = now
        self._away_since = None

    def away_s(self, now: float) -> float:
        """How long the client has been trying to come back; 0 while a line is up."""
        return 0.0 if self._away_since is None else max(0.0, now - self._away_since)

    def delay_s(self, now: float, told_ms: int | None = None) -> float | None:
        """How long to wait before the next try; None: give up.

        Args:
            now: when the line was lost, or a try failed.
            told_ms: the delay that the server named before it closed, if it did; it is kept, and
                the time until giving up starts after it.
        """
        if self._welcomed_at is not None:
            if now - self._welcomed_at >= self._patience.stable_s:
                self._tries = 0
            self._welcomed_at = None
        told_s = max(0, told_ms or 0) / 1000
        if self._away_since is None or told_s:
            self._away_since = now + told_s
        left_s = self._away_since + self._patience.give_up_after_s - now
        if left_s <= 0:
            return None
        jitter_s = self._rng.uniform(0.0, self._step_s())
        self._tries += 1
        return min(told_s + jitter_s, left_s)

    def _step_s(self) -> float:
        # 2**30 steps are beyond every bound; without the limit the power would grow for ever.
        doubled = self._patience.back_first_s * 2.0 ** min(self._tries, 30)
        return min(doubled, self._patience.back_most_s)


def retry_delay_s(patience: Patience, rng: Random, tries: int, retry_ms: object = None) -> float:
    """How long to wait before a command that was refused for a while is sent again.

    Args:
        patience: the bounds.
        rng: spreads the clients that were refused at the same moment.
        tries: how often the command was sent, from 1.
        retry_ms: what the server said (`facts.retry_ms`); anything but a number is ignored, and
            so is what is longer than the command may take.
    """
    if isinstance(retry_ms, int | float) and 0 < retry_ms <= patience.command_s * 1000:
        return retry_ms / 1000 * rng.uniform(1.0, 1.25)
    doubled = patience.retry_first_s * 2.0 ** min(max(tries - 1, 0), 30)
    step_s = min(doubled, patience.retry_most_s)
    return rng.uniform(step_s / 2, step_s)
