"""Single keys of a terminal (`kozyr_cli.keys`)."""

import os
import pty
import sys
from collections.abc import Iterator

import pytest

from kozyr_cli import keys


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Where somebody types; the standard input is the other side."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        yield ours
        os.close(ours)


def test_several_keys_in_one_read_are_several_keys(person: int) -> None:
    with keys.reading() as read_key:
        os.write(person, b"nn \x1b[A\x1bOC\x1b[1;5Dp\xd1\x82\x1b")
        expected = ["n", "n", " ", "\x1b[A", "\x1bOC", "\x1b[1;5D", "p", "\xd1", "\x82", "\x1b"]
        assert [read_key() for _ in expected] == expected


def test_keys_pressed_before_are_kept_for_both_sides(person: int) -> None:
    os.write(person, b"n")
    with keys.reading() as read_key:
        assert read_key() == "n"
        os.write(person, b"xy\n")
        assert read_key() == "x"
    os.write(person, b"line\n")
    assert sys.stdin.readline() == "line\n"


def test_ctrl_c_keeps_its_place(person: int) -> None:
    with keys.reading() as read_key:
        os.write(person, b"n\x03")
        assert read_key() == "n"
        with pytest.raises(KeyboardInterrupt):
            read_key()


def test_a_terminal_that_is_gone_is_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(theirs) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        with keys.reading() as read_key:
            os.close(ours)
            assert read_key() == ""
