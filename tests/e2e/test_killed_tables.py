"""What people at a table agreed on, and who may come in, survives a server that is killed."""

from pathlib import Path

import pytest

from kozyr_client import RoomEnded
from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.record import Ended
from kozyr_protocol.rooms import Phase
from kozyr_testing.players import CALM, Player, players
from kozyr_testing.processes import kozyr_serve
from kozyr_testing.waiting import until

SEED = 20_261_131


async def test_codes_kicks_pauses_and_votes_outlive_a_kill(tmp_path: Path) -> None:
    options = ("--data", str(tmp_path / "data"), "--commands-per-s", "0")
    async with (
        kozyr_serve(*options, log=tmp_path / "log") as server,
        players([server.socket_url], 4, SEED) as people,
    ):
        *table, stranger = people
        host = await table[0].client.create_room(
            "twenty_nine", seats=3, clock=CALM, options={"draw": "off"}, public=False
        )
        invitation = await table[0].client.ask(messages.Invite(0, host.id))
        assert isinstance(invitation, messages.Invitation)
        code = invitation.code
        assert code is not None
        unwanted = await stranger.client.follow(host.id, code=code)
        await unwanted.join()
        await table[0].client.ask(messages.Kick(0, host.id, 0))
        rooms = [host]
        rooms += [await player.client.follow(host.id, code=code) for player in table[1:]]
        for room in rooms:
            await room.join()
        for room in rooms:
            await room.ready()
        for player in table:
            await player.client.ask(messages.Pause(0, host.id))
        await table[1].client.ask(messages.VoteEnd(0, host.id))
        await until(lambda: all(room.view.paused_until_ms for room in rooms))

        await server.kill()
        await server.start()

        await until(lambda: all(seat.connected for seat in rooms[0].view.seats), 30)
        assert rooms[0].view.phase is Phase.PLAYING
        assert rooms[0].view.paused_until_ms is not None
        await refused(stranger, host.id, ErrorCode.KICKED, code)
        await table[2].client.ask(messages.Pause(0, host.id, pause=False))
        await until(lambda: all(room.view.paused_until_ms is None for room in rooms))
        for player in (table[0], table[2]):
            await player.client.ask(messages.VoteEnd(0, host.id))
        await until(lambda: all(room.view.phase is Phase.FINISHED for room in rooms))
        assert rooms[1].view.ended is Ended.VOTED
        await server.stop()
        log = server.log.read_text()
    assert "Traceback" not in log
    assert code not in log


async def refused(player: Player, room: str, why: ErrorCode, code: str) -> None:
    with pytest.raises(RoomEnded) as caught:
        await player.client.follow(room, code=code)
    assert caught.value.reason == why
