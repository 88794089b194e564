"""`kozyr_protocol.record`: reading and writing lines of `kozyr.record/1`."""

import json
from typing import Any

import pytest

from kozyr_protocol import record
from kozyr_protocol.record import By, Ended, RecordError
from kozyr_testing import frames

(EXAMPLE,) = (each.value for each in frames.examples() if each.mark == "record")


def _line(**changes: Any) -> str:
    return json.dumps({**EXAMPLE, **changes})


def test_what_is_read_is_written_again() -> None:
    game = record.loads(_line())
    line = record.dumps(game)
    assert json.loads(line) == EXAMPLE
    assert record.loads(line) == game
    assert b"\n" not in line


def test_a_record_reads_as_it_is_described() -> None:
    game = record.loads(_line())
    assert game.ended is Ended.COMPLETE
    assert game.seats[1].stand_ins[0].to_ms is None
    (deal,) = game.deals
    assert deal.hands[1] == ("4S", "TH")
    assert [action.by for action in deal.actions] == [By.PLAYER, By.TIMEOUT]
    assert json.loads(bytes(deal.actions[0].action)) == {"type": "play", "card": "TH"}
    assert deal.fairness.missing == ()


def test_readers_ignore_unknown_fields() -> None:
    deals = [{**deal, "mood": "good"} for deal in EXAMPLE["deals"]]
    assert record.loads(_line(deals=deals, weather="rain")) == record.loads(_line())


def test_fields_with_a_default_may_be_absent() -> None:
    optional = {"aside", "turned", "upcard", "stock", "last_card"}
    deals = [{k: v for k, v in deal.items() if k not in optional} for deal in EXAMPLE["deals"]]
    assert record.loads(_line(deals=deals)) == record.loads(_line())
    assert record.loads(_line(deals=[])).deals == ()


def test_another_format_is_refused() -> None:
    with pytest.raises(RecordError, match=r"kozyr\.record/2.*reads 'kozyr\.record/1'"):
        record.loads(_line(format="kozyr.record/2"))


@pytest.mark.parametrize("name", sorted(set(EXAMPLE) - {"format", "deals", "public"}))
def test_a_missing_field_is_named(name: str) -> None:
    line = json.dumps({key: value for key, value in EXAMPLE.items() if key != name})
    with pytest.raises(RecordError, match=f"`{name}`"):
        record.loads(line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{}",
        "[]",
        "null",
        "not json",
        "{" * 5_000,
        '{"a":' * 5_000,
        b"\xff\xfe",
        '{"format": "\ud800"}',
        _line(totals="many"),
        _line(ended="yesterday"),
        _line(deals=[{}]),
    ],
)
def test_what_is_no_record_is_refused(line: bytes | str) -> None:
    with pytest.raises(RecordError, match="not a record"):
        record.loads(line)
