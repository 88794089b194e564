"""`kozyr load` as people run it (`kozyr_cli.load`): all games against a server of its own."""

import json
from pathlib import Path

import jsonschema
import pytest

from kozyr_cli.__main__ import run
from kozyr_games.registry import GAMES
from kozyr_load.results.report import schema

QUICK = ["--duration-s", "5", "--finish-s", "30", "--serve-option=--durability"]


def test_all_games_are_played_and_judged_with_faults(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    made, page, violations = (tmp_path / name for name in ("a.json", "a.html", "v.jsonl"))
    code = run(
        [
            *("load", "--serve", "--quiet", "--rooms", str(len(GAMES)), *QUICK),
            *("--serve-option=everysec", "--spectators", "1", "--watchers", "1"),
            *("--chat-per-min", "30", "--cut-every-s", "4", "--tab-every-s", "6"),
            *("--duplicates", "0.1", "--delay-ms", "1", "--jitter-ms", "2", "--storm", "2:10"),
            *("--json", str(made), "--html", str(page), "--violations", str(violations)),
            *("--fail-if", "errors>0", "--fail-if", "violations>0"),
        ]
    )
    shown = capfd.readouterr()
    assert code == 0, shown.out + shown.err
    assert not violations.exists()
    report = json.loads(made.read_bytes())
    jsonschema.validate(report, schema())
    judge, totals = report["judge"], report["totals"]
    assert judge["rooms"] == len(GAMES)
    assert judge["pictures"] > judge["versions"] > 100
    assert judge["records"] == judge["games"] > 0
    assert judge["records_left"] == 0
    assert judge["actions"] > 50
    assert totals["actions"] >= judge["actions"]
    for name in ("cuts", "storms", "tab_changes", "duplicates", "lobbies", "chat_heard"):
        assert totals[name] > 0, name
    assert report["resumes"]["resumed"] > 0
    assert (report["latency"] is None) == bool(report["generator"]["bottleneck"])
    assert report["server"]["source"] == "processes"
    assert report["server"]["max_bytes"] > 10_000_000
    assert report["server"]["store_max_bytes"] > 1_000_000
    assert "passed" in shown.out
    assert "<svg" in page.read_text(encoding="utf-8")
    assert run(["load", "compare", str(made), str(made)]) == 0
    assert "actions_per_s" in capfd.readouterr().out


def test_a_broken_threshold_ends_with_1_in_the_open_loop_with_two_processes(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    code = run(
        [
            *("load", "--serve", "--quiet", "--rooms", "4", "--game", "twenty_nine", *QUICK),
            *("--serve-option=everysec", "--rate", "40", "--processes", "2", "--duration-s", "2"),
            *("--violations", str(tmp_path / "v"), "--fail-if", "actions<1000000"),
        ]
    )
    shown = capfd.readouterr()
    assert code == 1, shown.out + shown.err
    assert "broken: actions<1000000" in shown.out
    assert "violations:" not in shown.out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--url", "ws://127.0.0.1:1/ws"], "no server answers at ws://127.0.0.1:1/ws: "),
        (["--url", "ws://example.org/ws"], "example.org is another machine: "),
        (["--serve", "--url", "ws://127.0.0.1:1/ws"], "--serve: starts a server; not with --url"),
        (["--serve-option", "--port"], "--serve-option: is for the server of --serve"),
        (["--fail-if", "p98>5ms"], "--fail-if: there is no figure 'p98'; do you mean p99?"),
        (["--game", "chess"], "games[0].game: no game has the key 'chess'; known are "),
        (["--think-ms", "x"], "--think-ms: 'x' is not A-B, milliseconds"),
        (["--scenario", "/none.toml"], "/none.toml: No such file or directory"),
    ],
)
def test_what_cannot_be_run_is_one_line(
    arguments: list[str], line: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["load", "--violations", str(tmp_path / "v"), *arguments]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"kozyr: {line}"), said
    assert said.count("\n") == 1


def test_an_unknown_key_of_a_file_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "s.toml"
    file.write_text("[faults]\ncut_evry_s = 3\n")
    assert run(["load", "--scenario", str(file)]) == 2
    assert capsys.readouterr().err == (
        "kozyr: faults.cut_evry_s: there is no such key; do you mean cut_every_s?\n"
    )
