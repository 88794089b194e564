"""Names of players and rooms (`kozyr_server.people.names`)."""

import pytest

from kozyr_protocol.ids import PlayerId
from kozyr_server.people import names, texts


def test_a_name_is_shown_trimmed() -> None:
    assert names.cleaned("  Анна  ") == "Анна"
    assert len(names.cleaned("x" * 24)) == 24


@pytest.mark.parametrize(
    "name",
    ["می\u200cخواهم", "क्\u200dष", "👩\u200d🚀", "❤\ufe0f\u200d🔥", "👩🏽\u200d❤\ufe0f\u200d👨🏽"],
)
def test_joiners_inside_a_name_are_part_of_it(name: str) -> None:
    assert names.cleaned(f" {name} ") == name


@pytest.mark.parametrize(
    "name",
    [
        *("\u200d", "\u200c\u200d", "\ufe0f\u200d\ufe0f", "\u200dab", "ab\u200c", "ab \u200d"),
        *("a\u200d\u200db", "a\u200c\u200db", "a \u200db", "a\u200d b", "a\u200d\u3164"),
        *("a\u200bb", "a\u2060b", "a\ufeffb", "a\u200eb", "a\u202eb", "a\u2067b", "a\U000e0041b"),
    ],
)
def test_what_is_only_invisible_is_no_part_of_a_name(name: str) -> None:
    with pytest.raises(texts.BadTextError):
        names.cleaned(name)


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\u00adb", "a\ue000b", "a\tb"])
def test_a_bad_name_is_refused_with_its_bound(name: str) -> None:
    with pytest.raises(texts.BadTextError) as caught:
        names.cleaned(name)
    assert caught.value.max_chars == 24


def test_a_guest_is_proposed_the_same_name_each_time() -> None:
    player = PlayerId("pwawrgqirdl723ff5")
    assert names.proposed(player) == names.proposed(player) == "Guest 5906"
    assert names.cleaned(names.proposed(player)) == names.proposed(player)


@pytest.mark.parametrize(
    ("language", "name"),
    [("ru", "Гость 5906"), ("en", "Guest 5906"), ("de", "Guest 5906"), (None, "Guest 5906")],
)
def test_a_guest_is_proposed_a_name_in_his_language(language: str | None, name: str) -> None:
    player = PlayerId("pwawrgqirdl723ff5")
    assert names.cleaned(names.proposed(player, language)) == name
