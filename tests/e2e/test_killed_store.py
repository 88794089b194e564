"""The store dies or stands still while people play; the server and its lines stay."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from kozyr_client import Parts, Room, Turn, WebSocketTransport, connect
from kozyr_protocol.messages import Snapshot
from kozyr_protocol.rooms import Clock
from kozyr_testing.players import (
    PATIENCE,
    Player,
    check_record,
    fetched,
    more_acted,
    players,
    players_of,
    playing_on,
)
from kozyr_testing.processes import kozyr_serve, store_pid, until_gone
from kozyr_testing.restartable import restartable_store
from kozyr_testing.taps import Tap
from kozyr_testing.waiting import until

SEED = 20_261_103
AWAY_S = 5.0

WITHHELD_S = 2.0
"""After the store is back, before the player on turn acts."""

SHORT_OF_TIME = Clock(turn_ms=5_000, bank_ms=0, away_ms=3_000)
"""Who acts `WITHHELD_S` after an absence of `AWAY_S` would be late, if play time went on."""
LATE_AFTER_S = 5.5
"""When the clock acts for a player: his turn, and half a second for frames in flight."""
INEXACT_S = 2.5
"""What is lost begins at the last stamp, up to a second before the store went; the rest is for
slow machines."""


@dataclass
class Hesitant(Player):
    """Acts at once, but while it is told to wait.

    Attributes:
        may_act: cleared, it waits with the next prompt open.
        waits_with: the prompt with which it does; None while it does not.
    """

    may_act: asyncio.Event = field(default_factory=asyncio.Event)
    waits_with: Turn | None = None

    async def act(self, room: Room, turn: Turn) -> None:
        self.waits_with = turn
        await self.may_act.wait()
        self.waits_with = None
        await super().act(room, turn)


@asynccontextmanager
async def _hesitant(url: str) -> AsyncIterator[list[Hesitant]]:
    async with players_of(Hesitant, [url], 3, SEED) as table:
        for player in table:
            player.may_act.set()
        yield table


async def _waiting(table: Sequence[Hesitant]) -> tuple[Hesitant, Turn]:
    """Who comes to wait first, and with what prompt."""
    await until(lambda: any(player.waits_with for player in table), 20)
    return next((player, player.waits_with) for player in table if player.waits_with)


async def _left_s(url: str, turn: Turn) -> float:
    """Seconds that the player on turn has, as a newcomer is told; the prompt must be open."""
    tap = Tap()
    parts = Parts(dial=tap.on(WebSocketTransport.dial))
    async with connect(url, name="Newcomer", patience=PATIENCE, parts=parts) as client:
        await client.follow(turn.room, "views")
    (prompts,) = [each.prompts for each in tap.messages() if isinstance(each, Snapshot)]
    (told,) = prompts.turns
    assert told.prompt == turn.number
    return (told.deadline_ms - prompts.now_ms) / 1000


async def _need_play_time(
    url: str,
    table: Sequence[Hesitant],
    stop: Callable[[], Awaitable[None]],
    back: Callable[[], Awaitable[None]],
) -> None:
    """The time in which the store is away is nobody's, and all others' is as before."""
    for player in table:
        player.may_act.clear()
    waiting, turn = await _waiting(table)
    left_s, begun = await _left_s(url, turn), time.monotonic()
    await stop()
    gone = time.monotonic()
    await asyncio.sleep(AWAY_S)
    away_s = time.monotonic() - gone
    await back()
    await asyncio.sleep(WITHHELD_S)
    wall_s = time.monotonic() - begun
    assert wall_s > LATE_AFTER_S, "by wall time, this is too late"
    assert abs(left_s - (wall_s - away_s) - await _left_s(url, turn)) < INEXACT_S
    waiting.may_act.set()
    _, turn = await _waiting([player for player in table if player is not waiting])
    # A turn that begins after the gap is as long as any.
    assert abs(await _left_s(url, turn) - SHORT_OF_TIME.turn_ms / 1000) < INEXACT_S
    for player in table:
        player.may_act.set()


def _need_the_same_lines(table: Sequence[Player]) -> None:
    """Nobody was sent away, and nothing that had been told was taken back."""
    for player in table:
        assert player.client.counts.lines == 1
        assert player.client.counts.rollbacks == 0
        assert player.client.counts.gaps == 0


@pytest.mark.parametrize("durability", ["always", "everysec"])
async def test_a_killed_store_is_started_again_and_the_game_goes_on(
    durability: str, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    options = ("--data", str(data), "--durability", durability, "--commands-per-s", "0")
    async with (
        kozyr_serve(*options, log=tmp_path / ".log") as server,
        players([server.socket_url], 3, SEED) as table,
    ):
        async with playing_on(table) as finished:
            for _ in range(2):
                await more_acted(table, 20)
                store = store_pid(data)
                os.kill(store, signal.SIGKILL)
                await until_gone(store)
            await more_acted(table, 20)
        for record in finished:
            check_record(await fetched(server.http_url, record), table)
        for player in table:
            assert player.client.counts.lines == 1
    assert "Traceback" not in server.log.read_text()


async def test_nobody_is_late_because_the_store_stood_still(tmp_path: Path) -> None:
    data = tmp_path / "data"
    options = ("--data", str(data), "--commands-per-s", "0")
    async with (
        kozyr_serve(*options, log=tmp_path / ".log") as server,
        _hesitant(server.socket_url) as table,
    ):
        store = store_pid(data)

        async def signalled(number: signal.Signals) -> None:
            os.kill(store, number)

        async with playing_on(table, clock=SHORT_OF_TIME) as finished:
            await more_acted(table, 20)
            try:
                await _need_play_time(
                    server.socket_url,
                    table,
                    partial(signalled, signal.SIGSTOP),
                    partial(signalled, signal.SIGCONT),
                )
            finally:
                os.kill(store, signal.SIGCONT)
            await more_acted(table, 20)
        for record in finished:
            check_record(await fetched(server.http_url, record), table)
        _need_the_same_lines(table)
    assert "Traceback" not in server.log.read_text()


async def test_nobody_is_late_because_an_external_store_was_away(tmp_path: Path) -> None:
    async with restartable_store() as store:
        options = ("--redis", store.url, "--durability", "everysec", "--commands-per-s", "0")
        async with (
            kozyr_serve(*options, "--data", str(tmp_path), log=tmp_path / ".log") as server,
            _hesitant(server.socket_url) as table,
        ):
            async with playing_on(table, clock=SHORT_OF_TIME) as finished:
                await more_acted(table, 20)
                await _need_play_time(server.socket_url, table, store.stop, store.start)
                await more_acted(table, 20)
            for record in finished:
                check_record(await fetched(server.http_url, record), table)
            _need_the_same_lines(table)
        assert "Traceback" not in server.log.read_text()
