"""Delivery: from an action to the moment when the last player has heard of it."""

from msgspec import Struct


class Acted(Struct, frozen=True):
    """An action that was answered; seconds of one clock."""

    version: int
    due_s: float
    sent_s: float
    answered_s: float
    was_told: bool
    """The actor's own update came before the answer, without it, and was taken for another
    player's."""


MOST = 64
"""Versions of a room that are waited for; older ones are given up, for somebody is away."""


class Delivered(Struct, frozen=True):
    """An action has reached all players."""

    since_due_s: float
    since_sent_s: float


class _Step(Struct):
    others: int = 0
    last_s: float = 0.0
    acted: Acted | None = None


class Steps:
    """The versions of one room on their way to its players.

    Attributes:
        given_up: Actions that were not delivered to all while they were waited for.
    """

    def __init__(self) -> None:
        """None is on its way."""
        self._steps: dict[int, _Step] = {}
        self.given_up = 0

    def acted(self, acted: Acted, players: int) -> Delivered | None:
        """An action was answered.

        Args:
            acted: how.
            players: who follow from a seat now, the actor among them.

        Returns:
            How long it took, if this completes it.
        """
        step = self._step(acted.version)
        step.acted = acted
        step.last_s = max(step.last_s, acted.answered_s)
        step.others -= acted.was_told
        return self._done(acted.version, step, players)

    def told(self, version: int, now_s: float, players: int) -> Delivered | None:
        """Another player heard of a version; see `acted`."""
        step = self._step(version)
        step.others += 1
        step.last_s = now_s
        return self._done(version, step, players)

    def _step(self, version: int) -> _Step:
        step = self._steps.get(version)
        if step is None:
            step = self._steps[version] = _Step()
            if len(self._steps) > MOST:
                gone = self._steps.pop(next(iter(self._steps)))
                self.given_up += gone.acted is not None
        return step

    def _done(self, version: int, step: _Step, players: int) -> Delivered | None:
        acted = step.acted
        if acted is None or step.others < players - 1:
            return None
        del self._steps[version]
        if step.others <= 0:
            return None
        return Delivered(step.last_s - acted.due_s, step.last_s - acted.sent_s)
