"""The seam, `kozyr_server.store.model`: what must stay as it is written."""

import inspect

import msgspec

from kozyr_server.store import model
from kozyr_server.store.client import RedisStore
from kozyr_server.store.model import Entry, Store
from kozyr_testing.steps import tag


def test_client_has_all_that_the_seam_names() -> None:
    for name, wanted in inspect.getmembers(Store, inspect.isfunction):
        if name.startswith("_"):
            continue
        given = getattr(RedisStore, name)
        assert inspect.signature(given) == inspect.signature(wanted), name


def test_entry_is_an_array_that_newer_servers_may_lengthen() -> None:
    entry = Entry(
        version=3,
        tag=tag(3),
        at_ms=1,
        label="act",
        by="",
        due_ms=0,
        prev=tag(2),
        lines=False,
        moved=False,
        shared=b"\0",
        seats={2: b"x"},
    )
    packed = msgspec.msgpack.encode(entry)
    assert msgspec.msgpack.decode(packed, type=Entry) == entry
    longer = msgspec.msgpack.encode([*msgspec.msgpack.decode(packed), {}, "new"])
    assert msgspec.msgpack.decode(longer, type=Entry) == entry


def test_shards_are_two_hexadecimal_digits() -> None:
    assert model.SHARDS == 16**2
