"""One house bot: a connection that is offered seats, and plays each of them."""

import asyncio
import logging
from collections.abc import Callable
from random import Random
from typing import Final

from kozyr_bots.errors import PolicyError
from kozyr_bots.house.order import Order
from kozyr_bots.house.thinking import Thinking
from kozyr_bots.policies import registry
from kozyr_client import (
    Client,
    ConnectionClosedForGood,
    KozyrError,
    Patience,
    Refused,
    Room,
    Turn,
    connect,
)
from kozyr_protocol import messages
from kozyr_protocol.__about__ import __version__
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import RoomId
from kozyr_protocol.rooms import Phase

PROGRAM: Final = f"kozyr-house/{__version__}"
RECONNECT_S: Final = (0.5, 1.0, 2.0, 5.0)
"""Before it is tried again where the server would have none of it."""
ALONE_S: Final = 30.0
"""A bot leaves a table at which no person has been for so long, once the game is over."""

CARELESS: Final = {"easy": 1.0, "usual": 0.25, "strong": 0.0}
"""By level the part of its cards that a bot plays at random; all else it does as `sound` does."""

CARDS: Final = {"play", "discard"}
"""Actions that are made at random. A bid or a call by chance is nothing that anybody would say."""

BANNED_S: Final = 3600.0
"""A bot that an admin has banned asks so seldom whether it still is."""

_BANS = {CloseCode.BANNED, CloseCode.TOKEN_REVOKED}
_READ_AGAIN = {ErrorCode.STALE, ErrorCode.ILLEGAL, ErrorCode.WRONG_PHASE, ErrorCode.PAUSED}
_log = logging.getLogger("kozyr.house")


class Resident:
    """One bot.

    Attributes:
        tables: Rooms in which it plays now.
        actions: Actions that were accepted.
    """

    def __init__(self, order: Order, name: str, rng: Random, token: str | None = None) -> None:
        """Sit nowhere yet.

        Args:
            order: to the process.
            name: to play under.
            rng: its chance.
            token: by which it is the same player as the last time; None: a new guest, who keeps
                his token while the process lives.
        """
        self.tables: dict[RoomId, asyncio.Task[None]] = {}
        self.actions = 0
        self._order = order
        self._name = name
        self._token = token
        self._rng = rng
        # Of its own, so that nothing about the cards can be read from how long a bot thinks.
        pace = Random(rng.getrandbits(64))  # noqa: S311 - play, not secrets
        self._thinking = Thinking(order.think_ms, pace)
        self._most = 0

    async def run(self) -> None:
        """Serve until cancelled, over lines and servers that come and go."""
        failures = 0
        while True:
            is_banned = False
            try:
                async with connect(
                    self._order.url,
                    token=self._token,
                    program=PROGRAM,
                    patience=Patience(give_up_after_s=60.0),
                ) as client:
                    failures = 0
                    self._token = client.token
                    await self._serve(client)
            except ConnectionClosedForGood as error:
                is_banned = error.code in _BANS
                again = "; it asks again in an hour" if is_banned else ""
                _log.warning("%s: %s%s", self._name, error, again)
            except KozyrError as error:
                _log.warning("%s: %s", self._name, error)
            finally:
                await self._stand_up()
            usual_s = RECONNECT_S[min(failures, len(RECONNECT_S) - 1)]
            await asyncio.sleep(BANNED_S if is_banned else usual_s)
            failures += 1

    async def _serve(self, client: Client) -> None:
        async for tidings in client.tidings():
            match tidings:
                case messages.Welcome():
                    # The server offers as many seats: one number, and its own.
                    self._most = tidings.limits.rooms
                    await client.ask(messages.EnterHouse(0, self._order.key, self._name))
                case messages.Offer() if len(self.tables) < self._most:
                    if tidings.room not in self.tables:
                        task = asyncio.create_task(self._sit(client, tidings))
                        self.tables[tidings.room] = task
                        task.add_done_callback(self._gone(tidings.room))
                case _:
                    pass

    def _gone(self, room: RoomId) -> Callable[[asyncio.Task[None]], None]:
        def gone(task: asyncio.Task[None]) -> None:
            self.tables.pop(room, None)
            if not task.cancelled() and task.exception() is not None:
                _log.error("%s: left table %s", self._name, room, exc_info=task.exception())

        return gone

    async def _stand_up(self) -> None:
        tasks = tuple(self.tables.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _sit(self, client: Client, offer: messages.Offer) -> None:
        """Take the seat that is offered and play it until it is somebody else's.

        To a bot whose process was killed its own seats are offered: it has them by following.
        """
        try:
            room = await client.follow(offer.room, code=offer.code)
        except KozyrError as error:
            _log.debug("%s: table %s: %s", self._name, offer.room, error)
            return
        try:
            if room.seat is None:
                await client.ask(messages.StandIn(0, offer.room, offer.seat))
            await self._play(client, room, CARELESS.get(offer.level, 0.0))
        except KozyrError as error:
            # Another bot was quicker, the owner is back, or the table is gone.
            _log.debug("%s: table %s: %s", self._name, offer.room, error)
        finally:
            if room.ended is None:
                await _quietly(room)

    async def _play(self, client: Client, room: Room, careless: float) -> None:
        rng = Random(self._rng.getrandbits(64))  # noqa: S311 - play, not secrets
        had_seat = False
        alone_since: float | None = None
        loop = asyncio.get_running_loop()
        while room.ended is None and room.view.phase is not Phase.CLOSED:
            seat = room.seat
            if seat is None and had_seat:
                return
            had_seat = had_seat or seat is not None
            view = room.view
            people = any(one.connected and one.bot is None for one in view.seats)
            if people or view.phase is Phase.PLAYING:
                alone_since = None
            elif alone_since is None:
                alone_since = loop.time()
            elif loop.time() - alone_since >= ALONE_S:
                await room.leave()
                return
            if room.turn is not None and view.paused_until_ms is None:
                await self._act(client, room, room.turn, careless, rng)
            elif seat is not None and view.phase is Phase.WAITING and not view.seats[seat].ready:
                await room.ready()
            else:
                try:
                    async with asyncio.timeout(None if alone_since is None else ALONE_S):
                        await room.changed()
                except TimeoutError:
                    continue

    async def _act(
        self, client: Client, room: Room, turn: Turn, careless: float, rng: Random
    ) -> None:
        chosen = await self._thinking.over(lambda: choice(turn, careless, rng))
        if room.turn is None or room.turn.key != turn.key:
            return
        try:
            await room.act(chosen, turn=turn)
            self.actions += 1
        except Refused as refused:
            if refused.code not in _READ_AGAIN:
                raise
            # The prompt is read anew: what is known of it may be old.
            await client.follow(room.id)


def choice(turn: Turn, careless: float, rng: Random) -> int:
    """Index of the legal action that a bot chooses.

    Args:
        turn: the open prompt.
        careless: how likely a card is chosen at random, 0 to 1.
        rng: its chance.
    """
    seat = turn.view.you
    assert seat is not None, "only a seat has prompts"
    try:
        choose = registry.find("sound", turn.view.game)
        found = turn.actions.index(choose(turn.table, seat, turn.actions, rng, turn.view.options))
    except (PolicyError, ValueError):
        # A game of a newer server: better any action than a table that waits.
        _log.exception("no sound choice in %s", turn.view.game)
        return rng.randrange(len(turn.raw))
    kind = turn.legal[found]["type"]
    if kind not in CARDS or rng.random() >= careless:
        return found
    return rng.choice([n for n, action in enumerate(turn.legal) if action["type"] == kind])


async def _quietly(room: Room) -> None:
    """Follow a room no longer, whatever the server says to it."""
    try:
        async with asyncio.timeout(2.0):
            await room.unfollow()
    except (KozyrError, TimeoutError):
        return
