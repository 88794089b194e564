"""`kozyr_protocol.errors`: codes, which of them pass, and codes of tomorrow."""

import re

import msgspec
import pytest

from kozyr_protocol.errors import TEMPORARY, ErrorCode

_decoder = msgspec.msgpack.Decoder(ErrorCode)


def test_codes_are_words_of_their_name() -> None:
    for code in ErrorCode:
        assert code == code.name.lower()
        assert re.fullmatch(r"[a-z_]+", code)


def test_what_may_pass_is_named() -> None:
    assert set(ErrorCode) > TEMPORARY
    assert ErrorCode.OUTCOME_UNKNOWN in TEMPORARY
    assert ErrorCode.ILLEGAL not in TEMPORARY


def test_code_of_a_newer_server_is_kept_as_it_came() -> None:
    code = _decoder.decode(msgspec.msgpack.encode("of_tomorrow"))
    assert code == "of_tomorrow"
    assert str(code) == code.value == "of_tomorrow"
    assert code not in list(ErrorCode)
    assert code not in TEMPORARY
    assert msgspec.msgpack.encode(code) == msgspec.msgpack.encode("of_tomorrow")


def test_reading_unknown_codes_adds_no_members() -> None:
    before = list(ErrorCode)
    for number in range(10):
        _decoder.decode(msgspec.msgpack.encode(f"code_{number}"))
    assert list(ErrorCode) == before


def test_code_must_be_text() -> None:
    with pytest.raises(msgspec.ValidationError, match="Expected `str`, got `int`"):
        _decoder.decode(msgspec.msgpack.encode(5))
