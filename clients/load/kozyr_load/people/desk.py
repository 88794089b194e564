"""What all people of one process of the generator share."""

import asyncio
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from kozyr_bots.policies.registry import GENERAL
from kozyr_load.counts import ACTION, Counts
from kozyr_load.judge.court import Court
from kozyr_load.judge.records import Played
from kozyr_load.people.pacer import Pacer
from kozyr_load.people.wire import Line, Owner, dial
from kozyr_load.scenario import Scenario
from kozyr_load.target import Target


class Desk:
    """Shared by all people.

    Attributes:
        scenario: What is done.
        target: The server.
        counts: What happened since it was last taken.
        court: Takes violations.
        pacer: Hands out what is due in the open loop.
        rng: Chance of everything but the network.
        think_s: Least and most time before an action.
        is_over: Nobody acts, dials or opens rooms any more.
        finished: Is told of each finished game.
        failed: Is told, once, why nothing can be done.
        people: Connections that are kept up now.
    """

    def __init__(
        self,
        scenario: Scenario,
        target: Target,
        court: Court,
        finished: Callable[[Played], None],
        failed: Callable[[str], None],
    ) -> None:
        """Everybody may begin."""
        self.scenario = scenario
        self.target = target
        self.court = court
        self.counts: Counts = court.counts
        self.finished = finished
        self.failed = failed
        self.loop = asyncio.get_running_loop()
        self.rng = Random(scenario.seed)  # noqa: S311  a game of bots
        self.pacer = Pacer(time.monotonic, self.rng, self._dropped)
        self.think_s = (0.0, 0.0)
        self.is_over = False
        self.source: str | None = None
        self.people = 0
        self._gate = asyncio.Semaphore(scenario.generator.dialling)
        self._uri = target.uri
        self._policy = GENERAL[scenario.policy]
        self._tasks: set[asyncio.Task[None]] = set()

    def _dropped(self, waited_s: float) -> None:
        """An action was due and never made: it had waited for so long at least."""
        self.counts.count("never_made")
        self.counts.time(ACTION, waited_s)

    def now_s(self) -> float:
        """Seconds of the clock that everything is measured with: a loop's own may be coarse."""
        return time.monotonic()

    def choose(self, seat: int, legal: Sequence[Any]) -> Any:
        """One of the legal actions, still encoded."""
        return self._policy(None, seat, legal, self.rng, {})

    def think(self) -> float:
        """Seconds before an action."""
        least, most = self.think_s
        return self.rng.uniform(least, most) if most else 0.0

    def chance(self, share: float) -> bool:
        """Whether something of this share happens."""
        return share > 0 and self.rng.random() < share

    def every(self, mean_s: float, call: Callable[[], None]) -> asyncio.TimerHandle | None:
        """Call once after an exponential time; None where the mean is 0, which means never."""
        if not mean_s:
            return None
        return self.loop.call_later(self.rng.expovariate(1 / mean_s), call)

    def dial(
        self, owner: Owner, begun: Callable[[], None], done: Callable[[Line | None], None]
    ) -> None:
        """Connect in the background.

        Args:
            owner: of the line.
            begun: called when its turn has come: only a few dial at once.
            done: gets the line, which is not yet open; None where nobody answers.
        """

        async def connect() -> None:
            async with self._gate:
                begun()
                line = None if self.is_over else await dial(self._uri, owner, self.source)
            done(line)

        task = self.loop.create_task(connect())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Let nothing dial any more."""
        self.is_over = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
