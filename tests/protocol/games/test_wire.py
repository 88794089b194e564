"""Scenarios of `kozyr_protocol.games.wire`, with the wire forms of all games in `WIRES`."""

from typing import Any

import msgspec
import pytest
from msgspec import Raw, Struct

from kozyr_protocol.games import WIRES
from kozyr_protocol.games.wire import GameWire, SheetRow, without


class Say(Struct, frozen=True, tag_field="type", tag="say"):
    word: str


class Heard(Struct, frozen=True, tag_field="type", tag="heard"):
    word: str


class Words(Struct, frozen=True):
    said: tuple[str, ...] = ()


def _fold(view: Words, event: Heard) -> Words:
    return Words((*view.said, event.word))


TALK: GameWire[Say, Heard, Words] = GameWire(Say, Heard, Words, _fold)


def _raw(value: object) -> Raw:
    return Raw(msgspec.msgpack.encode(value))


def test_decoders_are_made_once() -> None:
    assert TALK.actions is TALK.actions
    assert TALK.actions.decode(_raw({"type": "say", "word": "hm"})) == Say("hm")


def test_an_encoded_view_is_folded() -> None:
    folded = TALK.fold_raw(_raw(Words(("a",))), _raw({"type": "heard", "word": "b", "new": 1}))
    assert TALK.views.decode(folded) == Words(("a", "b"))


@pytest.mark.parametrize("event", [{"type": "sung", "word": "b"}, {"type": "heard"}, [], None])
def test_an_event_that_is_not_known_leaves_the_view(event: object) -> None:
    view = _raw(Words(("a",)))
    assert TALK.fold_raw(view, _raw(event)) == view


def test_without_takes_one_card() -> None:
    assert without(("2C", "3C", "4C"), "3C") == ("2C", "4C")
    assert without(("2C",), "2C") == ()


def test_without_a_card_that_is_not_there_nothing_changes() -> None:
    assert without(("2C", "3C"), "KH") == ("2C", "3C")
    assert without((), "KH") == ()


def test_a_row_of_the_sheet_survives_its_encoding() -> None:
    row = SheetRow(1, 2, (3, 4), (3, 4), {"tricks": [3, 4]}, 7)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(row), type=SheetRow) == row


@pytest.mark.parametrize("wire", WIRES.values(), ids=WIRES.keys())
def test_every_action_and_event_has_a_tag_in_snake_case(wire: GameWire[Any, Any, Any]) -> None:
    for union in (wire.action, wire.event):
        _, components = msgspec.json.schema_components([union])
        tags = [
            each["properties"]["type"]["enum"][0]
            for each in components.values()
            if "type" in each.get("properties", {})
        ]
        assert tags
        assert all(tag == tag.lower() and tag.replace("_", "").isalpha() for tag in tags)
