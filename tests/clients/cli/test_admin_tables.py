"""What `kozyr admin` shows (`kozyr_cli.admin_tables`)."""

import io

from rich.console import Console

from kozyr_cli import admin_tables


def _shown(show: object) -> str:
    said = io.StringIO()
    show(Console(file=said, width=200, color_system=None))  # type: ignore[operator]  # a function of a console
    return said.getvalue()


def test_moments_are_shown_in_utc_and_some_sanctions_have_no_end() -> None:
    assert admin_tables.when(1_795_996_800_000) == "2026-11-30 00:00"
    assert admin_tables.when(None) == ""
    assert admin_tables.until(None) == "until lifted"


def test_what_people_wrote_moves_no_cursor_and_is_no_markup() -> None:
    rows = [("[bold]x[/bold]", "a\x1b[2Jb")]
    said = _shown(lambda console: admin_tables.show(console, ("one", "two"), rows))
    assert "[bold]x[/bold]" in said
    assert "\x1b" not in said
    assert "a·[2Jb" in said
    line = {"n": 1, "player": "p", "name": "A\x07nna", "text": "hi\u202e"}
    said = _shown(lambda console: admin_tables.chat(console, [line], "p"))
    assert "»    1  A·nna: hi·" in said


def test_an_empty_table_says_so() -> None:
    assert _shown(lambda console: admin_tables.show(console, ("one",), [])) == "nothing here\n"
