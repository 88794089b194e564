"""Opens and closes rooms as the phases of the scenario have it."""

import asyncio
from collections.abc import Callable

from kozyr_load.people.desk import Desk
from kozyr_load.people.table import Table
from kozyr_load.people.watcher import Watcher
from kozyr_load.scenario import Mix, Phase

STEP_S = 0.02

CHECK_STEPS = 250
"""After so many steps it was looked everywhere for commands that nobody answers."""


def kinds(mix: tuple[Mix, ...], rooms: int) -> list[Mix]:
    """The kind of each room: by weight, and the same mix in any first part of them."""
    total = sum(each.weight for each in mix)
    owed = [0.0] * len(mix)
    found = []
    for _ in range(rooms):
        owed = [due + each.weight / total for due, each in zip(owed, mix, strict=True)]
        best = max(range(len(mix)), key=lambda index: (owed[index], -index))
        owed[best] -= 1
        found.append(mix[best])
    return found


class Director:
    """The rooms of one process: each `processes`-th of the run.

    Args:
        desk: shared.
        process: number of this process, from 0.
        processes: how many there are.
        phase_over: called at the end of each phase, while it is still the present one.

    Attributes:
        phase: Number of the present phase, from 0; -1: after the last one.
        tables: Rooms with people in them.
        watchers: Of the lobby.
    """

    def __init__(
        self, desk: Desk, process: int, processes: int, phase_over: Callable[[], None]
    ) -> None:
        """No room is open yet."""
        self._desk = desk
        self._process = process
        self._processes = processes
        self._phase_over = phase_over
        self._kinds = kinds(desk.scenario.mix, desk.scenario.most_rooms)
        self._owed = 0.0
        self._wanted: list[int] = []
        self._checked = 0
        self.phase = 0
        self.tables: list[Table] = []
        self.watchers = [
            Watcher(desk, f"watcher {number}")
            for number in range(desk.scenario.lobby.watchers)
            if number % processes == process
        ]

    async def run(self, stop: asyncio.Event) -> None:
        """All phases, one after the other, or until asked to stop; safe to cancel."""
        desk = self._desk
        start_s = desk.now_s()
        for watcher in self.watchers:
            watcher.link.open()
        storms = [
            desk.loop.call_later(storm.at_s, self._storm, storm.clients)
            for storm in desk.scenario.faults.storms
        ]
        until_s = start_s
        try:
            for number, phase in enumerate(desk.scenario.stretches):
                until_s += phase.duration_s
                self.phase = number
                await self._phase(phase, until_s, stop)
                if number == len(desk.scenario.stretches) - 1 or stop.is_set():
                    desk.pacer.set_rate(0)
                self._phase_over()
                if stop.is_set():
                    break
            self.phase = -1
            await self._finish(stop)
        finally:
            for storm in storms:
                storm.cancel()

    def close(self) -> None:
        """Everybody goes."""
        for watcher in self.watchers:
            watcher.close()
        for table in self.tables:
            table.close()

    async def _phase(self, phase: Phase, until_s: float, stop: asyncio.Event) -> None:
        desk = self._desk
        desk.think_s = tuple(each / 1000 for each in phase.think_ms or (0.0, 0.0))  # type: ignore[assignment]  # two stay two
        desk.pacer.set_rate((phase.rate or 0.0) / self._processes)
        self._aim(phase.rooms or 0)
        last_s = desk.now_s()
        while (now_s := desk.now_s()) < until_s and not stop.is_set():
            self._open(now_s - last_s)
            last_s = now_s
            self._check(now_s)
            await asyncio.sleep(min(STEP_S, max(0.0, until_s - now_s)))

    def _check(self, now_s: float) -> None:
        """Look for commands that nobody answers, at a few tables a step so that no line waits."""
        due = -(-len(self.tables) // CHECK_STEPS)
        for table in self.tables[self._checked : self._checked + due]:
            table.check(now_s)
        self._checked += due
        if self._checked >= len(self.tables):
            self._checked = 0

    def _aim(self, rooms: int) -> None:
        """Close rooms above the number, and remember which are to be opened."""
        mine = [n for n in range(rooms) if n % self._processes == self._process]
        wanted = set(mine)
        for table in self.tables:
            if table.number not in wanted:
                table.leave()
        self._wanted = mine
        self._owed = 0.0

    def _open(self, passed_s: float) -> None:
        """Open rooms that are due by now."""
        scenario = self._desk.scenario
        if len(self.tables) == len(self._wanted) and (
            # Rooms are seldom lost: it is enough to see it once in each round of checks.
            self._checked or not any(table.is_gone for table in self.tables)
        ):
            self._owed = 0.0
            return
        self.tables = [table for table in self.tables if not table.is_gone]
        there = {table.number for table in self.tables}
        missing = [number for number in self._wanted if number not in there]
        if not missing:
            self._owed = 0.0
            return
        self._owed += passed_s * scenario.arrival_per_s / self._processes
        due = int(self._owed) if scenario.arrival_per_s else len(missing)
        self._owed -= due
        for number in missing[:due]:
            is_judged = number < scenario.judge.rooms
            table = Table(self._desk, number, self._kinds[number], is_judged=is_judged)
            self.tables.append(table)
            table.open()

    async def _finish(self, stop: asyncio.Event) -> None:
        """Let open games be played to their end, as fast as they go."""
        desk = self._desk
        desk.think_s = (0.0, 0.0)
        for table in self.tables:
            table.leave()
        until_s = desk.now_s() + desk.scenario.finish_s
        while desk.now_s() < until_s and not stop.is_set():
            if all(table.is_gone for table in self.tables):
                return
            await asyncio.sleep(STEP_S)

    def _storm(self, clients: int) -> None:
        """Cut so many connections at once."""
        links = [person.link for table in self.tables for person in table.people]
        links += [watcher.link for watcher in self.watchers]
        up = [link for link in links if link.is_up]
        self._desk.counts.count("storms")
        mine = clients // self._processes + (self._process < clients % self._processes)
        for link in self._desk.rng.sample(up, min(mine, len(up))):
            link.storm()
