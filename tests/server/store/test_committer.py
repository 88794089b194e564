"""The connection of commits, `kozyr_server.store.committer`: batches, bounds, lost answers."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kozyr_protocol.ids import RoomId
from kozyr_server.settings import Settings
from kozyr_server.store import address, committer, keys, library
from kozyr_server.store.committer import Committer
from kozyr_server.store.embedded import EmbeddedSettings, EmbeddedStore
from kozyr_server.store.model import Commit, CommitResult, Status
from kozyr_server.store.subscriber import Subscriber
from kozyr_testing.proxy import proxy
from kozyr_testing.steps import room_id, step, tag
from kozyr_testing.waiting import until

ROOM = room_id()


@asynccontextmanager
async def committing(url: str) -> AsyncIterator[Committer]:
    script = library.load().commit
    async with Committer(address.parse(url), "kozyr-test-commits", script) as running:
        yield running


async def evalsha_calls(raw: Any) -> int:
    stats = await raw.info("commandstats")
    return int(stats.get("cmdstat_evalsha", {}).get("calls", 0))


async def test_commits_of_one_turn_are_one_call(url: str, raw: Any) -> None:
    async with committing(url) as running:
        # EVALSHA fails once with NOSCRIPT, and is not counted by all stores then.
        await running.commit(step(room_id(99)))
        before = await evalsha_calls(raw)
        steps = [step(room_id(number)) for number in range(20)]
        results = await asyncio.gather(*map(running.commit, steps))
        assert {result.status for result in results} == {Status.OK}
        assert await evalsha_calls(raw) == before + 1


async def test_what_comes_while_a_call_is_under_way_is_the_next(url: str, raw: Any) -> None:
    async with proxy(url) as between, committing(between.url) as running:
        await running.commit(step(room_id(99)))
        before = await evalsha_calls(raw)
        between.delay_s = 0.05
        first = asyncio.ensure_future(running.commit(step(ROOM)))
        await until(lambda: running.counters["commits"] == 2)
        rest = [asyncio.ensure_future(running.commit(step(room_id(n)))) for n in range(1, 9)]
        for task in (first, *rest):
            assert (await task).status is Status.OK
        assert await evalsha_calls(raw) == before + 2


@pytest.mark.parametrize(("count", "state_bytes", "calls"), [(130, 10, 3), (10, 60_000, 3)])
async def test_calls_are_bounded(
    url: str, raw: Any, count: int, state_bytes: int, calls: int
) -> None:
    async with committing(url) as running:
        await running.commit(step(room_id(999)))
        before = await evalsha_calls(raw)
        steps = [step(room_id(n), state=b"s" * state_bytes) for n in range(count)]
        results = await asyncio.gather(*map(running.commit, steps))
        assert {result.status for result in results} == {Status.OK}
        assert await evalsha_calls(raw) == before + calls


async def test_a_commit_larger_than_the_bound_goes_alone(url: str) -> None:
    large = step(ROOM, state=b"s" * (committer.MAX_CALL_BYTES + 1))
    async with committing(url) as running:
        results = await asyncio.gather(*map(running.commit, (large, step(room_id(1)))))
        assert {result.status for result in results} == {Status.OK}
        assert running.counters["calls"] == 2


async def test_what_all_of_a_full_worker_do_in_one_moment_is_done(url: str) -> None:
    async with committing(url) as running:
        steps = [step(room_id(number)) for number in range(Settings().max_connections)]
        results = await asyncio.gather(*map(running.commit, steps))
    assert {result.status for result in results} == {Status.OK}


async def test_queue_is_bounded(url: str) -> None:
    async with proxy(url) as between:
        between.refuse = True
        async with committing(between.url) as running:
            steps = [step(room_id(n)) for n in range(committer.MAX_QUEUE + 1)]
            results = await asyncio.gather(*map(running.commit, steps))
    assert {result.status for result in results} == {Status.UNAVAILABLE}
    assert results[-1].detail == "too many commits wait"
    assert results[0].detail == "the store is away"


async def test_cancelled_before_it_was_sent_it_is_not_sent(url: str) -> None:
    async with committing(url) as running:
        await running.commit(step(room_id(1)))
        running.commit(step(ROOM)).cancel()
        assert (await running.commit(step(room_id(2)))).status is Status.OK
        assert (await running.commit(step(ROOM))).status is Status.OK


async def test_lost_answer_is_not_taken_for_a_conflict(url: str, raw: Any) -> None:
    async with proxy(url) as between, committing(between.url) as running:
        assert (await running.commit(step(ROOM))).status is Status.OK
        between.cut_after = b"EVALSHA"
        assert (await running.commit(step(ROOM, 1))).status is Status.OK
        assert between.cuts == 1
        assert await raw.hget(keys.state(ROOM), "v") == b"2"
        assert (await running.commit(step(ROOM, 2))).status is Status.OK


async def test_lost_request_is_to_be_decided_again(url: str, raw: Any) -> None:
    async with proxy(url) as between, committing(between.url) as running:
        assert (await running.commit(step(ROOM))).status is Status.OK
        between.cut_before = b"EVALSHA"
        lost = await running.commit(step(ROOM, 1))
        assert (lost.status, lost.version, lost.tag) == (Status.CONFLICT, 1, tag(1))
        assert (await running.commit(step(ROOM, 1))).status is Status.OK


async def test_lost_answer_of_a_real_conflict_is_a_conflict(url: str) -> None:
    async with proxy(url) as between, committing(between.url) as running:
        assert (await running.commit(step(ROOM))).status is Status.OK
        between.cut_after = b"EVALSHA"
        lost = await running.commit(step(ROOM, new_tag=tag(50)))
        assert (lost.status, lost.version, lost.tag) == (Status.CONFLICT, 1, tag(1))


async def test_every_commit_of_a_lost_call_is_found_out(url: str) -> None:
    async with proxy(url) as between, committing(between.url) as running:
        assert (await running.commit(step(ROOM))).status is Status.OK
        between.cut_after = b"EVALSHA"
        steps = [step(room_id(n), new_tag=tag(50)) for n in range(10)]
        results = await asyncio.gather(*map(running.commit, steps))
        assert [result.status for result in results] == [Status.CONFLICT] + [Status.OK] * 9


async def test_silent_connection_is_given_up_and_its_commit_found_out(url: str, raw: Any) -> None:
    async with proxy(url) as between, committing(between.url) as running:
        await running.commit(step(ROOM))
        between.hole = True
        task = asyncio.ensure_future(running.commit(step(ROOM, 1)))
        await until(lambda: running.counters["calls"] == 2)
        await until(lambda: running.counters["reconnects"] > 0)
        between.hole = False
        lost = await task
        assert (lost.status, lost.version) == (Status.CONFLICT, 1)
        listed = [client["name"] for client in await raw.client_list()]
        assert listed.count("kozyr-test-commits") == 1


async def test_what_a_lost_connection_sent_never_runs_later(url: str, raw: Any) -> None:
    async with proxy(url) as between, committing(between.url) as running:
        await running.commit(step(ROOM))
        between.hold = b"EVALSHA"
        lost = await running.commit(step(ROOM, 1))
        assert (lost.status, lost.version) == (Status.CONFLICT, 1)
        between.release.set()
        assert (await running.commit(step(room_id(1)))).status is Status.OK
        assert await raw.hget(keys.state(ROOM), "v") == b"1"
        names = [client["name"] for client in await raw.client_list()]
        assert names.count("kozyr-test-commits") == 1


async def test_outcome_is_unknown_after_five_seconds(url: str) -> None:
    async with proxy(url) as between, committing(between.url) as running:
        await running.commit(step(ROOM))
        between.hole = True
        began = asyncio.get_running_loop().time()
        lost = await running.commit(step(ROOM, 1))
        took_s = asyncio.get_running_loop().time() - began
        assert lost.status is Status.UNKNOWN
        assert 4.9 < took_s < 6.0
        between.hole = False
        again = await running.commit(step(ROOM, 1))
        assert again.status is Status.OK
        assert running.counters[Status.UNKNOWN] == 1


async def test_full_memory_refuses_what_grows_and_closes_rooms(url: str, raw: Any) -> None:
    async with committing(url) as running:
        await running.commit(step(ROOM))
        await raw.config_set("maxmemory", "1mb")
        results = await asyncio.gather(
            running.commit(step(room_id(1))), running.commit(step(room_id(2)))
        )
        assert {result.status for result in results} == {Status.FULL}
        assert (await running.commit(step(ROOM, 1, state=None))).status is Status.OK
        assert await raw.exists(keys.state(ROOM), keys.state(room_id(1))) == 0
        await raw.config_set("maxmemory", "0")
        assert (await running.commit(step(room_id(1)))).status is Status.OK


async def test_read_only_store_is_unavailable(url: str, raw: Any) -> None:
    async with committing(url) as running:
        await running.commit(step(ROOM))
        await raw.replicaof("127.0.0.1", "1")
        for each in (step(ROOM, 1), step(ROOM, 1, state=None)):
            assert (await running.commit(each)).status is Status.UNAVAILABLE
        await raw.replicaof("NO", "ONE")
        assert (await running.commit(step(ROOM, 1))).status is Status.OK


async def test_loading_store_is_unavailable(url: str) -> None:
    async with proxy(url) as between, committing(between.url) as running:
        await running.commit(step(ROOM))
        between.say = (b"EVALSHA", b"-LOADING the dataset is loaded in memory\r\n")
        assert (await running.commit(step(ROOM, 1))).status is Status.UNAVAILABLE
        between.say = None
        assert (await running.commit(step(ROOM, 1))).status is Status.OK


async def test_error_in_the_midst_of_a_call_is_looked_into(url: str) -> None:
    async with proxy(url) as between, committing(between.url) as running:
        await running.commit(step(ROOM))
        between.say = (b"EVALSHA", b"-ERR user_script:7: a mistake\r\n")
        lost = await running.commit(step(ROOM, 1))
        assert (lost.status, lost.version) == (Status.CONFLICT, 1)


async def test_script_that_the_store_forgot_is_sent_again(url: str, raw: Any) -> None:
    async with committing(url) as running:
        await running.commit(step(ROOM))
        await raw.script_flush()
        assert (await running.commit(step(ROOM, 1))).status is Status.OK


async def test_killed_store_that_comes_back_goes_on(tmp_path: Path) -> None:
    async with (
        EmbeddedStore(EmbeddedSettings(tmp_path, "always")) as embedded,
        committing(embedded.url) as running,
    ):
        assert (await running.commit(step(ROOM))).status is Status.OK
        assert embedded.pid is not None
        os.kill(embedded.pid, signal.SIGKILL)
        results = await run_on(running, ROOM)
        assert results[-1].status is Status.OK
        assert {result.status for result in results} <= {
            Status.OK,
            Status.CONFLICT,
            Status.UNAVAILABLE,
        }


async def run_on(running: Committer, room: RoomId) -> list[CommitResult]:
    """Commit until one is done, as a room does that decides again."""
    results: list[CommitResult] = []
    again: Commit = step(room, 1)
    async with asyncio.timeout(10):
        while not results or results[-1].status is not Status.OK:
            results.append(await running.commit(again))
    return results


async def test_closing_answers_all_who_wait(url: str) -> None:
    async with proxy(url) as between:
        async with committing(between.url) as running:
            await running.commit(step(ROOM))
            between.hole = True
            sent = asyncio.ensure_future(running.commit(step(ROOM, 1)))
            await until(lambda: running.counters["calls"] == 2)
            waiting = asyncio.ensure_future(running.commit(step(room_id(1))))
            await asyncio.sleep(0)
        assert (await sent).status is Status.UNKNOWN
        assert (await waiting).status is Status.UNAVAILABLE


class Heard:
    """What the listener of one process was told."""

    def __init__(self, listener: Subscriber) -> None:
        self.listener = listener
        self.entries: list[tuple[RoomId, bytes, bytes | None]] = []
        self.compared = 0
        listener.listen(lambda *told: self.entries.append(told), lambda *_: None, self._compare)

    async def _compare(self) -> None:
        self.compared += 1


@asynccontextmanager
async def process(url: str, name: str = "a") -> AsyncIterator[tuple[Committer, Heard]]:
    """Both hot connections of one process, whose listener listens."""
    place, script = address.parse(url), library.load().commit
    async with Subscriber(place, f"kozyr-{name}-messages") as listener:
        await listener.subscribe(ROOM)
        async with Committer(place, f"kozyr-{name}-commits", script, listener) as running:
            yield running, Heard(listener)


async def test_the_only_process_hears_its_own_commits_without_a_message(url: str, raw: Any) -> None:
    async with process(url) as (running, heard):
        results = [await running.commit(step(ROOM, n)) for n in range(2)]
        assert (await running.commit(step(room_id(1)))).status is Status.OK
        assert {result.status for result in results} == {Status.OK}
        # Of a room that it does not listen to it hears nothing, as with messages.
        assert heard.entries == [(ROOM, b"entry 1", b"state 1"), (ROOM, b"entry 2", b"state 2")]
        assert running.counters["untold"] == 3
        assert heard.listener.counters["messages"] == 0
        assert "cmdstat_publish" not in await raw.info("commandstats")


async def test_who_tells_his_followers_himself_hears_his_commit_only_where_he_gave_up(
    url: str,
) -> None:
    async with process(url) as (running, heard):
        told = replace(step(ROOM), is_told=True)
        assert (await running.commit(told)).status is Status.OK
        assert heard.entries == []
        given_up = running.commit(replace(step(ROOM, 1), is_told=True))
        # Sent in the next turn of the loop, and answered later.
        await asyncio.sleep(0)
        assert running.counters["commits"] == 2
        given_up.cancel()
        await until(lambda: bool(heard.entries))
        assert heard.entries == [(ROOM, b"entry 2", b"state 2")]


async def test_a_second_process_is_told_from_the_moment_it_listens(url: str) -> None:
    async with process(url) as (first, heard):
        assert (await first.commit(step(ROOM))).status is Status.OK
        async with process(url, "b") as (second, also_heard):
            assert (await first.commit(step(ROOM, 1))).status is Status.OK
            assert (await second.commit(step(ROOM, 2))).status is Status.OK
            await until(lambda: len(also_heard.entries) == 2)
            await until(lambda: len(heard.entries) == 3)
        assert first.counters["untold"] == 1
        assert second.counters["untold"] == 0
        assert [entry for _, entry, _ in also_heard.entries] == [b"entry 2", b"entry 3"]


async def test_no_listening_process_misses_a_commit_while_others_come_and_go(url: str) -> None:
    async def play(running: Committer) -> None:
        for number in range(400):
            assert (await running.commit(step(ROOM, number))).status is Status.OK

    async with process(url) as (running, heard):
        playing = asyncio.create_task(play(running))
        while not playing.done():
            async with process(url, "b") as (_, also_heard):
                # It listens, so whatever is committed from here on is told to it.
                seen = running.counters[Status.OK]
                await until(lambda s=seen: running.counters[Status.OK] >= min(400, s + 20))  # type: ignore[misc]
                last = running.counters[Status.OK]
                wanted = [b"entry %d" % (n + 1) for n in range(seen + 1, last)]
                await until(
                    lambda w=wanted, h=also_heard: {e for _, e, _ in h.entries}.issuperset(w)  # type: ignore[misc]
                )
        await playing
        await until(lambda: len(heard.entries) == 400)
        assert 0 < running.counters["untold"] < 400
    assert [entry for _, entry, _ in heard.entries] == [b"entry %d" % n for n in range(1, 401)]


async def test_after_a_lost_answer_all_rooms_are_compared(url: str) -> None:
    async with proxy(url) as between, process(url) as (_, heard):
        script = library.load().commit
        place = address.parse(between.url)
        async with Committer(place, "kozyr-lossy-commits", script, heard.listener) as lossy:
            assert (await lossy.commit(step(ROOM))).status is Status.OK
            assert heard.compared == 0
            between.cut_after = b"EVALSHA"
            assert (await lossy.commit(step(ROOM, 1))).status is Status.OK
            await until(lambda: heard.compared == 1)
            assert (await lossy.commit(step(ROOM, 2))).status is Status.OK
            assert lossy.counters["untold"] == 2


async def test_who_cannot_end_a_lost_connection_publishes_always(url: str, raw: Any) -> None:
    await raw.acl_setuser(
        "limited", enabled=True, nopass=True, keys=["*"], channels=["*"],
        commands=["+@all", "-client|list"],
    )  # fmt: skip
    limited = url.replace("unix://", "unix://limited:any@").replace(
        "redis://", "redis://limited:any@"
    )
    async with process(limited) as (running, heard):
        assert (await running.commit(step(ROOM))).status is Status.OK
        await until(lambda: heard.entries == [(ROOM, b"entry 1", b"state 1")])
        assert running.counters["untold"] == 0
