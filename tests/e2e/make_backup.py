"""`python tests/e2e/make_backup.py NAME`: a backup from the middle of a game, for later versions.

Made once for each number of the format and then kept: later versions must read it for ever, or
refuse it with one sentence. Beside it lies what a player needs to come back.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

import msgspec

from kozyr_testing.players import more_acted, play, players, seated
from kozyr_testing.processes import kozyr_serve, program

FOLDER = Path(__file__).parent / "backups"
SEED = 20_261_131


async def _make(name: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        data = Path(place) / "data"
        options = ("--data", str(data), "--commands-per-s", "0")
        async with (
            kozyr_serve(*options, log=Path(place) / "log") as server,
            players([server.socket_url], 3, SEED) as table,
        ):
            # One game is over, so that there is a record and an archive; the next is in play.
            await play(table, await seated(table))
            rooms = await seated(table)
            tokens = [player.client.token for player in table]
            tasks = [asyncio.ensure_future(p.play(r)) for p, r in zip(table, rooms, strict=True)]
            await more_acted(table, 40)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            file = FOLDER / f"{name}.tar.gz"
            command = (sys.executable, "-m", "kozyr_cli", "backup", str(file), "--data", str(data))
            async with program(*command) as process:
                assert await process.wait() == 0
    told = {"room": rooms[0].id, "tokens": tokens}
    (FOLDER / f"{name}.json").write_bytes(msgspec.json.encode(told) + b"\n")


if __name__ == "__main__":
    asyncio.run(_make(sys.argv[1]))
