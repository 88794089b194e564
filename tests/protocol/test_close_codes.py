"""`kozyr_protocol.close_codes`: which of them are final."""

import pytest

from kozyr_protocol.close_codes import CloseCode, is_final


@pytest.mark.parametrize("code", CloseCode)
def test_codes_are_the_application_s_and_final_from_4500(code: CloseCode) -> None:
    assert 4000 <= code <= 4999
    assert is_final(code) == (code >= 4500)


@pytest.mark.parametrize("code", [1000, 1002, 1003, 1007, 1009, 4500, 4777, 4999])
def test_final(code: int) -> None:
    assert is_final(code)


@pytest.mark.parametrize("code", [1001, 1005, 1006, 1011, 1012, 1013, 3000, 4000, 4123, 4499])
def test_come_back(code: int) -> None:
    assert not is_final(code)
