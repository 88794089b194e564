"""What admins send (`kozyr_server.moderation.bodies`)."""

from typing import Any

import msgspec
import pytest

from kozyr_server.moderation import bodies


def _read(kind: type[Any], text: str) -> Any:
    return bodies.read(msgspec.json.Decoder(kind), text.encode())


def test_without_a_time_a_sanction_holds_until_it_is_lifted() -> None:
    assert _read(bodies.Punish, '{"kind": "ban"}') == bodies.Punish(kind="ban")
    assert _read(bodies.Punish, '{"minutes": 30}').minutes == 30.0
    assert _read(bodies.Drain, "{}").on
    assert _read(bodies.Drain, "").on


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (bodies.Punish, '{"kind": "kick"}'),
        (bodies.Punish, '{"minutes": 0}'),
        (bodies.Punish, '{"minutes": -5}'),
        (bodies.Punish, '{"minutes": 1e300}'),
        (bodies.Punish, '{"minute": 5}'),
        (bodies.Seat, '{"seat": -1}'),
        (bodies.Line, '{"n": "1"}'),
        (bodies.Rules, '{"slow_s": 3601}'),
        (bodies.Warn, '{"text": ""}'),
        (bodies.Body, '{"why": 5}'),
        (bodies.Body, "[]"),
    ],
)
def test_what_is_out_of_bounds_is_refused(kind: type[Any], text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        _read(kind, text)


def test_what_is_too_long_is_told_with_its_length_and_the_limit() -> None:
    with pytest.raises(bodies.TooLongError) as caught:
        _read(bodies.Announce, '{"keep": true, "text": "' + "я" * 401 + '"}')
    assert str(caught.value) == "text has 401 characters, and at most 400 are taken"
    with pytest.raises(bodies.TooLongError, match="process has 13 characters, and at most 12"):
        _read(bodies.Drain, '{"process": "0123456789abc"}')
    with pytest.raises(msgspec.MsgspecError):
        _read(bodies.Announce, '{"text": "' + "x" * 401)
