"""Frames that wait for a command (`kozyr_server.transport.inbox`)."""

from kozyr_server.transport.inbox import (
    CROWDED_BYTES,
    CROWDED_FRAMES,
    MAX_BYTES,
    MAX_FRAMES,
    Inbox,
)


def test_the_oldest_comes_first_and_is_gone() -> None:
    inbox = Inbox()
    assert inbox.put(b"one", 3)
    assert inbox.put("zwölf", 6)
    assert (len(inbox), inbox.waiting_bytes) == (2, 9)
    assert [inbox.pop(), inbox.pop()] == [b"one", "zwölf"]
    assert (len(inbox), inbox.waiting_bytes) == (0, 0)


def test_it_is_crowded_by_number_or_by_size() -> None:
    many, large = Inbox(), Inbox()
    crowded = [many.put(b"", 0) and many.is_crowded for _ in range(CROWDED_FRAMES)]
    assert crowded == [False] * (CROWDED_FRAMES - 1) + [True]
    sizes = (CROWDED_BYTES - 1, 1)
    assert [large.put(b"", size) and large.is_crowded for size in sizes] == [False, True]
    large.pop()
    assert not large.is_crowded


def test_beyond_its_bounds_it_takes_nothing() -> None:
    many, large = Inbox(), Inbox()
    assert all(many.put(b"", 0) for _ in range(MAX_FRAMES))
    assert not many.put(b"", 0)
    assert len(many) == MAX_FRAMES
    assert large.put(b"", MAX_BYTES)
    assert not large.put(b"", 1)
    assert large.waiting_bytes == MAX_BYTES
    large.clear()
    assert large.put(b"", 1)
