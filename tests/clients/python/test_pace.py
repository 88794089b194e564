"""Keeping to the server's limits (`kozyr_client.pace`)."""

from msgspec.structs import replace

from kozyr_client.pace import Pace
from kozyr_protocol import messages
from kozyr_testing.sdk import LIMITS, Desk

TEN_A_SECOND = replace(LIMITS, commands_per_s=10.0, commands_burst=5)


def _at_once(pace: Pace, now_s: float) -> int:
    sent = 0
    while pace.wait_s(now_s) == 0:
        pace.sent(now_s)
        sent += 1
        assert sent < 1000
    return sent


def test_a_burst_and_then_the_rate() -> None:
    pace = Pace()
    pace.greeted(TEN_A_SECOND, 100.0)
    assert _at_once(pace, 100.0) == 4
    wait_s = pace.wait_s(100.0)
    assert 0.09 < wait_s <= 0.1
    assert _at_once(pace, 100.0 + wait_s) == 1
    assert _at_once(pace, 100.3 + wait_s) == 3


def test_a_pause_fills_no_more_than_the_burst() -> None:
    pace = Pace()
    pace.greeted(TEN_A_SECOND, 0.0)
    _at_once(pace, 0.0)
    assert _at_once(pace, 1e6) == 4


def test_a_new_line_fills_nothing() -> None:
    pace = Pace()
    pace.greeted(TEN_A_SECOND, 0.0)
    _at_once(pace, 0.0)
    pace.greeted(TEN_A_SECOND, 0.0)
    assert pace.wait_s(0.0) > 0


def test_without_a_limit_nothing_waits() -> None:
    pace = Pace()
    assert pace.wait_s(0.0) == 0
    pace.greeted(replace(LIMITS, commands_per_s=0.0), 0.0)
    for _ in range(1000):
        pace.sent(0.0)
    assert pace.wait_s(0.0) == 0


def test_a_session_sends_no_more_than_the_server_takes() -> None:
    desk = Desk()
    desk.greet()
    for _ in range(LIMITS.commands_burst + 20):
        desk.command(messages.ListRooms(0))
    burst = len(desk.sent())
    assert burst == LIMITS.commands_burst - 1
    next_at = desk.session.next_at()
    assert next_at is not None
    assert desk.now < next_at <= desk.now + 1 / LIMITS.commands_per_s
    desk.later(0.5)
    assert len(desk.sent()) == LIMITS.commands_per_s * 0.5
    desk.later(1.0)
    assert desk.session.counts.sent == LIMITS.commands_burst + 20
