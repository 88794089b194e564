"""Types of fields that messages share (`kozyr_protocol.base`)."""

from typing import Any

import msgspec
import pytest

from kozyr_protocol import base


def _taken(kind: Any, value: object) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (base.CommandId, [0, 2**53 - 1], [-1, 2**53, "1", 1.5]),
        (base.Key, ["a" * 16, "A-_9" * 8], ["a" * 15, "a" * 33, "a" * 15 + "\n", "a" * 16 + "\n"]),
        (base.Hash, ["0" * 64], ["0" * 63, "G" * 64, "A" * 64, "0" * 64 + "\n"]),
        (base.Mode, ["events", "views"], ["Events", "", "views\n"]),
        (base.Language, ["en", "ru"], ["EN", "eng", "e", "en\n"]),
        (base.Level, ["easy", "usual", "strong"], ["", "sound", "strong\n"]),
        (base.Access, ["open", "knock", "password"], ["", "private", "open\n"]),
        (base.Room, ["a", "a" * 32], ["", "a" * 33]),
        (base.Passphrase, ["x", "x" * 256], ["", "x" * 257]),
    ],
)
def test_what_is_taken_and_what_is_not(kind: Any, good: list[Any], bad: list[Any]) -> None:
    assert [value for value in good if not _taken(kind, value)] == []
    assert [value for value in bad if _taken(kind, value)] == []
