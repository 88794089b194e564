"""Seats bots in one room and plays games to their end, over the wire.

Each bot is a guest with a connection of its own. Lines may be cut and servers restart meanwhile:
the SDK comes back and the bots go on.
"""

import asyncio
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from random import Random

from kozyr_bots.errors import SeatingError, UnreachableError
from kozyr_bots.plan import Audience, Opening, Plan, Result
from kozyr_bots.policies import registry
from kozyr_bots.seat import BotSeat
from kozyr_bots.watch import Watch
from kozyr_client import (
    Client,
    ConnectionClosedForGood,
    ConnectionLost,
    DialFailed,
    KozyrError,
    Patience,
    Refused,
    Room,
    VersionRefused,
    connect,
)
from kozyr_protocol import messages
from kozyr_protocol.__about__ import __version__
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.games import WIRES

PROGRAM = f"kozyr-bot/{__version__}"
FIRST_CONTACT_S = 4.0
"""How long the server is tried before anything was played."""
LEAVE_S = 2.0
"""How long leaving may take."""


async def run(plan: Plan, audience: Audience) -> list[Result]:
    """Seat bots and play.

    Safe to cancel: the bots then give up their seats before it ends.

    Args:
        plan: What to play.
        audience: Is told how it goes.

    Returns:
        The results of the games, in order.

    Raises:
        BotError: They cannot play as asked.
        KozyrError: The server refused for good, or could not be reached for too long.
    """
    # Greeted before anything else, with less patience than bots have in the middle of a game.
    try:
        async with connect(plan.url, patience=Patience(give_up_after_s=FIRST_CONTACT_S)):
            pass
    except (ConnectionLost, ConnectionClosedForGood, DialFailed, VersionRefused) as error:
        raise UnreachableError(f"{plan.url}: {error}") from error
    async with AsyncExitStack() as clients:
        return await _Party(plan, audience, clients).play()


class _Party:
    """The bots of one run."""

    def __init__(self, plan: Plan, audience: Audience, clients: AsyncExitStack) -> None:
        self._plan = plan
        self._audience = audience
        self._clients = clients
        self._bots: list[BotSeat] = []

    async def play(self) -> list[Result]:
        try:
            await self._sit()
            room = self._bots[0].room
            first_game = room.view.game_no
            last_game = first_game + self._plan.games - 1
            watch = Watch(room, self._audience, self._actions)
            playing = [
                bot.play(last_game, self._may_start, number == 0)
                for number, bot in enumerate(self._bots)
            ]
            await _together(watch.until_game(last_game), *playing)
            return watch.results
        finally:
            await self._leave()

    async def _sit(self) -> None:
        client = await self._client(0)
        table = self._plan.table
        if isinstance(table, Opening):
            self._check(table.game)
            room = await self._opened(client, table)
            wanted = room.view.capacity if self._plan.count is None else self._plan.count
        else:
            room = await client.follow(table, code=self._plan.code)
            self._check(room.view.game)
            wanted = self._free_seats(room)
        await self._seated(client, room)
        code = await self._code(client, room) if wanted > 1 else None
        for number in range(1, wanted):
            client = await self._client(number)
            if not await self._seated(client, await client.follow(room.id, code=code)):
                break

    async def _code(self, client: Client, room: Room) -> str | None:
        """What lets the other bots in."""
        if room.view.public:
            return None
        invitation = await client.ask(messages.Invite(0, room.id))
        assert isinstance(invitation, messages.Invitation), "`invite` is answered by nothing else"
        return invitation.code

    async def _opened(self, client: Client, table: Opening) -> Room:
        seats, count = table.seats, self._plan.count
        if seats is not None and count is not None and count > seats:
            raise SeatingError(f"{count} bots do not fit on {seats} seats")
        return await client.create_room(
            table.game,
            table.preset,
            options=table.options,
            seats=count if seats is None else seats,
            public=table.public,
        )

    def _free_seats(self, room: Room) -> int:
        free = sum(seat.player is None and seat.bot is None for seat in room.view.seats)
        wanted = free if self._plan.count is None else self._plan.count
        # With none free the server is asked all the same: it knows better why not.
        if free and wanted > free:
            raise SeatingError(f"room {room.id} has {free} free seats, not {wanted}")
        return max(wanted, 1)

    async def _seated(self, client: Client, room: Room) -> bool:
        """Whether the bot has a seat; without any bot in a seat it must have."""
        number = len(self._bots)
        rng = Random(f"{self._plan.seed}:{number}")  # noqa: S311 - play, not secrets
        bot = BotSeat(client, room, self._plan.policy, self._plan.think_ms, rng)
        # Before it is answered: who is stopped meanwhile may have a seat to give up.
        self._bots.append(bot)
        try:
            await bot.sit()
        except Refused as refused:
            self._bots.pop()
            # Somebody was quicker, or the last seat was taken and the game has begun.
            late = {ErrorCode.ROOM_FULL, ErrorCode.WRONG_PHASE}
            if refused.code not in late or not self._bots or self._plan.count is not None:
                raise
            return False
        return True

    async def _client(self, number: int) -> Client:
        name = f"Bot {number + 1}"
        return await self._clients.enter_async_context(
            connect(self._plan.url, name=name, program=PROGRAM)
        )

    def _check(self, game: str) -> None:
        """Raise if no such policy plays the game."""
        # About a game that is not known here the server has the better answer.
        if game in WIRES or self._plan.policy not in registry.names():
            registry.find(self._plan.policy, game)

    def _may_start(self, room: Room) -> bool:
        if not isinstance(self._plan.table, Opening) or not self._plan.table.start:
            return False
        sitting = [seat for seat in room.view.seats if seat.player is not None]
        return len(sitting) >= len(self._bots) and all(seat.ready for seat in sitting)

    def _actions(self) -> int:
        return sum(bot.actions for bot in self._bots)

    async def _leave(self) -> None:
        """Give up all seats, as far as that is quick."""

        async def leave(bot: BotSeat) -> None:
            try:
                async with asyncio.timeout(LEAVE_S):
                    await bot.leave()
            except (KozyrError, TimeoutError):
                # The line is away, or the room: then so is the seat, after a while.
                return

        await asyncio.gather(*map(leave, self._bots))


async def _together(*parts: Awaitable[None]) -> None:
    """Run all to their end; the first error ends the others and is raised as it is."""

    async def run(part: Awaitable[None]) -> None:
        await part

    try:
        async with asyncio.TaskGroup() as group:
            for part in parts:
                group.create_task(run(part))
    except ExceptionGroup as errors:
        raise _first(errors) from None


def _first(errors: ExceptionGroup[Exception]) -> Exception:
    found = errors.exceptions[0]
    return _first(found) if isinstance(found, ExceptionGroup) else found
