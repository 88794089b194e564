"""Games that were recorded once replay for ever, to the same scores."""

from pathlib import Path

import pytest

from kozyr_bots import selfplay
from kozyr_games.registry import GAMES
from kozyr_games.replay import recount, verify
from kozyr_protocol.record import By, Ended, dumps
from kozyr_testing import recorded, sums
from kozyr_testing.recorded import FOLDER

FILES = sorted(FOLDER.glob("*/*.jsonl"))
ALL = {path: recorded.games(path) for path in FILES}


def _name(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()


@pytest.mark.parametrize("path", FILES, ids=_name)
def test_a_recorded_game_verifies(path: Path) -> None:
    for number, record in enumerate(ALL[path], start=1):
        assert verify(record) == [], f"line {number}"


@pytest.mark.parametrize("path", FILES, ids=_name)
def test_a_recorded_game_is_counted_as_it_was(path: Path) -> None:
    for record in ALL[path]:
        counted = recount(record)
        assert [row.scores for row in counted.sheet] == [deal.scores for deal in record.deals]
        assert counted.outcome.totals == record.totals
        assert counted.outcome.winners == record.winners
        assert counted.outcome.settlement == record.settlement


def test_every_game_with_every_preset_is_recorded() -> None:
    there = {record.preset for games in ALL.values() for record in games}
    assert {preset for spec in GAMES.values() for preset in spec.presets} <= there


@pytest.mark.parametrize("key", GAMES)
def test_every_game_is_recorded_in_all_that_may_happen_at_a_table(key: str) -> None:
    games = [record for games in ALL.values() for record in games if record.game == key]
    entries = [entry for record in games for deal in record.deals for entry in deal.actions]
    shuffles = [deal.fairness for record in games for deal in record.deals]
    assert {record.ended for record in games} >= {Ended.COMPLETE, Ended.VOTED}
    assert {entry.by for entry in entries} >= {By.PLAYER, By.TIMEOUT}
    assert any(link for fairness in shuffles for link in fairness.seat_links)
    assert any(fairness.missing for fairness in shuffles)
    assert {record.draw is None for record in games} == {True, False}


def test_recorded_games_are_never_edited() -> None:
    found = sums.problems(FOLDER, "*/*.jsonl")
    assert not found, f"recorded games are added with make_recorded.py, never edited: {found}"


# --- The script that adds them


def _lines(game: str = "twenty_nine") -> bytes:
    series = selfplay.series(game, policies=("simple",), seed=1)
    return b"".join(dumps(record) + b"\n" for record in selfplay.games(series, 2))


def test_adding_writes_the_file_and_its_sum(tmp_path: Path) -> None:
    path = recorded.add(tmp_path, "twenty_nine/two", _lines())
    assert path == tmp_path / "twenty_nine/two.jsonl"
    assert path.read_bytes() == _lines()
    assert sums.problems(tmp_path, "*/*.jsonl") == []


def test_adding_never_overwrites(tmp_path: Path) -> None:
    recorded.add(tmp_path, "twenty_nine/two", _lines())
    with pytest.raises(FileExistsError):
        recorded.add(tmp_path, "twenty_nine/two", _lines())
    assert sums.problems(tmp_path, "*/*.jsonl") == []


@pytest.mark.parametrize(
    ("name", "lines", "text"),
    [
        ("twenty_nine", _lines(), "is not GAME/NAME"),
        ("../up/down", _lines(), "is not GAME/NAME"),
        ("knaves/two", _lines(), "line 1 is a game of twenty_nine"),
        ("twenty_nine/two", b"{}\n", "not a record"),
        ("twenty_nine/two", _lines().replace(b'"winners":[', b'"winners":[9,'), "`winners` is not"),
    ],
)
def test_adding_takes_sound_games_only(tmp_path: Path, name: str, lines: bytes, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        recorded.add(tmp_path, name, lines)
    assert not list(tmp_path.iterdir())


def test_whatever_happens_to_a_file_is_noticed(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        sums.add(tmp_path, f"game/{name}.jsonl", name.encode())
    (tmp_path / "game/one.jsonl").write_bytes(b"other")
    (tmp_path / "game/two.jsonl").unlink()
    (tmp_path / "game/four.jsonl").write_bytes(b"four")
    assert sums.problems(tmp_path, "*/*.jsonl") == [
        "game/one.jsonl: edited or removed",
        "game/two.jsonl: edited or removed",
        "game/four.jsonl: not noted",
    ]
