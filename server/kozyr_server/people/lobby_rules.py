"""The rules of the lobby as this process knows them."""

from collections.abc import Callable

from kozyr_server.store.rules import LobbyRules, Rules

Changed = Callable[[LobbyRules], None]


class LiveRules:
    """Keeps the rules up to date: read at the start, and when a process says that they changed.

    Attributes:
        current: The rules now; the usual ones before `refresh` was first called.
    """

    def __init__(self, rules: Rules) -> None:
        self.current = LobbyRules()
        self._rules = rules
        self._listeners: list[Changed] = []

    def listen(self, changed: Changed) -> None:
        """Have somebody called with the new rules when they changed; he must not raise."""
        self._listeners.append(changed)

    async def refresh(self) -> None:
        """Read them anew.

        Raises:
            StoreUnavailableError: the store is away; they stay as they were.
        """
        before, self.current = self.current, await self._rules.read()
        if self.current != before:
            for changed in self._listeners:
                changed(self.current)
