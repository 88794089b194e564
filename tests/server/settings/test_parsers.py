"""Text to values (`kozyr_server.settings.parsers`)."""

import pytest

from kozyr_server.settings import parsers


@pytest.mark.parametrize("text", ["0", "10", "-1", "1.0", "1e1", "", " 3", "٣", "9" * 5000])
def test_whole_numbers_have_both_bounds(text: str) -> None:
    with pytest.raises(ValueError, match="a whole number from 1 to 9"):
        parsers.whole(1, 9)(text)
    assert [parsers.whole(1, 9)(each) for each in ("1", "9")] == [1, 9]


@pytest.mark.parametrize("text", ["0.4", "2.1", "nan", "inf", "x", ""])
def test_numbers_have_both_bounds(text: str) -> None:
    with pytest.raises(ValueError, match=r"a number from 0\.5 to 2"):
        parsers.number(0.5, 2)(text)
    assert parsers.number(0.5, 2)("1e0") == 1.0


def test_stores_have_a_scheme_that_is_known() -> None:
    for good in ("redis://h", "rediss://u:p@h:1/0", "unix:///run/v.sock"):
        assert parsers.redis(good) == good
    for bad in ("http://h", "redis:", "h:6379"):
        with pytest.raises(ValueError, match="a URL such as"):
            parsers.redis(bad)


def test_words_and_paths() -> None:
    assert parsers.one_of("a", "b")("b") == "b"
    with pytest.raises(ValueError, match="one of a, b"):
        parsers.one_of("a", "b")("c")
    assert str(parsers.path("~")) != "~"
    for bad in ("", "a\0b"):
        with pytest.raises(ValueError, match="a path"):
            parsers.path(bad)
    assert parsers.text("an address")(" h ") == "h"


def test_words_by_comma_may_be_none() -> None:
    assert parsers.words("Dealer, Бот ,") == ("Dealer", "Бот")
    assert parsers.words("") == parsers.words("*") == ()
    with pytest.raises(ValueError, match="words by comma"):
        parsers.words("a\nb")
