"""Both subprotocols in one room: the same messages, written in two ways."""

import asyncio
import random
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from kozyr_games.replay import verify
from kozyr_protocol import messages
from kozyr_protocol.codec import Subprotocol, pack, unpack
from kozyr_protocol.ids import ActionKey, GameKey, RoomId
from kozyr_protocol.rooms import Phase
from kozyr_testing.players import CALM, canonical, fetched
from kozyr_testing.processes import kozyr_serve
from kozyr_testing.raw_clients import RawClient, raw_client

SEED = 20_261_109


async def _play(client: RawClient, room: RoomId, rng: random.Random) -> None:
    """A player by `views`, as in the protocol's first look."""
    await client.answer(messages.Follow(1, room, "views"))
    await client.answer(messages.Join(2, room))
    await client.say(messages.SetReady(3, room))
    while True:
        message = await client.hear()
        assert not isinstance(message, messages.Error), message
        if not isinstance(message, messages.Update | messages.Snapshot):
            continue
        if message.view is not None and message.view.phase is Phase.FINISHED:
            return
        for turn in message.prompts.turns if message.prompts else ():
            if turn.legal:
                key = ActionKey(secrets.token_urlsafe(16))
                action = pack(unpack(rng.choice(turn.legal)))
                await client.say(messages.Act(4, room, turn.prompt, key, action))


async def _watch(client: RawClient, room: RoomId) -> str:
    """Read on to the end of the game; the id of its record."""
    while True:
        message = await client.hear()
        if not isinstance(message, messages.Update):
            continue
        for event in map(unpack, message.events):
            if event["type"] == "game_ended":
                return str(event["record"])
        if message.view is not None and message.view.phase is Phase.FINISHED:
            return str(message.view.record)


def _steps(client: RawClient) -> Sequence[Any]:
    """The updates and snapshots that a client heard, as plain maps."""
    plain = [
        msgspec.json.decode(frame) if isinstance(frame, str) else unpack(frame)
        for frame in client.frames
    ]
    return [each for each in plain if each["type"] in {"update", "snapshot"}]


async def test_both_write_the_same_game(tmp_path: Path) -> None:
    options = ("--data", str(tmp_path), "--durability", "everysec", "--commands-per-s", "0")
    kinds = (Subprotocol.MSGPACK, Subprotocol.JSON)
    async with (
        kozyr_serve(*options, log=tmp_path / ".log") as server,
        raw_client(server.socket_url, kinds[0], name="One") as one,
        raw_client(server.socket_url, kinds[1], name="Two") as two,
        raw_client(server.socket_url, kinds[1], name="Three") as three,
        raw_client(server.socket_url, kinds[0]) as packed,
        raw_client(server.socket_url, kinds[1]) as written,
        raw_client(server.socket_url, kinds[0]) as packed_views,
        raw_client(server.socket_url, kinds[1]) as written_views,
    ):
        key = ActionKey(secrets.token_urlsafe(16))
        create = messages.Create(1, key, GameKey("twenty_nine"), seats=3, clock=CALM)
        room = (await one.answer(create)).room
        watchers = {"events": (packed, written), "views": (packed_views, written_views)}
        for mode, pair in watchers.items():
            for client in pair:
                followed = await client.answer(messages.Follow(1, room, mode))
                assert isinstance(followed, messages.Followed)
        async with asyncio.TaskGroup() as tasks:
            for number, client in enumerate((one, two, three)):
                tasks.create_task(_play(client, room, random.Random(SEED + number)))
            watching = [
                tasks.create_task(_watch(client, room))
                for pair in watchers.values()
                for client in pair
            ]
        (record,) = {task.result() for task in watching}
        assert verify(await fetched(server.http_url, record)) == []
    for binary, text in watchers.values():
        assert all(isinstance(frame, bytes) for frame in binary.frames)
        assert all(isinstance(frame, str) for frame in text.frames)
        ours, theirs = _steps(binary), _steps(text)
        # The first one says what time it is when it is asked for.
        assert len(ours) > 50
        assert [canonical(each) for each in ours[1:]] == [canonical(each) for each in theirs[1:]]
