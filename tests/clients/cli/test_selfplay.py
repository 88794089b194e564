"""`kozyr selfplay` (`kozyr_cli.selfplay`)."""

from pathlib import Path

import pytest
from rich.console import Console

from kozyr_bots import selfplay, strength
from kozyr_bots.strength import Row
from kozyr_cli.__main__ import run
from kozyr_cli.errors import USAGE
from kozyr_cli.selfplay import line, table
from kozyr_protocol.record import loads

KING = ["selfplay", "--game", "king", "--policies", "random", "--seed", "7", "--games", "5"]


def test_games_are_played_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(KING) == 0
    out, err = capsys.readouterr()
    assert "king/published, 4 seats, seed 7" in out
    assert "random" in out
    assert "by chance 25.0% a seat" in out
    assert err == ""


def test_an_export_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    assert run([*KING, "--export", str(file), "--quiet"]) == 0
    assert run(["verify", str(file)]) == 0
    assert "5 games are as the rules have it" in capsys.readouterr().out
    made = selfplay.series("king", policies=("random",), seed=7)
    rooms = [record.room for record in selfplay.games(made, 5)]
    assert [loads(each).room for each in file.read_bytes().splitlines()] == rooms
    assert list(tmp_path.iterdir()) == [file]


def test_processes_change_nothing(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    assert run([*KING, "--quiet", "--export", str(one)]) == 0
    assert run([*KING, "--quiet", "--export", str(two), "--jobs", "2"]) == 0
    assert one.read_bytes() == two.read_bytes()


def test_records_may_go_to_the_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run([*KING, "--export", "-"]) == 0
    out, err = capfdbinary.readouterr()
    assert [loads(each).game for each in out.splitlines()] == ["king"] * 5
    assert b"seed 7" in err


def test_options_and_seats_reach_the_game(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arguments = ["--game", "oh_well", "--seats", "6", "--option", "deals=2", "--option", "trump=C"]
    assert run(["selfplay", *arguments, "--games", "1", "--quiet", "--export", str(file)]) == 0
    record = loads(file.read_bytes())
    assert (record.preset, len(record.seats), len(record.deals)) == ("oh_well/seed", 6, 2)
    assert record.options["trump"] == "C"


def test_a_quiet_run_is_a_line_a_policy(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--game", "knaves", "--policies", "simple,random", "--games", "6"]
    assert run(["selfplay", *arguments, "--seed", "1", "--quiet"]) == 0
    out, err = capsys.readouterr()
    found = [each.split() for each in out.splitlines()]
    assert sorted(each[0] for each in found) == ["random", "simple"]
    assert all(len(each) == 6 and each[1] == "6" for each in found)
    assert err == ""


ROW = Row("sound", games=4, seats=4, firsts=2.5, low=0.2071, high=0.9137, mean=13.25)


def test_the_table_has_the_figures() -> None:
    series = selfplay.series("king", policies=("random",), seed=12)
    other = Row("random", games=4, seats=12, firsts=1.5, low=0.0254, high=0.5612, mean=-4.5)
    console = Console(width=100, record=True, file=Path("/dev/null").open("w"))  # noqa: SIM115
    with console.file:
        console.print(table(series, [ROW, other], 0.25))
    text = console.export_text()
    assert "king/published, 4 seats, seed 12" in text
    rows = [[cell.strip() for cell in each.split("│")] for each in text.splitlines() if "│" in each]
    assert rows == [
        ["", "sound", "4", "4", "2.5", "62.5%", "20.7% – 91.4%", "13.25", ""],
        ["", "random", "4", "12", "1.5", "12.5%", "2.5% – 56.1%", "-4.50", ""],
    ]


def test_the_quiet_line_has_the_figures() -> None:
    assert line(ROW) == "sound 4 0.6250 0.2071 0.9137 13.25"
    assert strength.wilson(0.625, 4)[0] < 0.625


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "whist"], "no game has the key 'whist'"),
        (["--preset", "king/none"], "preset: must be one of king/published"),
        (["--option", "stake=-1"], "stake: must be a whole number from 0"),
        (["--option", "speed=3"], "speed: is not an option"),
        (["--option", "stake"], "--option: 'stake' is not KEY=VALUE"),
        (["--seats", "9"], "seats: must be from 3 to 4"),
        (["--policies", "clever"], "no policy 'clever' plays king"),
        (["--policies", ""], "no policy '' plays king"),
        (["--policies", "random,random,random,random,random"], "5 policies do not fit"),
        (["--games", "0"], "Invalid value for '--games'"),
        (["--jobs", "0"], "Invalid value for '--jobs'"),
        (["--export", "/nowhere/games.jsonl"], "--export: /nowhere/games.jsonl: No such file"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*KING, *arguments]) == USAGE
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("kozyr: ")
    assert said in err


def test_without_policies_one_sound_plays_among_randoms(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["selfplay", "--game", "gin_rummy", "--games", "2", "--seed", "1", "--quiet"]) == 0
    assert {each.split()[0] for each in capsys.readouterr().out.splitlines()} == {"sound", "random"}
