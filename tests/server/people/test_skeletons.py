"""Names that look alike, `kozyr_server.people.skeletons`."""

import pytest

from kozyr_server.people.skeletons import skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Anna", "Аnnа"),  # Cyrillic А and а
        ("Вера", "Bepa"),  # all Latin
        ("НОТА", "HOTA"),
        ("Саша", "Caшa"),
        ("kot", "кот"),
        ("Ivan", "lvan"),
        ("modern", "rnodern"),
        ("Bob", "B0b"),
        ("Anna", "ＡＮＮＡ"),
        ("Anna", "A n-n.a"),
        ("Anna", "_Anna_"),
        ("straße", "STRASSE"),
        ("ρain", "pain"),  # Greek rho
        ("Zoe\u0308", "Zoë"),
    ],
)
def test_the_same_to_a_reader(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tom", "Rom"),
        ("Sam", "Fam"),
        ("Миша", "Маша"),
        ("лес", "лев"),
        ("Тор", "Тур"),
        ("Zoë", "Zoe"),
        ("Anna 1", "Anna 2"),
        ("...", "!!!"),
        ("ж😀", "ж"),
    ],
)
def test_different_to_a_reader(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_nothing_is_left_of_no_name() -> None:
    for name in ("...", "—", "!", "😀"):
        assert skeleton(name)


def test_a_skeleton_is_its_own() -> None:
    for name in ("Вера", "modern", "Ivan", "œuvre", "😀"):
        assert skeleton(skeleton(name)) == skeleton(name)
