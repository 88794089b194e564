"""Names in the store, `kozyr_server.store.keys`."""

import inspect
import re

from kozyr_protocol.ids import PlayerId
from kozyr_server.store import keys
from kozyr_testing.project import ROOT
from kozyr_testing.steps import room_id

STORE_MD = ROOT / "server/STORE.md"


def test_room_of_a_player_and_a_key_is_always_the_same() -> None:
    first = keys.room_id(PlayerId("paaaaaaaaaaaaaaaa"), "k" * 16)
    assert first == "824d6ipmvd4azo"
    assert first != keys.room_id(PlayerId("paaaaaaaaaaaaaaab"), "k" * 16)
    # The parts do not run into each other.
    assert keys.room_id(PlayerId("pa"), "bc") != keys.room_id(PlayerId("pab"), "c")


def test_rooms_have_their_form_and_are_spread() -> None:
    rooms = [room_id(number) for number in range(5000)]
    assert all(keys.is_room_id(room) for room in rooms)
    assert len(set(map(keys.shard, rooms))) == 256
    for wrong in ("", "zz" + "a" * 12, "AA" + "a" * 12, "00" + "a" * 11 + "1", "00" + "a" * 13):
        assert not keys.is_room_id(wrong)


def test_keys_of_a_room_have_the_tag_of_its_shard() -> None:
    room = room_id()
    for name in (keys.state, keys.log, keys.deals, keys.chat, keys.watchers, keys.channel):
        assert name(room).startswith(f"kozyr:{{s{room[:2]}}}:room:{room}")
    assert keys.record(f"{room}-3") == f"kozyr:{{s{room[:2]}}}:record:{room}-3"


def test_every_key_is_described() -> None:
    text = STORE_MD.read_text("utf-8")
    patterns = {keys.PROCESSES_ALIVE, keys.PROCESSES_TOLD, keys.CLOCK, keys.LISTENERS}
    for name, function in inspect.getmembers(keys, inspect.isfunction):
        given = {"room": "ID", "name": "NN", "record_id": "ID", "player": "PLAYER"}
        given |= {"connection": "NAME", "game": "GAME"}
        parameters = list(inspect.signature(function).parameters)
        if name in {"room_id", "shard", "is_room_id"} or function.__module__ != keys.__name__:
            continue
        key = str(function(*(given[parameter] for parameter in parameters)))
        patterns.add(re.sub(r"\{s(ID|NN)\}", "{sNN}", key))
    assert len(patterns) == 24
    missing = sorted(pattern for pattern in patterns if f"`{pattern}`" not in text)
    assert not missing, f"server/STORE.md does not describe {missing}"
