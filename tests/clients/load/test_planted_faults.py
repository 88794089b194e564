"""The judge finds each fault that a proxy plants before a right server, and none without."""

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
import pytest_asyncio

from kozyr_load import scenario_file
from kozyr_load.judge.violation import Kind
from kozyr_load.running.run import Order, Run
from kozyr_load.running.serving import Served, served
from kozyr_load.target import target
from kozyr_testing import lying_proxy
from kozyr_testing.lying_proxy import Lies, lying

SCENARIO = {
    "rooms": 1,
    "duration_s": 1.5,
    "finish_s": 20.0,
    "games": [{"game": "twenty_nine", "seats": 3, "preset": "twenty_nine/solo"}],
    "spectators": {"per_room": 1},
    # A seat whose action was lost is played by the clock.
    "clock": {"turn_ms": 1000, "bank_ms": 0},
    "generator": {"max_lag_ms": 10_000.0, "max_cpu": 1.0},
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server() -> AsyncIterator[Served]:
    async with served(("--durability", "everysec")) as running:
        yield running


async def _found(server: Served, lies: Lies, file: Path) -> dict[str, int]:
    """The violations of a run against the server through a proxy."""
    async with lying(server.url, lies) as url:
        order = Order(scenario_file.parsed(SCENARIO), target(url, is_own=False), violations=file)
        report = await Run(order, lambda _: None).run()
    assert report.judge.records >= 1, "a game was finished, and its record fetched"
    assert report.passed is not bool(report.judge.violations)
    return report.judge.violations


@pytest.mark.asyncio(loop_scope="module")
async def test_an_honest_proxy_has_no_violation(server: Served, tmp_path: Path) -> None:
    file = tmp_path / "violations.jsonl"
    assert await _found(server, Lies(), file) == {}
    assert not file.exists()


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("lies", "kinds"),
    [
        (lying_proxy.Leak, {Kind.LEAK}),
        (lying_proxy.ForeignLegal, {Kind.LEAK}),
        (lying_proxy.LostAction, {Kind.LOST}),
        (lying_proxy.DoubledAction, {Kind.DOUBLED, Kind.RECORD}),
        (lying_proxy.WrongScore, {Kind.RECORD}),
        (lying_proxy.MissingRecord, {Kind.RECORD}),
        (lying_proxy.Reordered, {Kind.GAP, Kind.REPEAT}),
        (lying_proxy.Dropped, {Kind.GAP}),
        (lying_proxy.OtherTotal, {Kind.PICTURE}),
        (lying_proxy.ClockBack, {Kind.CLOCK}),
    ],
)
async def test_a_planted_fault_is_found(
    server: Served, tmp_path: Path, lies: type[Lies], kinds: set[Kind]
) -> None:
    planted, file = lies(), tmp_path / "violations.jsonl"
    found = await _found(server, planted, file)
    assert planted.told, "the lie was told"
    assert set(found) == kinds
    told = [msgspec.json.decode(line) for line in file.read_bytes().splitlines()]
    assert {each["kind"] for each in told} == kinds
    for each in told:
        assert each["room"]
        if each["kind"] in {Kind.LEAK, Kind.GAP, Kind.REPEAT, Kind.PICTURE, Kind.CLOCK}:
            assert any(each["frames"].values()), "with what passed before it"
