"""Scripts of people (`kozyr_server.store.people_scripts`)."""

import hashlib

from kozyr_server.store import people_scripts
from kozyr_server.store.people_scripts import PeopleScripts


def test_every_script_is_named_by_the_hash_of_its_source() -> None:
    scripts = people_scripts.load()
    assert isinstance(scripts, PeopleScripts)
    for name in PeopleScripts.__struct_fields__:
        script = getattr(scripts, name)
        assert script.sha == hashlib.sha1(script.source.encode()).hexdigest()
    assert "function now_ms()" in scripts.swap.source


def test_tests_may_bring_a_clock() -> None:
    clock = "local function now_ms() return 7 end\n"
    assert people_scripts.load(clock).count.source.startswith(clock)
