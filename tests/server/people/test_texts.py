"""What people may write (`kozyr_server.people.texts`)."""

import pytest

from kozyr_server.people import texts


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  hello \n", "hello"),
        ("Cafe\u0301", "Café"),
        ("👩\u200d🚀 lifts off", "👩\u200d🚀 lifts off"),
        ("козырь", "козырь"),
    ],
)
def test_a_line_is_shown_trimmed_and_in_one_form(written: str, shown: str) -> None:
    assert texts.cleaned(written, 20) == shown


@pytest.mark.parametrize(
    "written",
    ["a\nb", "a\x00b", "a\x1b[31mb", "a\u202eb", "a\u2066b", "a\u2028b", "a\x85b"],
)
def test_controls_and_directions_are_refused(written: str) -> None:
    with pytest.raises(texts.BadTextError, match="control or direction"):
        texts.cleaned(written, 20)


@pytest.mark.parametrize("written", ["", "   ", "\u3164", "\u2800\u2800", "\u200d"])
def test_what_cannot_be_seen_is_refused(written: str) -> None:
    with pytest.raises(texts.BadTextError, match="1 to 20 characters"):
        texts.cleaned(written, 20)


def test_length_is_that_of_the_shown_form() -> None:
    assert texts.cleaned("e\u0301" * 20, 20) == "é" * 20
    with pytest.raises(texts.BadTextError, match="at most 20") as caught:
        texts.cleaned("x" * 21, 20)
    assert caught.value.max_chars == 20


def test_a_reason_repeats_nothing_of_the_text() -> None:
    with pytest.raises(texts.BadTextError) as caught:
        texts.cleaned("passw0rd\x00", 20)
    assert "passw0rd" not in str(caught.value)
