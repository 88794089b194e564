"""Values that show nothing, `kozyr_protocol.discreet`, and the messages that are such values."""

from dataclasses import dataclass
from typing import Any

import pytest
from msgspec import Struct

from kozyr_protocol import codec
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.discreet import Discreet
from kozyr_protocol.messages import FeedLink, Hello, Welcome
from kozyr_testing.canaries import need_discreet

MSGPACK = Subprotocol.MSGPACK


@dataclass(frozen=True, repr=False)
class Hand(Discreet):
    cards: tuple[str, ...]


class Key(Discreet, Struct, frozen=True):
    key: str
    count: int


class Ring(Struct, frozen=True):
    key: Key


@pytest.mark.parametrize("kind", [Hand, Key, Ring, Hello, FeedLink, Welcome])
def test_no_text_shows_what_is_in_it(kind: type[Any]) -> None:
    need_discreet(kind)


def test_the_search_finds_what_is_shown() -> None:
    class Open(Struct):
        key: str

    with pytest.raises(AssertionError):
        need_discreet(Open)


def test_it_travels_as_before() -> None:
    hello = Hello(1, 1, token="T" * 43)
    assert codec.decode_client(codec.encode_client(hello, MSGPACK), MSGPACK) == hello
    assert repr(hello) == "Hello()"
