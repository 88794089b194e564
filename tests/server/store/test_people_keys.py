"""Keys of people (`kozyr_server.store.people_keys`)."""

import re

from kozyr_protocol.ids import PlayerId
from kozyr_server.store import people_keys

ANNA = PlayerId("p" + "a" * 16)


def test_nothing_that_people_write_becomes_part_of_a_key() -> None:
    made = [
        people_keys.name(people_keys.name_key("an\r\nna {x}")),
        people_keys.tries("sign_ins_per_name", "an\r\nna {x}"),
    ]
    for key in made:
        assert re.fullmatch(r"kozyr:(name|tries):\{[0-9a-f]{32}\}", key)
    assert people_keys.tries("a", "b c") != people_keys.tries("a b", "c")


def test_all_of_a_person_lies_in_one_slot() -> None:
    for key in (people_keys.person(ANNA), people_keys.tokens(ANNA), people_keys.ignored(ANNA)):
        assert f"{{{ANNA}}}" in key
    assert people_keys.token("d" * 32) == f"kozyr:token:{{{'d' * 32}}}"
