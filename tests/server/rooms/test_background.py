"""`kozyr_server.rooms.background`: tasks that nobody awaits."""

import asyncio

from kozyr_server.rooms.background import Background
from kozyr_server.telemetry import Metrics
from kozyr_testing.waiting import until


async def test_work_runs_beside_the_caller() -> None:
    background, done = Background(), asyncio.Event()

    async def work() -> None:
        done.set()

    assert background.run(work())
    await asyncio.wait_for(done.wait(), 5)
    await background.stop()


async def test_too_much_work_is_refused_and_counted() -> None:
    metrics, gate, ran = Metrics(), asyncio.Event(), []
    background = Background(1, metrics)

    async def work(name: str) -> None:
        await gate.wait()
        ran.append(name)

    assert background.run(work("first"))
    assert not background.run(work("second"))
    assert background.refused == 1
    assert b"kozyr_background_refused_total 1.0" in metrics.exposition()
    gate.set()
    await until(lambda: ran == ["first"])
    assert background.run(work("third"))
    await until(lambda: ran == ["first", "third"])
    await background.stop()


async def test_a_failure_ends_its_own_work_only() -> None:
    background, ran = Background(), []

    async def fail() -> None:
        raise ValueError("on purpose")

    async def work() -> None:
        ran.append(1)

    background.run(fail())
    background.run(work())
    await until(lambda: bool(ran))
    await background.stop()


async def test_stop_cancels_all_and_nothing_runs_after_it() -> None:
    background, cancelled = Background(), []

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append(1)
            raise

    background.run(wait())
    await asyncio.sleep(0)
    await background.stop()
    assert cancelled == [1]
    assert not background.run(wait())
