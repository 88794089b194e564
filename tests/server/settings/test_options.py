"""The one table of settings (`kozyr_server.settings.options`) and its struct."""

import pytest

from kozyr_server.settings import OPTIONS, Option, Settings
from kozyr_server.settings.model import Settings as Model


def test_every_setting_can_be_set_once() -> None:
    assert [option.field for option in OPTIONS] == list(dict.fromkeys(o.field for o in OPTIONS))
    assert {option.field for option in OPTIONS} == set(Settings.__struct_fields__)
    assert len({option.flag for option in OPTIONS}) == len(OPTIONS)
    assert Model is Settings


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.field)
def test_every_default_is_within_its_own_bounds(option: Option) -> None:
    default = getattr(Settings(), option.field)
    if default in (None, ()):
        return
    assert option.parse(str(default)) == default


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.field)
def test_a_number_has_a_unit_in_its_name_or_beside_it(option: Option) -> None:
    default = getattr(Settings(), option.field)
    assert bool(option.unit) == (isinstance(default, int | float) and option.field != "port")
    for suffix, unit in (("_per_s", "1/s"), ("_s", "s"), ("_mb", "MiB"), ("_days", "days")):
        if option.field.endswith(suffix):
            assert option.unit == unit
            break


def test_what_can_hold_a_password_is_secret() -> None:
    assert {option.field for option in OPTIONS if option.is_secret} == {"redis"}
