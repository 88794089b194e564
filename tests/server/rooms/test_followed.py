"""`kozyr_server.rooms.followed`: what is remembered of a room's versions, and who follows."""

from kozyr_protocol.ids import RoomId, Tag
from kozyr_server.rooms.followed import HISTORY, Followed, Held, Member
from kozyr_server.rooms.room import Line
from kozyr_server.store.model import Entry
from kozyr_testing.desk import PROCESS, ROOM, player
from kozyr_testing.hand_store import TestPeer


def entry(version: int, tag: str) -> Entry:
    return Entry(version, Tag(tag), 0, "act", "", 0, "", False, False, b"", {})


def test_the_tags_of_the_last_versions_are_remembered() -> None:
    followed = Followed(ROOM)
    for version in range(1, HISTORY + 11):
        followed.move_to(version, f"tag {version}", None)
    known = [v for v in range(HISTORY + 20) if followed.tag_at(v) is not None]
    assert known == list(range(11, HISTORY + 11))
    assert followed.was_told(entry(11, "tag 11")) is True
    assert followed.was_told(entry(11, "other")) is False
    assert followed.was_told(entry(10, "tag 10")) is None


def test_another_history_forgets_the_one_before() -> None:
    followed = Followed(ROOM)
    followed.move_to(5, "five", None)
    followed.hold(7, Held(entry(7, "seven"), None, None))
    assert list(followed.held) == [7]
    assert Followed(ROOM).held == {}
    followed.restart_at(4, "four", None)
    assert (followed.version, followed.tag, followed.held) == (4, "four", {})
    assert followed.was_told(entry(5, "five")) is None
    assert followed.was_told(entry(4, "four")) is True


async def test_a_lock_is_kept_while_somebody_uses_the_room() -> None:
    followed = Followed(ROOM)
    lock = followed.lock
    followed.users += 1
    followed.rest()
    assert followed.lock is lock
    followed.users -= 1
    followed.rest()
    assert followed.lock is not lock


def test_watchers_are_members_without_a_seat() -> None:
    followed = Followed(RoomId(ROOM))
    for number, role in enumerate((None, 2, None)):
        peer = TestPeer(player(number))
        followed.members[peer] = Member(peer, "events", Line(PROCESS, number), role, 1)
    assert followed.watchers == 2
