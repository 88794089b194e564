"""Delivery: from an action to the moment when the last other player has heard of it."""

from msgspec import Struct

MOST = 64
"""Versions of a room that are waited for; older ones are given up, for somebody is away."""


class _Step(Struct):
    others: int = 0
    last_s: float = 0.0
    due_s: float | None = None


class Steps:
    """The versions of one room on their way to its players.

    Attributes:
        given_up: Actions that were not delivered to all while they were waited for.
    """

    def __init__(self) -> None:
        """None is on its way."""
        self._steps: dict[int, _Step] = {}
        self.given_up = 0

    def acted(self, version: int, due_s: float, players: int, *, was_told: bool) -> float | None:
        """An action was answered as this version.

        Args:
            version: of the room.
            due_s: when the action was due or sent.
            players: who follow from a seat now, the actor among them.
            was_told: whether the actor's own update came before the answer, without it, and was
                taken for another player's.

        Returns:
            The delivery in seconds if this completes it.
        """
        step = self._step(version)
        step.due_s = due_s
        step.others -= was_told
        return self._done(version, step, players)

    def told(self, version: int, now_s: float, players: int) -> float | None:
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
                self.given_up += gone.due_s is not None
        return step

    def _done(self, version: int, step: _Step, players: int) -> float | None:
        if step.due_s is None or step.others < players - 1:
            return None
        del self._steps[version]
        return step.last_s - step.due_s if step.others > 0 else None
