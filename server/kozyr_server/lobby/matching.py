"""Quick matches: tickets become tables, whichever process looks first.

A table comes of three steps: **claim** takes the tickets of all its people, or none, and leaves an
intent; **open** opens the room with their seats taken, under an id that follows from the intent;
**tell** ends the intent and says so to all processes. A process may die between any two: after 5 s
any other one goes on from where the intent says, and each step done twice is done once.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import structlog
from msgspec import Struct

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId
from kozyr_server.lobby import grouping
from kozyr_server.lobby.waiting import WaitingRoom
from kozyr_server.rooms.decision import Games
from kozyr_server.rooms.matched import MatchedRooms, wanted
from kozyr_server.rooms.peers import Peer, Person, RefusedError
from kozyr_server.store.model import StoreUnavailableError
from kozyr_server.store.tickets import (
    Found,
    Intent,
    Kind,
    Patience,
    Poll,
    Put,
    Ticket,
    Tickets,
    Told,
    Wanted,
)
from kozyr_server.telemetry import Metrics

POLL_S: Final = 0.5
"""The store is asked so often whether there is something to do: what another process left."""

GONE_S: Final = 12.0
"""Somebody whose ticket is away for so long, and who has no table, does not wait any more."""

ATTEMPTS: Final = 5
"""Times that a ticket is written again because it changed meanwhile."""

NEWCOMERS: Final = 1000
"""People who just came, in one look into the store."""

PAUSE_S: Final = 20e-6
"""A round is followed by such a pause for each ticket that it read, so that thousands who wait do
not take the process away from those who play."""

Step = Callable[[str], Awaitable[None]]
"""Called with `claimed`, `opened` and `told` after these steps; tests let a process die there."""

_log = structlog.get_logger("kozyr.lobby")


class MatchSettings(Struct, frozen=True):
    """What quick matches are held to."""

    max_tickets: int = 5_000
    """In the store; more people are told that it is busy."""
    offer_after_ms: int = 10_000
    """After so long somebody is told that he may begin with bots."""
    ticket_ms: int = 1_800_000
    """A ticket ends after so long."""
    hopeless_ms: int = 30_000
    """An intent whose room could not be opened for so long gives its tickets back."""
    patience: Patience = Patience()


USUAL: Final = MatchSettings()


async def nothing_happens(_: str) -> None:
    """As between two steps of a server that lives."""


class MatchParts(Struct, frozen=True):
    """What quick matches are made with."""

    games: Games
    tickets: Tickets
    rooms: MatchedRooms
    """Opens the tables."""
    room: WaitingRoom
    """Who waits here."""
    play_ms: Callable[[], int]
    """Play time now."""
    bots: Callable[[], int]
    """How many house bots there are, on all processes."""
    metrics: Metrics
    step: Step = nothing_happens
    """For tests."""


class Matchmaker:
    """Makes tables for this process's people and, where it is first, for all.

    Args:
        parts: what it works with.
        settings: bounds.

    Attributes:
        formed: Tables that this process opened.
    """

    def __init__(self, parts: MatchParts, settings: MatchSettings = USUAL) -> None:
        """Nothing runs before `run`."""
        self.formed = 0
        self._games = parts.games
        self._tickets = parts.tickets
        self._rooms = parts.rooms
        self._play_ms = parts.play_ms
        self._room = parts.room
        self._bots = parts.bots
        self._metrics = parts.metrics
        self._settings = settings
        self._step = parts.step
        self._wake = asyncio.Event()
        self._counter = -1
        self._read = 0
        self._crowd = grouping.Crowd(())
        """All who waited when they were last read, and who asked here since."""
        self._came: dict[Peer, None] = {}
        self._just_told: set[Peer] = set()
        """Who was told of a table while a round was under way."""

    # --- Commands

    async def find(self, peer: Peer, command: messages.FindMatch) -> messages.Matching:
        """Give somebody a ticket, or another one.

        Raises:
            RefusedError: `unknown_game`, `unknown_preset`, `bad_seats`, `no_bots`, `busy`.
            StoreUnavailableError: the store is away.
        """
        kinds = self._kinds(command.wishes)
        if command.bots and not self._bots():
            raise RefusedError(ErrorCode.NO_BOTS, "no house bots play here")
        person = peer.person
        ticket = await self._written(person, kinds, bots=command.bots)
        number = self._crowd.number(ticket)
        self._room.enter(ticket, asyncio.get_running_loop().time(), number)
        self._wake.set()
        return messages.Matching(command.id, number)

    async def stop(self, peer: Peer) -> None:
        """Take somebody's ticket back. Raises `StoreUnavailableError`."""
        player = peer.person.player
        self._room.waits.pop(player, None)
        if await self._tickets.drop(player):
            self._wake.set()

    def came(self, peer: Peer) -> None:
        """A connection was greeted: perhaps its person has a ticket, or a table since a moment."""
        self._came[peer] = None

    def went(self, peer: Peer) -> None:
        """A connection ended."""
        self._came.pop(peer, None)

    def told(self, told: Told) -> None:
        """An intent ended, on whatever process."""
        for player, found in zip(told.players, told.found, strict=False):
            self._tell(player, found)

    # --- By itself

    async def run(self) -> None:
        """Look after the tickets until cancelled, which is safe."""
        while True:
            try:
                async with asyncio.timeout(POLL_S):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            try:
                await self.round()
            except StoreUnavailableError as error:
                _log.debug("quick matches wait for the store", error=str(error))
            except Exception:
                self._metrics.faults.labels("match").inc()
                _log.exception("a round of quick matches failed")
            await asyncio.sleep(self._read * PAUSE_S)

    async def round(self) -> None:
        """Do all that can be done now.

        Raises:
            StoreUnavailableError: the store is away; the next round does it.
        """
        came = list(self._came)[:NEWCOMERS]
        newcomers = [peer for peer in came if peer.person.player not in self._room.waits]
        for peer in came:
            del self._came[peer]
        self._just_told.clear()
        waiting = [p for p, wait in self._room.waits.items() if self._is_kept(p, wait.ticket)]
        players = [*waiting, *(peer.person.player for peer in newcomers)]
        poll = await self._tickets.poll(players, self._settings.patience)
        self._look_at(waiting, poll)
        await self._welcome(newcomers, poll.fates[len(waiting) :])
        for intent in poll.old_intents:
            await self._resume(intent, poll.play_ms)
        if poll.counter != self._counter:
            # What changes from now on is seen by the next round.
            self._counter = poll.counter
            await self._match()
        self._offer(poll.play_ms)
        self._metrics.match_waiting.set(len(self._room.waits))

    async def _match(self) -> None:
        """Form all tables that can be."""
        tickets = await self._tickets.all()
        self._read = len(tickets)
        async with asyncio.TaskGroup() as finishing:
            tickets = await self._claim(tickets, finishing)
        self._crowd = grouping.Crowd(tickets)
        waiting = {ticket.id for ticket in tickets}
        for player, wait in list(self._room.waits.items()):
            if wait.ticket.id in waiting:
                self._room.number(player, self._crowd.number(wait.ticket), offered=wait.offered)

    async def _claim(
        self, tickets: Sequence[Ticket], finishing: asyncio.TaskGroup
    ) -> Sequence[Ticket]:
        """Claim all tables that can be, and have them opened; the tickets that are left."""
        for group in grouping.groups(tickets):
            intent = Intent(secrets.token_hex(16), group.kind, group.tickets, self._play_ms())
            if not await self._tickets.claim(intent):
                # Another process was first, or somebody changed his mind: look again.
                self._metrics.match_claims_lost.inc()
                self._counter = -1
                self._wake.set()
                continue
            await self._step("claimed")
            finishing.create_task(self._begin(intent))
            gone = {ticket.id for ticket in group.tickets}
            tickets = [ticket for ticket in tickets if ticket.id not in gone]
        return tickets

    async def _begin(self, intent: Intent) -> None:
        """Finish an intent of this process; where the store is away, any process does it later."""
        try:
            await self._finish(intent)
        except StoreUnavailableError as error:
            _log.debug("a table waits for the store", room=intent.room, error=str(error))

    async def _finish(self, intent: Intent) -> None:
        """Open the room of an intent and tell its people; done again it does no harm."""
        kind = intent.kind
        wish = messages.Wish(kind.game, kind.preset, kind.seats)
        persons = [Person(ticket.player, ticket.name) for ticket in intent.tickets]
        try:
            await self._rooms.open(intent.room, wish, persons)
        except RefusedError as error:
            if error.code is not ErrorCode.STORE_FULL:
                _log.error("a table could not be opened", room=intent.room, code=str(error.code))
            return
        await self._step("opened")
        if await self._tickets.found(intent):
            self.formed += 1
            self._metrics.matches.labels(kind.game).inc()
            _log.info("table matched", room=intent.room, game=kind.game, people=len(persons))
        await self._step("told")

    async def _resume(self, intent: Intent, play_ms: int) -> None:
        """Go on with what a process left that died, or could not open the room."""
        is_hopeless = play_ms - intent.made_ms > self._settings.hopeless_ms
        if is_hopeless and not await self._rooms.exists(intent.room):
            await self._tickets.dissolve(intent)
            self._metrics.matches_dissolved.inc()
            return
        await self._finish(intent)

    # --- Who waits here

    def _look_at(self, waiting: Sequence[PlayerId], poll: Poll) -> None:
        now = asyncio.get_running_loop().time()
        for player, fate in zip(waiting, poll.fates, strict=False):
            wait = self._room.waits.get(player)
            if wait is None:
                continue
            if isinstance(fate, Found) and fate.ticket == wait.ticket.id:
                self._tell(player, fate)
            elif fate is True:
                wait.gone_at = None
            elif wait.gone_at is None:
                wait.gone_at = now
            elif now - wait.gone_at > GONE_S:
                self._room.ended(player)
        for player, wait in list(self._room.waits.items()):
            if poll.play_ms - wait.ticket.created_ms > self._settings.ticket_ms:
                # Seen by nobody any more, it ends in the store a little later.
                self._room.ended(player)
            elif not self._room.is_here(player):
                del self._room.waits[player]

    async def _welcome(self, newcomers: Sequence[Peer], fates: Sequence[Found | bool]) -> None:
        for peer, fate in zip(newcomers, fates, strict=True):
            if peer in self._just_told:
                continue
            if isinstance(fate, Found):
                self._room.again(peer, fate)
            elif fate:
                ticket = await self._tickets.ticket(peer.person.player)
                if ticket is not None:
                    self._room.enter(ticket, asyncio.get_running_loop().time(), 0)
                    self._counter = -1

    def _offer(self, play_ms: int) -> None:
        if not self._bots():
            return
        for player, wait in list(self._room.waits.items()):
            waited_ms = play_ms - wait.ticket.created_ms
            if waited_ms >= self._settings.offer_after_ms and not wait.offered:
                self._room.number(player, max(1, wait.number), offered=True)

    def _tell(self, player: PlayerId, found: Found) -> None:
        for peer in self._room.peers(player):
            self._came.pop(peer, None)
            self._just_told.add(peer)
        began_at = self._room.matched(player, found)
        if began_at is not None:
            now = asyncio.get_running_loop().time()
            self._metrics.match_seconds.observe(now - began_at)

    def _is_kept(self, player: PlayerId, ticket: Ticket) -> bool:
        is_young = self._play_ms() - ticket.created_ms <= self._settings.ticket_ms
        return is_young and self._room.is_here(player)

    # --- Tickets

    def _kinds(self, wishes: Sequence[messages.Wish]) -> tuple[Kind, ...]:
        kinds: dict[Kind, None] = {}
        for wish in wishes:
            seats = wanted(self._games, wish.game, wish.preset, wish.seats)
            kinds[Kind(wish.game, wish.preset, seats)] = None
        return tuple(kinds)

    async def _written(self, person: Person, kinds: tuple[Kind, ...], *, bots: bool) -> Ticket:
        for _ in range(ATTEMPTS):
            old = await self._tickets.ticket(person.player)
            now_ms = self._play_ms()
            wishes = tuple(Wanted(kind, now_ms) for kind in kinds)
            new = Ticket(secrets.token_hex(8), person.player, person.name, wishes, bots, now_ms)
            ticket = grouping.replaced(old, new)
            match await self._tickets.put(ticket, old, self._settings.max_tickets):
                case Put.DONE:
                    return ticket
                case Put.FULL:
                    self._metrics.people.limits["match_tickets"] += 1
                    raise RefusedError(ErrorCode.BUSY, "too many people look for a table now")
                case Put.CHANGED:
                    continue
        raise RefusedError(ErrorCode.BUSY, "you asked again and again at once; ask once more")
