"""What `/metrics` shows of a game that was played, over two workers."""

import re
from pathlib import Path

import httpx

from kozyr_testing.players import acted_by, play, players, seated
from kozyr_testing.processes import kozyr_serve
from kozyr_testing.waiting import until_true

SEED = 20_261_150
LOOKED_WITHIN_S = 20.0
"""Gauges are looked at each five seconds."""


def _figure(text: str, series: str) -> float:
    (found,) = re.findall(rf"^{re.escape(series)} (\S+)$", text, re.MULTILINE)
    return float(found)


async def test_a_game_shows_in_the_figures(tmp_path: Path) -> None:
    options = ("--data", str(tmp_path), "--workers", "2", "--durability", "everysec")
    async with (
        kozyr_serve(*options, log=tmp_path / ".log") as server,
        players([server.socket_url], 3, SEED) as table,
        httpx.AsyncClient(base_url=server.http_url) as http,
    ):
        await play(table, await seated(table, options={"length": "single"}))
        acted = acted_by(table)

        async def shown() -> bool:
            text = (await http.get("/metrics")).text
            return (
                _figure(text, 'kozyr_actions_total{game="twenty_nine"}') == acted
                and _figure(text, "kozyr_people") >= 3
                and _figure(text, 'kozyr_rooms_followed{phase="finished"}') >= 1
            )

        await until_true(shown, LOOKED_WITHIN_S)
        text = (await http.get("/metrics")).text
        assert _figure(text, 'kozyr_command_seconds_count{type="act"}') == acted
        assert _figure(text, "kozyr_commit_seconds_count") > acted
        assert _figure(text, "kozyr_store_rooms") == 1
        assert _figure(text, 'kozyr_queue_bound{queue="commits"}') >= 64
        assert _figure(text, "kozyr_store_aof_last_write_ok") == 1
        assert _figure(text, 'kozyr_durability_info{durability="everysec"}') == 1
        assert _figure(text, 'kozyr_build_info{version="0.1.0"}') == 2
        assert table[0].name not in text
    assert "Traceback" not in server.log.read_text()
