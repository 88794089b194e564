"""The vectors that the TypeScript SDK is tested with say what Python says."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from kozyr_games.registry import GAMES
from kozyr_games.replay import verify
from kozyr_protocol import codec
from kozyr_protocol.ids import GameKey
from kozyr_protocol.record import loads
from kozyr_protocol.rooms import RoomView
from kozyr_testing import vectors


def assert_true(walk: Any, step: Callable[[Any, Any], Any]) -> None:
    view = walk["view"]
    for number, (event, changed) in enumerate(walk["steps"]):
        after = step(view, event)
        assert after == {**view, **changed}, (number, event)
        view = after


@pytest.mark.parametrize("key", sorted(GAMES))
def test_games(key: GameKey) -> None:
    wire = GAMES[key].wire
    walks = vectors.read("folds")[key]
    assert {walk["role"] for walk in walks} >= {None, 0, 1}
    assert {event["type"] for walk in walks for event, _ in walk["steps"]} >= vectors.tags(wire)

    def step(view: Any, event: Any) -> Any:
        return codec.unpack(wire.fold_raw(codec.pack(view), codec.pack(event)))

    for walk in walks:
        assert_true(walk, step)


def test_rooms() -> None:
    walks = vectors.read("rooms")
    seen = {event["type"] for walk in walks for event, _ in walk["steps"]}
    assert seen == vectors.event_tags()

    def step(view: Any, event: Any) -> Any:
        decoded = msgspec.msgpack.decode(codec.pack(view), type=RoomView)
        return vectors.plain(codec.fold(decoded, codec.pack(event), lambda table, _: table))

    for walk in walks:
        assert_true(walk, step)


def test_shuffles() -> None:
    assert vectors.read("fair") == json.loads(json.dumps(vectors.fair_vectors()))


def test_records() -> None:
    records = vectors.read("records")
    assert {record["game"] for record in records} == set(GAMES)
    for record in records:
        assert verify(loads(msgspec.json.encode(record))) == []


def test_they_stay_small() -> None:
    assert sum(vectors.path(name).stat().st_size for name in vectors.FILES) < 1_000_000
