"""`kozyr_server.rooms.resume`: whether what is kept leads from the client's version to now."""

import pytest
from msgspec.structs import replace

from kozyr_protocol.ids import RoomId, Tag
from kozyr_protocol.messages import Follow
from kozyr_server.rooms import resume
from kozyr_server.rooms.resume import Missed, judged
from kozyr_server.store.model import Entry

ROOM = RoomId("00aaaaaaaaaaaa")


def tag(version: int) -> Tag:
    return Tag(f"{version:016x}")


def entry(version: int, shared: bytes = b"shared", seats: dict[int, bytes] | None = None) -> Entry:
    return Entry(
        version=version,
        tag=tag(version),
        at_ms=0,
        label="act",
        by="",
        due_ms=0,
        prev=tag(version - 1),
        lines=False,
        moved=False,
        shared=shared,
        seats=seats or {},
    )


def asked(version: int | None = 5, known: Tag | None = None) -> Follow:
    given = known if known is not None or version is None else tag(version)
    return Follow(id=1, room=ROOM, version=version, tag=given)


RUN = tuple(entry(version) for version in range(6, 10))


def test_all_entries_in_between_are_what_was_missed() -> None:
    assert judged(asked(), 9, RUN, None) == Missed(None, RUN)
    assert judged(asked(8), 9, RUN[3:], 0) == Missed(None, RUN[3:])


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ((), "too_old"),
        (RUN[1:], "too_old"),
        ((RUN[0], RUN[2], RUN[3]), "too_old"),
        ((RUN[0], replace(RUN[1], prev=Tag("x")), *RUN[2:]), "too_old"),
        ((replace(RUN[0], prev=Tag("x")), *RUN[1:]), "rolled_back"),
        (RUN[:3], "too_much"),
        ((RUN[0], replace(RUN[1], moved=True), *RUN[2:]), "role_changed"),
        ((RUN[0], replace(RUN[1], shared=b"x" * resume.MAX_MISSED_BYTES), *RUN[2:]), "too_much"),
    ],
)
def test_the_reason_why_a_fresh_view_is_needed(entries: tuple[Entry, ...], reason: str) -> None:
    assert judged(asked(), 9, entries, None) == Missed(reason)


def test_too_many_entries_are_not_sent_one_by_one() -> None:
    run = tuple(entry(version) for version in range(6, 6 + resume.MAX_MISSED + 1))
    assert judged(asked(), run[-1].version, run, None) == Missed("too_much")
    assert judged(asked(6), run[-1].version, run[1:], None).reason is None


def test_the_bytes_are_those_of_the_role() -> None:
    large = {1: b"x" * resume.MAX_MISSED_BYTES}
    run = (entry(6), entry(7, seats=large))
    assert judged(asked(), 7, run, 0).reason is None
    assert judged(asked(), 7, run, None).reason is None
    assert judged(asked(), 7, run, 1).reason == "too_much"


def test_a_change_of_lines_alone_does_not_need_a_fresh_view() -> None:
    run = (replace(RUN[0], lines=True), *RUN[1:])
    assert judged(asked(), 9, run, 2) == Missed(None, run)


def test_a_role_gets_its_own_frame_or_the_shared_one() -> None:
    one = entry(1, b"all", {2: b"two"})
    assert [resume.frame(one, role) for role in (None, 0, 2)] == [b"all", b"all", b"two"]


@pytest.mark.parametrize(
    ("command", "ahead"),
    [
        (asked(None), False),
        (asked(8), False),
        (asked(9), False),
        (asked(9, Tag("x")), True),
        (asked(10), True),
    ],
)
def test_a_client_is_ahead_when_it_knows_what_this_process_does_not(
    command: Follow, ahead: bool
) -> None:
    assert resume.is_ahead(command, 9, tag(9)) is ahead
