"""How often somebody may try (`kozyr_server.people.limits`)."""

import pytest

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_server.people.callers import RefusedError
from kozyr_server.people.limits import PeopleLimits, Tries
from kozyr_server.settings import Settings
from kozyr_testing.crowds import Crowd, crowds


async def test_tries_over_the_bound_are_refused_with_the_time_to_wait(crowd: Crowd) -> None:
    tries = Tries(crowd.store.people.persons)
    for _ in range(3):
        await tries.need("claims_per_hour", "anna", 3, 60)
    with pytest.raises(RefusedError) as refused:
        await tries.need("claims_per_hour", "anna", 3, 60)
    assert (refused.value.code, refused.value.limit) == (ErrorCode.TOO_FAST, "claims_per_hour")
    assert 0 < refused.value.facts["retry_ms"] <= 60_000
    await tries.need("claims_per_hour", "bob", 3, 60)
    await tries.forget("claims_per_hour", "anna")
    await tries.need("claims_per_hour", "anna", 3, 60)


async def test_a_socket_without_an_address_is_free(crowd: Crowd) -> None:
    tries = Tries(crowd.store.people.persons)
    for _ in range(3):
        await tries.need("claims_per_address", "", 1, 60)


def test_defaults_are_those_of_the_settings() -> None:
    settings, limits = Settings(), PeopleLimits()
    assert (settings.renames_per_min, settings.claims_per_hour) == (limits.renames, limits.claims)
    assert settings.claims_per_address == limits.claims_from_address
    assert settings.sign_ins_per_name == limits.sign_ins
    assert settings.sign_ins_per_address == limits.sign_ins_from_address
    assert settings.reports_per_hour == limits.reports
    assert settings.reports_per_address == limits.reports_from_address


async def test_every_refusal_is_counted_under_its_setting() -> None:
    async with crowds(1, renames_per_min=1) as (crowd,), crowd.guest() as anna:
        assert await anna.code(messages.Rename, name="Anna") is None
        assert await anna.code(messages.Rename, name="Anya") is ErrorCode.TOO_FAST
        shown = (await crowd.figures()).split("\n")
        assert any(
            line.startswith("kozyr_limits_total{") and "renames_per_min" in line and "1.0" in line
            for line in shown
        ), [line for line in shown if "limit" in line]
