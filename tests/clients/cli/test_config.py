"""`kozyr config` (`kozyr_cli.config`, `kozyr_cli.setting_flags`)."""

import json
from pathlib import Path

import pytest

from kozyr_cli.__main__ import run
from kozyr_server.settings import OPTIONS, load, read


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def test_every_setting_is_shown_with_its_unit_and_source(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "kozyr.toml").write_text("workers = 2\n")
    monkeypatch.setenv("KOZYR_DRAIN_S", "7")
    monkeypatch.setenv("KOZYR_DRAIN", "7")
    assert run(["config", "--port", "9000", "--redis", "redis://:hunter2@h/0"]) == 0
    text, errors = capsys.readouterr()
    rows = {line.split()[0]: line for line in text.splitlines() if line.startswith("  ")}
    assert set(rows) == {option.field for option in OPTIONS}
    assert "9000" in rows["port"]
    assert rows["port"].rstrip().endswith("flag --port")
    assert rows["workers"].rstrip().endswith(f"file {tmp_path / 'kozyr.toml'}")
    assert rows["drain_s"].split() == ["drain_s", "7", "s", "environment", "KOZYR_DRAIN_S"]
    assert "hunter2" not in text
    assert errors == "kozyr: KOZYR_DRAIN sets nothing: did you mean KOZYR_DRAIN_S?\n"


def test_json_is_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["config", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["file"] is None
    assert {row["source"] for row in found["settings"]} == {"default"}


def test_the_example_is_a_file_to_begin_with(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["config", "--example"]) == 0
    file = tmp_path / "kozyr.toml"
    file.write_text(capsys.readouterr().out)
    assert load({}, {}, read(file)) == load({}, {})


def test_an_unknown_key_names_the_nearest_right_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("durabilty = 'always'\n")
    for command in ("config", "serve"):
        assert run([command, "--config", str(file)]) == 2
        assert capsys.readouterr().err == (
            f"kozyr: {file}: durabilty: there is no such setting: did you mean durability?\n"
        )
