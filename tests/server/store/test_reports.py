"""Reports and the audit in the store (`kozyr_server.store.reports`)."""

from typing import Any

from kozyr_protocol.ids import PlayerId
from kozyr_protocol.messages import ChatLine
from kozyr_server.store import people_keys, people_scripts
from kozyr_server.store.calls import Calls
from kozyr_server.store.client import RedisStore
from kozyr_server.store.model import HostAct
from kozyr_server.store.reports import (
    HOST_AUDIT_S,
    MAX_HOST_AUDIT,
    Act,
    Audit,
    Reports,
    StoredReport,
)
from kozyr_testing.steps import CLOCK, CLOCK_KEY

ANNA, BOB = PlayerId("p" + "a" * 16), PlayerId("p" + "b" * 16)


def _report(number: int = 0) -> StoredReport:
    line = ChatLine(1, BOB, "Bob", None, "}0", 5)
    player = PlayerId(f"p{number}")
    return StoredReport(ANNA, "Anna", player, "Bob", "chat", "so 0}", None, (line,))


def _calls(store: RedisStore) -> Calls:
    return store._calls


async def test_the_same_report_of_a_day_is_kept_once(store: RedisStore) -> None:
    reports = store.people.reports
    assert await reports.add(_report(), 1)
    assert not await reports.add(_report(), 1)
    assert await reports.add(_report(), 2)
    (newest, _) = await reports.newest(10)
    assert newest.at_ms > 1_700_000_000_000
    assert (newest.text, newest.lines[0].text, len(newest.id)) == ("so 0}", "}0", 16)
    assert "Bob" not in repr(newest)


async def test_the_oldest_reports_go(store: RedisStore, raw: Any) -> None:
    reports = Reports(_calls(store), people_scripts.load(CLOCK), 3)
    for number in range(6):
        await raw.set(CLOCK_KEY, 1000 + number)
        await reports.add(_report(number), 1)
    assert {each.player for each in await reports.newest(10)} == {"p3", "p4", "p5"}
    assert await raw.hlen(people_keys.REPORTS) == 3


async def test_a_report_is_dealt_with_by_somebody(store: RedisStore) -> None:
    reports = store.people.reports
    await reports.add(_report(), 1)
    (report,) = await reports.newest(10)
    done = await reports.resolve(report.id, "Rita", "warned", 7)
    assert done is not None
    assert await reports.newest(10) == [done]
    assert (done.resolved_by, done.note, done.resolved_ms) == ("Rita", "warned", 7)
    assert await reports.resolve("none", "Rita", "", 7) is None


async def test_the_audit_is_bounded_and_the_newest_come_first(store: RedisStore, raw: Any) -> None:
    audit = Audit(_calls(store), 100)
    for number in range(400):
        await audit.add(Act(number, "Rita", "mute", ANNA, "loud"))
    assert [act.at_ms for act in await audit.newest(3)] == [399, 398, 397]
    assert 100 <= await raw.xlen(people_keys.AUDIT) < 300


async def test_acts_of_hosts_take_no_place_of_those_of_admins(store: RedisStore, raw: Any) -> None:
    people = store.people
    await people.audit.add(Act(1, "Rita", "mute", ANNA, "loud"))
    for number in range(MAX_HOST_AUDIT + 500):
        await store.note_host(HostAct(number, BOB, "Bob", "silence", ANNA))
    assert [act.what for act in await people.audit.newest(10)] == ["mute"]
    (last,) = await people.host_audit.newest(1)
    assert last == Act(MAX_HOST_AUDIT + 499, "Bob", "silence", ANNA, "", host=BOB)
    assert await raw.xlen(people_keys.HOST_AUDIT) < MAX_HOST_AUDIT + 200
    assert 0 < await raw.ttl(people_keys.HOST_AUDIT) <= HOST_AUDIT_S
    assert await raw.ttl(people_keys.AUDIT) == -1


async def test_reports_that_were_dealt_with_go_before_open_ones(
    store: RedisStore, raw: Any
) -> None:
    reports = Reports(_calls(store), people_scripts.load(CLOCK), 4)
    for number in range(4):
        await raw.set(CLOCK_KEY, 1000 + number)
        await reports.add(_report(number), 1)
    for player in ("p2", "p1"):
        (found,) = [each.id for each in await reports.newest(10) if each.player == player]
        assert await reports.resolve(found, "Rita", "", 7) is not None
    kept = []
    for number in range(4, 7):
        await raw.set(CLOCK_KEY, 1000 + number)
        await reports.add(_report(number), 1)
        kept.append({str(each.player) for each in await reports.newest(10)})
    assert kept == [
        {"p0", "p2", "p3", "p4"},
        {"p0", "p3", "p4", "p5"},
        {"p3", "p4", "p5", "p6"},
    ]
    assert await raw.hlen(people_keys.REPORTS) == 4
    assert await raw.exists(people_keys.RESOLVED) == 0
