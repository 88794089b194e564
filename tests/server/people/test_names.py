"""Names of players and rooms (`kozyr_server.people.names`)."""

import pytest

from kozyr_protocol.ids import PlayerId
from kozyr_server.people import names, texts


def test_a_name_is_shown_trimmed() -> None:
    assert names.cleaned("  Анна  ") == "Анна"
    assert len(names.cleaned("x" * 24)) == 24


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\u200db", "a\u00adb", "a\ue000b", "a\tb"])
def test_a_bad_name_is_refused_with_its_bound(name: str) -> None:
    with pytest.raises(texts.BadTextError) as caught:
        names.cleaned(name)
    assert caught.value.max_chars == 24


def test_a_guest_is_proposed_the_same_name_each_time() -> None:
    player = PlayerId("pwawrgqirdl723ff5")
    assert names.proposed(player) == names.proposed(player) == "Guest 5906"
    assert names.cleaned(names.proposed(player)) == names.proposed(player)
