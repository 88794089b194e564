"""Catalogues of texts (`kozyr_cli.fluent`)."""

import pytest

from kozyr_cli.fluent import FluentError, messages, plural


def _text(source: str, language: str = "en", **facts: str | float) -> str:
    (message,) = messages(source).values()
    return message.text(language, facts)


def test_a_message_has_its_facts() -> None:
    assert _text("a = { $name }: { $n } of { $share }", name="Anna", n=3, share=0.5) == (
        "Anna: 3 of 0.5"
    )
    with pytest.raises(KeyError):
        _text("a = { $name }")


def test_lines_below_belong_to_it() -> None:
    assert _text("a =\n    One,\n    two.\n\n    Three.\n") == "One,\ntwo.\n\nThree."
    assert list(messages("# Head\na = 1\n\n# More\nb-c = 2")) == ["a", "b-c"]


def test_a_choice_goes_by_number_by_plural_or_by_word() -> None:
    source = "a = { $n ->\n    [0] none\n    [one] { $n } game\n   *[other] { $n } games\n} played"
    assert [_text(source, n=n) for n in (0, 1, 5)] == [
        "none played",
        "1 game played",
        "5 games played",
    ]
    # Facts that were cut out of a sentence are text.
    assert _text(source, n="1") == "1 game played"
    words = 'a = x{ $by ->\n    [timeout] {" "}(late)\n   *[player] {""}\n}.'
    assert _text(words, by="timeout") == "x (late)."
    assert _text(words, by="player") == _text(words, by="else") == "x."


@pytest.mark.parametrize(
    ("number", "name"),
    [
        *((number, "one") for number in (1, 21, 121)),
        *((number, "few") for number in (2, 4, 22)),
        *((number, "many") for number in (0, 5, 11, 12, 14, 111, 114)),
        (1.5, "other"),
    ],
)
def test_russian_has_its_plurals(number: float, name: str) -> None:
    assert plural("ru", number) == name


def test_english_has_two() -> None:
    assert [plural("en", n) for n in (0, 1, 2, 21)] == ["other", "one", "other", "other"]


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("a = 1\na = 2", "a: is there twice"),
        ("= 1", "belongs to no message"),
        ("a = { $x", "a: a bracket is not closed"),
        ("a = }", "a: a bracket is closed that was not opened"),
        ("a = { x }", "a: '{ x }' is not understood"),
        ("a = { $x ->\n    [one] 1\n}", "a: a choice has no default"),
    ],
)
def test_what_is_written_wrong_is_named(source: str, problem: str) -> None:
    with pytest.raises(FluentError, match=problem.replace("{", r"\{")):
        _text(source, x=1)
