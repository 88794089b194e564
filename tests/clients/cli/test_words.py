"""The language of the terminal (`kozyr_cli.words`)."""

import pytest

from kozyr_cli.words import has, language, named, of_environment, refusal, say, speaking, told


@pytest.mark.parametrize(
    ("environ", "name"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LC_MESSAGES": "ru", "LANG": "de_DE.UTF-8"}, "ru"),
        ({"LC_ALL": "", "LANG": "ru"}, "ru"),
        ({"LC_ALL": "C", "KOZYR_LANG": "ru"}, "ru"),
        ({"KOZYR_LANG": "en", "LANG": "ru"}, "en"),
        # Rundi is not Russian.
        ({"LANG": "run_BI"}, "en"),
    ],
)
def test_the_environment_chooses_it(environ: dict[str, str], name: str) -> None:
    assert of_environment(environ) == name


def test_a_text_is_in_the_language_in_use() -> None:
    assert language() == "en"
    assert say("records-exported", games=2) == "2 games exported"
    with speaking("ru"):
        assert language() == "ru"
        assert say("records-exported", games=1) == "выгружена 1 партия"
        assert say("records-exported", games=22) == "выгружены 22 партии"
        assert say("records-exported", games=11) == "выгружено 11 партий"
    assert language() == "en"


def test_a_key_that_is_not_there_is_an_error() -> None:
    assert not has("bot-nothing")
    assert not has("nothing-at-all")
    with pytest.raises(KeyError):
        say("bot-nothing")


def test_names_of_the_protocol_have_words() -> None:
    assert named("kozyr-ended", "voted") == "voted"
    with speaking("ru"):
        assert named("kozyr-ended", "voted") == "закончена по согласию"
        assert named("kozyr-ended", "never") == "never"


def test_a_refusal_is_told_by_its_code() -> None:
    assert refusal("room_full", "Every seat is taken.") == "Every seat is taken."
    with speaking("ru"):
        assert refusal("room_full", "Every seat is taken.") == "Все места заняты."
        assert refusal("newer", "Not today.") == "Not today."


def test_what_others_say_stays_english_in_english() -> None:
    assert told("2 bots do not fit on 1 seats") == "2 bots do not fit on 1 seats"
    with speaking("ru"):
        assert told("2 bots do not fit on 1 seats") == "ботов 2, а мест 1: не помещаются"
        assert told("Nobody ever said this.") == "Nobody ever said this."
