"""What people and scripts see of bots that play (`kozyr_cli.bot_table`)."""

import io
from dataclasses import replace

import pytest
from rich.console import Console
from rich.table import Table as Grid

from kozyr_bots.plan import Progress, Result
from kozyr_cli.bot_table import Quiet, Table, results, rooms, scores
from kozyr_cli.words import say, speaking

PROGRESS = Progress(
    room="00aaaaaaaaaaaa",
    game="king",
    phase="playing",
    game_no=1,
    deal=3,
    names=("[bold]", "Bot 2", ""),
    totals=(4, -7, 0),
    actions=31,
)
RESULT = Result(
    room="00aaaaaaaaaaaa",
    game="king",
    game_no=1,
    record="00aaaaaaaaaaaa-1",
    public=True,
    ended="complete",
    names=("[bold]", "Bot 2", ""),
    totals=(4, -7, 0),
    winners=(0,),
    actions=99,
)


def _text(grid: Grid) -> str:
    out = io.StringIO()
    Console(file=out, width=120).print(grid)
    return out.getvalue()


def test_scripts_get_room_record_and_totals(capsys: pytest.CaptureFixture[str]) -> None:
    with Quiet() as quiet:
        quiet.moved(PROGRESS)
        quiet.ended(RESULT)
    assert capsys.readouterr() == ("00aaaaaaaaaaaa 00aaaaaaaaaaaa-1 4 -7 0\n", "")


@pytest.mark.parametrize("kind", [Quiet, Table])
def test_of_a_private_room_it_is_said_once_where_the_records_are(
    kind: type[Quiet | Table], capsys: pytest.CaptureFixture[str]
) -> None:
    with kind() as audience:
        audience.ended(RESULT)
        audience.ended(replace(RESULT, public=False))
        audience.ended(replace(RESULT, public=False))
    out, err = capsys.readouterr()
    assert out.count(RESULT.record) == 3
    assert err == f"{say('bot-private')}\n"


def test_people_get_all_results_in_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    with Table() as table:
        table.moved(PROGRESS)
        table.moved(PROGRESS)
        table.ended(RESULT)
        out, err = capsys.readouterr()
        assert (out, err) == ("", "room 00aaaaaaaaaaaa: king, 3 seats\n")
    assert "00aaaaaaaaaaaa-1" in capsys.readouterr().out


def test_a_room_is_a_line_with_names_as_they_are() -> None:
    text = _text(rooms({PROGRESS.room: PROGRESS}))
    assert "[bold] 4, Bot 2 -7, (left) 0" in text
    assert "playing" in text


def test_a_game_is_a_line_with_its_winners() -> None:
    text = _text(results([RESULT]))
    assert "complete" in text
    assert text.count("[bold]") == 2


def test_before_there_are_scores_names_are_shown() -> None:
    assert scores(("Anna", ""), ()).plain == "Anna, (free)"


def test_tables_are_in_the_language_in_use() -> None:
    with speaking("ru"):
        going, ended = _text(rooms({PROGRESS.room: PROGRESS})), _text(results([RESULT]))
        assert scores(("Anna", ""), ()).plain == "Anna, (свободно)"
    assert "состояние" in going
    assert "идёт игра" in going
    assert "(не за столом)" in going
    assert "победа" in ended
    assert "сыграна до конца" in ended
