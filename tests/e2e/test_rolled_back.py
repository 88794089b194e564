"""A store that is put back to an older state: nobody is shown a mix of two histories."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kozyr_client import WebSocketTransport
from kozyr_games.replay import verify
from kozyr_protocol import messages
from kozyr_testing.players import fetched, more_acted, players, playing_on
from kozyr_testing.processes import kozyr_serve
from kozyr_testing.taps import Tap

SEED = 20_261_106
AOF = "appendonlydir"


@dataclass
class History:
    """What one client was told, between two rollbacks."""

    tags: dict[int, str]


def _histories(tap: Tap, room: str) -> list[History]:
    found = [History({})]
    for message in tap.messages():
        if isinstance(message, messages.Snapshot) and message.room == room:
            if message.reason == "rolled_back":
                found.append(History({}))
            found[-1].tags[message.version] = message.tag
        elif isinstance(message, messages.Update) and message.room == room:
            known = found[-1].tags.get(message.version)
            assert known in {None, message.tag}, "another history, and nobody said so"
            found[-1].tags[message.version] = message.tag
    return found


def _agree(histories: Sequence[History]) -> dict[int, str]:
    """All tags of one history, which must be the same for all clients."""
    together: dict[int, str] = {}
    for history in histories:
        for version, tag in history.tags.items():
            assert together.setdefault(version, tag) == tag
    return together


async def test_clients_that_know_newer_versions_are_rolled_back(tmp_path: Path) -> None:
    data, backup = tmp_path / "data", tmp_path / "backup"
    taps = [Tap() for _ in range(3)]
    dials = [tap.on(WebSocketTransport.dial) for tap in taps]
    options = ("--data", str(data), "--commands-per-s", "0", "--drain-s", "0.1")
    async with (
        kozyr_serve(*options, log=tmp_path / "log") as server,
        players([server.socket_url], 3, SEED, dials=dials) as table,
    ):
        # A long game: an end that is taken back would leave nobody to play on.
        async with playing_on(table, "king") as finished:
            await more_acted(table, 20)
            await server.stop()
            shutil.copytree(data / AOF, backup)
            await server.start()
            room = next(iter(table[0].client.rooms))
            await more_acted(table, 10)
            await server.stop()
            shutil.rmtree(data / AOF)
            shutil.copytree(backup, data / AOF)
            for player in table:
                player.may_be_stale = True
            await server.start()
            await more_acted(table, 10)
        for record in finished:
            assert verify(await fetched(server.http_url, record)) == []
        assert [player.client.counts.rollbacks for player in table] == [1, 1, 1]
        assert "Traceback" not in server.log.read_text()

    told = [_histories(tap, room) for tap in taps]
    assert [len(histories) for histories in told] == [2, 2, 2]
    old = _agree([histories[0] for histories in told])
    new = _agree([histories[1] for histories in told])
    fork = min(new)
    both = {version for version in old if version > fork} & set(new)
    assert both, "the two histories do not overlap"
    assert all(old[version] != new[version] for version in both)
