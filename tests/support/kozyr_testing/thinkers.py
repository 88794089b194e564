"""Players who think before they act, as people do."""

import asyncio
from dataclasses import dataclass

from kozyr_client import Room, Turn
from kozyr_testing.players import Player


@dataclass
class Thinker(Player):
    """Thinks about each action for a while."""

    think_s: float = 0.03

    async def act(self, room: Room, turn: Turn) -> None:
        """Think, then act."""
        if self.think_s:
            await asyncio.sleep(self.think_s * self.rng.uniform(0.5, 1.5))
        await super().act(room, turn)
