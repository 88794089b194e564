"""`kozyr replay` (`kozyr_cli.replay`)."""

import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kozyr_cli.__main__ import run
from kozyr_cli.replay import walk
from kozyr_cli.words import say
from kozyr_games.registry import GAMES
from kozyr_testing.terminals import in_terminal


@pytest.mark.parametrize("number", range(1, len(GAMES) + 1))
def test_a_replay_ends_with_the_scores_of_the_record(
    number: int, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(played.read_bytes().splitlines()[number - 1])
    assert run(["replay", str(played), "--game", str(number), "--all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    names = [seat["name"] for seat in record["seats"]]
    totals = ", ".join(f"{n} {t}" for n, t in zip(names, record["totals"], strict=True))
    assert f"the end ({record['ended']}): {totals}" in lines
    assert sum(" s: " in line for line in lines) == sum(len(d["actions"]) for d in record["deals"])


def test_without_a_terminal_it_does_not_wait(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(played)]) == 0
    waiting = capsys.readouterr().out
    assert run(["replay", str(played), "--all"]) == 0
    assert capsys.readouterr().out == waiting


def _walked(keys: str) -> list[tuple[str, int]]:
    shown: list[tuple[str, int]] = []
    pressed = iter(keys)
    walk(iter("abc"), lambda: next(pressed), lambda *step: shown.append(step))
    return shown


def test_keys_lead_through_the_steps() -> None:
    assert _walked("nn n")[-1] == ("c", 3)
    assert [step for step, _ in _walked("nnppnq")] == ["a", "b", "c", "b", "a", "b"]
    assert _walked("pxxq") == [("a", 1)]


def test_steps_are_made_only_when_they_are_wanted() -> None:
    made: list[int] = []

    def steps() -> Iterator[str]:
        for number in range(10):
            made.append(number)
            yield str(number)

    walk(steps(), lambda: "q", lambda *_: None)
    assert made == [0]


def _replay(file: Path) -> tuple[str, ...]:
    return (sys.executable, "-m", "kozyr_cli", "replay", str(file))


def test_in_a_terminal_it_waits_for_keys(played: Path) -> None:
    with in_terminal(*_replay(played)) as terminal:
        before = terminal.mode
        for key, shown in (("", "step 1"), ("n", "step 2"), ("p", "step 1"), ("\x1b[C", "step 2")):
            terminal.press(key)
            terminal.until(f"{shown}\r\n")
            terminal.until(say("replay-keys"))
            assert terminal.mode != before
        terminal.press("q")
        assert terminal.ended() == 0
        assert terminal.mode == before


def test_keys_that_come_at_once_or_too_early_are_all_obeyed(played: Path) -> None:
    with in_terminal(*_replay(played), typed="nn") as terminal:
        terminal.until("step 3\r\n")
        terminal.press("nnn\x1b[B\x1b[Ap")
        for number in (4, 5, 6, 7, 6, 5):
            terminal.until(f"step {number}\r\n")
        terminal.press("nq")
        assert terminal.ended() == 0


@pytest.mark.parametrize("by_key", [True, False])
def test_ctrl_c_leaves_the_terminal_as_it_was(by_key: bool, played: Path) -> None:
    with in_terminal(*_replay(played)) as terminal:
        before = terminal.mode
        terminal.until(say("replay-keys"))
        if by_key:
            terminal.press("n\x03")
        else:
            terminal.process.send_signal(signal.SIGINT)
        assert terminal.ended() == 130
        assert terminal.mode == before


def test_a_forged_game_is_shown_up_to_where_it_breaks(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(played.read_bytes().splitlines()[0])
    record["deals"][0]["actions"][3]["seat"] = 15
    file = tmp_path / "forged.jsonl"
    file.write_text("\n" + json.dumps(record))
    assert run(["replay", str(file), "--all"]) == 1
    out, err = capsys.readouterr()
    assert sum(" s: " in line for line in out.splitlines()) == 3
    assert err.startswith(f"kozyr: {file}:2: In deal 1, action 4 ")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [(["--game", "99"], "there are 6 in it, not 99"), (["--game", "0"], "Invalid value")],
)
def test_a_game_that_is_not_there(
    arguments: list[str], line: str, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", str(played), *arguments]) == 2
    assert line in capsys.readouterr().err
    assert run(["replay", str(played.parent / "none")]) == 2
