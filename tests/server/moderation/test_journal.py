"""The log of admins (`kozyr_server.moderation.journal`)."""

import json
from pathlib import Path

import pytest

from kozyr_server.moderation.journal import FILE, Journal
from kozyr_server.store.model import StoreUnavailableError
from kozyr_server.store.reports import Act
from kozyr_testing.crowds import crowds
from kozyr_testing.restartable import restartable_store

ACT = Act(5, "Рита", "mute", "p", "loud", 9)


async def test_an_act_is_in_the_store_and_in_the_file(tmp_path: Path) -> None:
    async with crowds(1) as (crowd,):
        audit = crowd.store.people.audit
        await Journal(audit, tmp_path / "data").note(ACT)
        await Journal(audit, None).note(ACT)
        assert await audit.newest(10) == [ACT, ACT]
    (line,) = (tmp_path / "data" / FILE).read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["admin"] == "Рита"


async def test_a_file_that_cannot_be_written_keeps_no_admin_from_his_work(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    async with crowds(1) as (crowd,):
        await Journal(crowd.store.people.audit, tmp_path).note(ACT)
        assert await crowd.store.people.audit.newest(10) == [ACT]


async def test_without_the_store_the_file_has_it_all_the_same(tmp_path: Path) -> None:
    async with restartable_store() as store, crowds(url=store.url) as (crowd,):
        await store.stop()
        with pytest.raises(StoreUnavailableError):
            await Journal(crowd.store.people.audit, tmp_path).note(ACT)
    assert (tmp_path / FILE).read_bytes().count(b"\n") == 1
