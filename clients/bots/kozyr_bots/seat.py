"""One bot in its seat: looks at the room, does what is due, and waits for the next change."""

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

from kozyr_bots.errors import GameLostError, PolicyError, RefusedTooOftenError
from kozyr_bots.policies import registry
from kozyr_client import Client, Refused, Room, Turn
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.rooms import Phase

MAX_REFUSALS = 8
"""Actions of one bot that may be refused in a row."""

_READ_AGAIN = {ErrorCode.STALE, ErrorCode.ILLEGAL, ErrorCode.WRONG_PHASE}


class BotSeat:
    """A bot in a followed room, with a connection of its own.

    It goes by the newest picture only, so that nothing is missed over a cut or a restart.

    Attributes:
        actions: Actions that were accepted, or are on their way.
    """

    def __init__(
        self,
        client: Client,
        room: Room,
        policy: str,
        think_ms: tuple[int, int],
        rng: Random,
    ) -> None:
        self.room = room
        self.actions = 0
        self._client = client
        self._policy = policy
        self._think_ms = think_ms
        self._rng = rng
        # Of its own, so that decisions are the same however long they take.
        self._pace = Random(rng.getrandbits(64))  # noqa: S311 - play, not secrets
        self._refusals = 0
        self._may_sit = False
        self._asked: tuple[str, int | None] | None = None

    async def play(
        self,
        last_game: int,
        may_start: Callable[[Room], bool],
        is_leader: bool,
    ) -> None:
        """Play until the game with this number has ended. Safe to cancel; the seat is kept.

        Args:
            last_game: Number of the last game in this room.
            may_start: Whether the host is to begin now, with the seats that are taken.
            is_leader: Whether this bot, of all, asks for rematches and begins.

        Raises:
            BotError: It cannot go on.
            KozyrError: The server refused for good, or the connection is lost for good.
        """
        while True:
            view = self.room.view
            if view.phase is Phase.CLOSED:
                raise GameLostError(f"room {self.room.id} was closed")
            if view.game_no > last_game or (
                view.phase is Phase.FINISHED and view.game_no >= last_game
            ):
                return
            if not await self._do_what_is_due(may_start, is_leader):
                await self.room.changed()

    async def sit(self) -> None:
        """Take a seat. Safe to cancel; the seat may be taken all the same.

        Raises:
            Refused: `room_full`, `wrong_phase` and what else the server has against it.
        """
        self._may_sit = True
        try:
            await self.room.join()
        except Refused:
            self._may_sit = False
            raise
        self._may_sit = False

    async def leave(self) -> None:
        """Give the seat up, also one that was asked for without an answer yet. Safe to cancel."""
        if self._may_sit or self.room.seat is not None:
            await self.room.leave()

    async def _do_what_is_due(self, may_start: Callable[[Room], bool], is_leader: bool) -> bool:
        """Whether anything was done, after which it is to be looked again."""
        view, seat = self.room.view, self.room.seat
        match view.phase:
            case Phase.WAITING if seat is None:
                # Its line was away for longer than a seat is kept.
                return await self._ask("join", self.room.join)
            case Phase.WAITING if seat is not None and not view.seats[seat].ready:
                return await self._ask("ready", self.room.ready)
            case Phase.WAITING if is_leader and may_start(self.room):
                return await self._ask("start", self.room.start)
            case Phase.PLAYING if self.room.turn is not None:
                await self._act(self.room.turn)
                return True
            case Phase.FINISHED if is_leader:
                return await self._ask("rematch", self.room.rematch)
            case _:
                return False

    async def _ask(self, what: str, ask: Callable[[], Coroutine[Any, Any, object]]) -> bool:
        """Ask once for each version of the room."""
        if self._asked == (what, self.room.version):
            return False
        self._asked = (what, self.room.version)
        try:
            await ask()
        except Refused as refused:
            # The room has moved on meanwhile, and its newest picture says how.
            if refused.code not in {ErrorCode.WRONG_PHASE, ErrorCode.NOT_READY}:
                raise
        return True

    async def _act(self, turn: Turn) -> None:
        await self._think()
        if self.room.turn is None or self.room.turn.key != turn.key:
            return
        choice = self._choice(turn)
        # Others may hear of the action before this bot has its answer.
        self.actions += 1
        try:
            await self.room.act(choice, turn=turn)
        except Refused as refused:
            self.actions -= 1
            if refused.code not in _READ_AGAIN:
                raise
            self._refusals += 1
            if self._refusals >= MAX_REFUSALS:
                raise RefusedTooOftenError(
                    self.room.id, self._refusals, refused.message
                ) from refused
            # The prompt is read anew: what is known of it may be old.
            await self._client.follow(self.room.id)
        else:
            self._refusals = 0

    def _choice(self, turn: Turn) -> int:
        """Index of the legal action that the policy chooses."""
        seat, view = turn.view.you, turn.view
        assert seat is not None, "only a seat has prompts"
        policy = registry.find(self._policy, view.game)
        action = policy(turn.table, seat, turn.actions, self._rng, view.options)
        try:
            return turn.actions.index(action)
        except ValueError:
            raise PolicyError(
                f"the policy {self._policy!r} chose an action that is not legal in {view.game}"
            ) from None

    async def _think(self) -> None:
        least, most = self._think_ms
        if most > 0:
            await asyncio.sleep(self._pace.uniform(least, most) / 1000)
