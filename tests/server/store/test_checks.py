"""What a store must be, `kozyr_server.store.checks`."""

from typing import Any

import pytest

from kozyr_server.store import checks
from kozyr_server.store.checks import Durability
from kozyr_server.store.client import StoreOptions, open_store
from kozyr_server.store.errors import (
    StoreSettingsError,
    StoreUnfitError,
    StoreUnreachableError,
)
from kozyr_server.store.model import ProcessId
from kozyr_testing.proxy import proxy

PROCESS = ProcessId("aaaaaaaaaaaa")


async def opened(url: str, durability: Durability) -> str:
    async with open_store(url, PROCESS, StoreOptions(durability)) as store:
        return store.durability


async def refusal(url: str, durability: Durability = "everysec") -> str:
    with pytest.raises(StoreSettingsError) as caught:
        await opened(url, durability)
    text = str(caught.value)
    assert "\n" not in text
    return text


async def test_durability_as_asked_or_more_is_taken(url: str, raw: Any) -> None:
    assert await opened(url, "everysec") == "everysec"
    await raw.config_set("appendfsync", "always")
    assert await opened(url, "everysec") == "everysec"
    assert await opened(url, "always") == "always"


async def test_less_than_asked_is_refused_unless_unverified(url: str, raw: Any) -> None:
    text = await refusal(url, "always")
    assert "has appendfsync everysec, and durability 'always' was asked for" in text
    await raw.config_set("appendfsync", "no")
    assert "has appendfsync no" in await refusal(url)
    await raw.config_set("appendonly", "no")
    assert "does not keep an append-only file" in await refusal(url)
    assert await opened(url, "unverified") == "unverified"


async def test_no_sync_while_rewriting_is_refused(url: str, raw: Any) -> None:
    await raw.config_set("no-appendfsync-on-rewrite", "yes")
    assert "while it rewrites" in await refusal(url)


@pytest.mark.parametrize("policy", ["allkeys-lru", "volatile-ttl"])
async def test_eviction_is_refused(url: str, raw: Any, policy: str) -> None:
    await raw.config_set("maxmemory-policy", policy)
    for durability in ("everysec", "unverified"):
        text = await refusal(url, durability)
        assert policy in text
        assert "set maxmemory-policy noeviction" in text


async def test_store_that_hides_its_settings_is_refused_with_advice(url: str, raw: Any) -> None:
    await raw.execute_command(
        "ACL", "SETUSER", "managed", "on", ">secret", "~*", "&*", "+@all", "-config"
    )
    managed = url.replace("unix://", "unix://managed:secret@")
    text = await refusal(managed)
    assert "CONFIG GET is not allowed" in text
    assert "--durability unverified" in text
    assert "secret" not in text
    assert await opened(managed, "unverified") == "unverified"


async def test_wrong_password_is_said_without_it(url: str, raw: Any) -> None:
    await raw.execute_command("ACL", "SETUSER", "kozyr", "on", ">secret", "~*", "&*", "+@all")
    text = await refusal(url.replace("unix://", "unix://kozyr:falsch@"))
    assert "username-password" in text
    assert "falsch" not in text


async def test_replica_is_refused(url: str, raw: Any) -> None:
    await raw.replicaof("127.0.0.1", "1")
    assert "read-only replica" in await refusal(url)


async def test_nobody_there() -> None:
    with pytest.raises(StoreUnreachableError) as caught:
        await opened("unix:///no/such/store.sock", "always")
    assert caught.value.place == "/no/such/store.sock"


async def test_store_that_does_not_answer_is_not_waited_for(url: str) -> None:
    async with proxy(url) as between:
        between.hole = True
        assert "in time" in (await refusal(between.url)).lower()


@pytest.mark.parametrize(
    ("info", "problem"),
    [
        ({"redis_version": "6.2.14"}, "is Redis 6.2.14"),
        ({"redis_version": "7.2.4", "valkey_version": "7.1.9"}, "is Valkey 7.1.9"),
        ({"redis_version": "7.0.15", "cluster_enabled": 1}, "is a cluster"),
    ],
)
def test_kinds_that_are_refused(info: dict[str, Any], problem: str) -> None:
    with pytest.raises(StoreUnfitError, match=problem):
        checks._check_kind(info)


def test_oldest_kinds_that_are_taken() -> None:
    checks._check_kind({"redis_version": "7.0.0"})
    checks._check_kind({"redis_version": "7.2.4", "valkey_version": "7.2.0"})
    checks._check_kind({"redis_version": "8.0-rc1"})
