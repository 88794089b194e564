"""`kozyr backup` and `kozyr restore` (`kozyr_cli.backup`); `tests/e2e` has them under play."""

from pathlib import Path

import pytest

from kozyr_cli.__main__ import run
from kozyr_server.store.data_folder import DataFolder

Read = pytest.CaptureFixture[str]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder whose server does not run."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "data"
    DataFolder.open(folder).close()
    return folder


def test_without_a_server_the_store_is_started_for_it(
    data: Path, tmp_path: Path, capsys: Read
) -> None:
    assert run(["backup", "one.tar.gz"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("one.tar.gz: the store as of 20")
    assert ", 0 files of finished games, " in said
    assert run(["backup", "one.tar.gz", "--data", str(data)]) == 2
    assert capsys.readouterr().err == ("kozyr: one.tar.gz is there already: name another file\n")
    assert run(["restore", "one.tar.gz"]) == 2
    assert capsys.readouterr().err == (
        "kozyr: data is not empty: a backup is restored into an empty folder only\n"
    )
    assert run(["restore", "one.tar.gz", "--data", "other"]) == 0
    assert (tmp_path / "other/appendonlydir").is_dir()


def test_a_folder_of_backups_keeps_the_newest(data: Path, tmp_path: Path, capsys: Read) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for name in ("kozyr-2020-01-01T00-00-00Z", "kozyr-2020-01-02T00-00-00Z", "mine"):
        (folder / f"{name}.tar.gz").touch()
    assert run(["backup", "backups", "--keep", "2", "--data", str(data)]) == 0
    names = sorted(path.name for path in folder.iterdir())
    assert names[0] == "kozyr-2020-01-02T00-00-00Z.tar.gz"
    assert len(names) == 3
    assert names[2] == "mine.tar.gz"
    assert "kozyr-2020-01-01T00-00-00Z.tar.gz: removed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["backup", "b", "--keep", "3"], "--keep: is for a folder of backups; FILE is none"),
        (["backup", "b", "--data", "none"], "none is no data folder of a server"),
        (["restore", "none", "--data", "new"], "none: no such file or directory"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    data: Path, capsys: Read, arguments: list[str], line: str
) -> None:
    assert data.is_dir()
    assert run(arguments) == 2
    assert capsys.readouterr().err == f"kozyr: {line}\n"


def test_an_external_store_has_its_own_means(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: Read
) -> None:
    monkeypatch.setenv("KOZYR_REDIS", "redis://:hunter2@127.0.0.1:1/0")
    assert run(["backup", str(data / "b")]) == 2
    said = capsys.readouterr().err
    assert "has means of its own for backups" in said
    assert "hunter2" not in said
