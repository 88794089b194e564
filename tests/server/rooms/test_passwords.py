"""`kozyr_server.rooms.passwords`: kept as hashes, checked beside the loop, guessed slowly."""

import asyncio

import pytest

from kozyr_protocol.errors import ErrorCode
from kozyr_server.rooms import passwords
from kozyr_server.rooms.passwords import Passwords
from kozyr_server.rooms.peers import RefusedError
from kozyr_testing.desk import ROOM, player

ANNA, BORIS = player(0), player(1)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def refused(desk: Passwords, kept: bytes, said: str | None, who: int = 0) -> RefusedError:
    with pytest.raises(RefusedError) as caught:
        await desk.check(ROOM, player(who), kept, said)
    return caught.value


async def test_the_right_password_passes_however_its_letters_are_written() -> None:
    desk = Passwords(Clock())
    kept = await desk.hashed("caf\u00e9")
    await desk.check(ROOM, ANNA, kept, "cafe\u0301")
    assert (await refused(desk, kept, "cafe")).code is ErrorCode.NEEDS_PASSWORD
    assert (await refused(desk, kept, None)).code is ErrorCode.NEEDS_PASSWORD
    desk.close()


async def test_two_hashes_of_one_password_differ_and_hold_nothing_of_it() -> None:
    desk = Passwords(Clock())
    one, other = await desk.hashed("sesame"), await desk.hashed("sesame")
    assert one != other
    assert b"sesame" not in one
    desk.close()


async def test_a_player_tries_five_times_and_then_every_twelve_seconds() -> None:
    clock = Clock()
    desk = Passwords(clock)
    kept = await desk.hashed("right")
    for _ in range(5):
        assert (await refused(desk, kept, "wrong")).code is ErrorCode.NEEDS_PASSWORD
    error = await refused(desk, kept, "right")
    assert (error.code, error.facts) == (ErrorCode.TOO_FAST, {"retry_ms": 12_000})
    await desk.check(ROOM, BORIS, kept, "right")
    clock.now += 12.0
    await desk.check(ROOM, ANNA, kept, "right")
    desk.close()


async def test_a_crowd_tries_no_faster_than_the_room_bears() -> None:
    desk = Passwords(Clock())
    crowd = range(round(passwords.AHEAD_S / passwords.ROOM_COSTS_S))
    kept = bytes(16) + bytes(64)
    for who in crowd:
        assert (await refused(desk, kept, "wrong", who)).code is ErrorCode.NEEDS_PASSWORD
    assert (await refused(desk, kept, "wrong", 99)).code is ErrorCode.TOO_FAST
    desk.close()


async def test_too_many_at_once_are_busy() -> None:
    desk = Passwords(Clock())
    asked = [desk.hashed("x") for _ in range(passwords.MAX_WAITING + 2)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    busy = [one for one in answers if isinstance(one, RefusedError)]
    assert [one.code for one in busy] == [ErrorCode.BUSY] * 2
    desk.close()
