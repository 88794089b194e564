"""Connections by who speaks on them (`kozyr_server.people.register`)."""

from typing import Any, cast

from kozyr_protocol.ids import PlayerId
from kozyr_server.people.register import Register

ANNA, BOB = PlayerId("p" + "a" * 16), PlayerId("p" + "b" * 16)


def _caller() -> Any:
    return cast("Any", object())


def test_a_connection_is_found_by_its_token_before_it_is_greeted() -> None:
    register, caller = Register(), _caller()
    register.come(caller, "digest")
    assert list(register.with_token("digest")) == [caller]
    assert register.player_of(caller) is None
    assert list(register) == []
    register.enter(caller, ANNA)
    assert register.of(ANNA) == [caller]
    assert (register.player_of(caller), register.caller(caller)) == (ANNA, caller)


def test_nothing_is_left_of_a_connection_that_is_gone() -> None:
    register, one, other = Register(), _caller(), _caller()
    for caller in (one, other):
        register.come(caller, "digest")
        register.enter(caller, ANNA)
    register.leave(one)
    register.leave(one)
    assert register.of(ANNA) == [other]
    register.leave(other)
    assert (register.of(ANNA), list(register.with_token("digest")), len(register)) == ([], [], 0)
    assert register.caller(one) is None
    # Its hello was answered only after it was gone.
    register.enter(one, BOB)
    assert register.of(BOB) == []
