"""`kozyr_server.rooms.passwords`: kept as hashes, checked beside the loop, guessed slowly."""

import asyncio

import pytest

from kozyr_protocol.errors import ErrorCode
from kozyr_server.rooms.passwords import GUESSES, Guesses, Passwords
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
    crowd = range(GUESSES.room_per_min)
    kept = bytes(16) + bytes(64)
    for who in crowd:
        assert (await refused(desk, kept, "wrong", who)).code is ErrorCode.NEEDS_PASSWORD
    error = await refused(desk, kept, "wrong", 99)
    assert (error.code, error.limit) == (ErrorCode.TOO_FAST, "room_password_tries_per_min")
    desk.close()


@pytest.mark.parametrize("each", [1, 3, 7, 49])
async def test_a_host_sets_how_often_passwords_are_tried(each: int) -> None:
    clock = Clock()
    desk = Passwords(clock, Guesses(each, 100, 1))
    kept = bytes(16) + bytes(64)
    clock.now = 1e6 / 3
    for _ in range(each):
        assert (await refused(desk, kept, "wrong")).code is ErrorCode.NEEDS_PASSWORD
    error = await refused(desk, kept, "wrong")
    assert (error.code, error.limit) == (ErrorCode.TOO_FAST, "password_tries_per_min")
    assert error.facts == {"retry_ms": round(60_000 / each)}
    answers = await asyncio.gather(desk.hashed("x"), desk.hashed("x"), return_exceptions=True)
    busy = [one.limit for one in answers if isinstance(one, RefusedError)]
    assert busy == ["passwords_waiting"]
    desk.close()


async def test_too_many_at_once_are_busy() -> None:
    desk = Passwords(Clock())
    asked = [desk.hashed("x") for _ in range(GUESSES.waiting + 2)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    busy = [one for one in answers if isinstance(one, RefusedError)]
    assert [one.code for one in busy] == [ErrorCode.BUSY] * 2
    desk.close()
