"""Answers of the store that do not arrive: what was written is not decided anew."""

from pathlib import Path

from kozyr_server.store import library
from kozyr_testing.players import check_record, fetched, more_acted, players, playing_on
from kozyr_testing.processes import kozyr_serve
from kozyr_testing.proxy import proxy
from kozyr_testing.stores import embedded_valkey
from kozyr_testing.waiting import until

SEED = 20_261_104
LOST = 15
"""Requests, and then as many answers."""


async def test_an_action_whose_reply_was_lost_is_acknowledged_and_played_once(
    tmp_path: Path,
) -> None:
    commit = library.load(None).commit.sha.encode()
    async with embedded_valkey() as url, proxy(url) as between:
        options = ("--redis", between.url, "--durability", "everysec", "--commands-per-s", "0")
        async with (
            kozyr_serve(*options, "--data", str(tmp_path), log=tmp_path / ".log") as server,
            players([server.socket_url], 3, SEED) as table,
        ):
            async with playing_on(table) as finished:
                await more_acted(table, 5)
                for number in range(2 * LOST):
                    if number % 2:
                        between.cut_before = commit
                    else:
                        between.cut_after = commit
                    await until(lambda wanted=number + 1: between.cuts == wanted)  # type: ignore[misc]
                    await more_acted(table, 3)
            for record in finished:
                check_record(await fetched(server.http_url, record), table)
            for player in table:
                # The server found out by itself: the client was not even asked to try again.
                assert player.client.counts.postponed == 0
                assert player.client.counts.lines == 1
                assert player.client.counts.rollbacks == 0
        assert "Traceback" not in server.log.read_text()


async def test_a_room_whose_opening_was_lost_on_its_way_was_said_to_be_there(
    tmp_path: Path,
) -> None:
    commit = library.load(None).commit.sha.encode()
    async with embedded_valkey() as url, proxy(url) as between:
        options = ("--redis", between.url, "--durability", "everysec")
        async with (
            kozyr_serve(*options, "--data", str(tmp_path), log=tmp_path / ".log") as server,
            players([server.socket_url], 1, SEED) as (player,),
        ):
            for number, lose in enumerate(("cut_before", "cut_after"), 1):
                setattr(between, lose, commit)
                room = await player.client.create_room("twenty_nine", seats=3)
                assert between.cuts == number
                await room.join()
                assert room.view.name
