"""Scripts, `kozyr_server.store.library`."""

from typing import Any

from kozyr_server.store import library
from kozyr_testing.steps import CLOCK


def test_another_clock_makes_other_scripts() -> None:
    plain, other = library.load(), library.load(CLOCK)
    assert plain == library.load()
    assert plain.tick.sha != other.tick.sha
    assert "'TIME'" in plain.commit.source
    assert "'TIME'" not in other.commit.source


async def test_name_is_what_the_store_calls_it_by(raw: Any) -> None:
    lib = library.load()
    for name in type(lib).__struct_fields__:
        script = getattr(lib, name)
        assert await raw.script_load(script.source) == script.sha


async def test_versions_live_side_by_side(raw: Any) -> None:
    shas = [script.commit.sha for script in (library.load(), library.load(CLOCK))]
    for script in (library.load(), library.load(CLOCK)):
        await raw.script_load(script.commit.source)
    assert await raw.script_exists(*shas) == [True, True]
