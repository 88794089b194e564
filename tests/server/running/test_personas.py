"""The secret of the house bots (`kozyr_server.running.personas`)."""

import stat
from pathlib import Path

import pytest
import structlog

from kozyr_server.running import personas


def test_it_is_the_same_at_each_start_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with personas.held(folder) as first:
        assert len(first) == 64
    file = folder / personas.name(0)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    with personas.held(folder) as again:
        assert again == first
    assert list(folder.iterdir()) == [file]


def test_two_servers_with_one_folder_have_two(tmp_path: Path) -> None:
    with personas.held(tmp_path) as first, personas.held(tmp_path) as second:
        assert first != second
        with personas.held(tmp_path) as third:
            assert third not in {first, second}
    with personas.held(tmp_path) as again:
        assert again == first
        with personas.held(tmp_path) as other:
            assert other == second


def test_servers_with_folders_of_their_own_have_their_own(tmp_path: Path) -> None:
    with personas.held(tmp_path / "a") as first, personas.held(tmp_path / "b") as second:
        assert first != second


@pytest.mark.parametrize("text", ["", "short", "z" * 64, "\udcff"])
def test_what_is_no_secret_is_replaced(tmp_path: Path, text: str) -> None:
    file = tmp_path / personas.name(0)
    file.touch(0o600)
    file.write_text(text, errors="surrogateescape")
    with personas.held(tmp_path) as secret:
        assert file.read_text() == secret + "\n"


def test_what_others_could_read_is_a_secret_no_more(tmp_path: Path) -> None:
    with personas.held(tmp_path) as first:
        pass
    file = tmp_path / personas.name(0)
    file.chmod(0o640)
    with personas.held(tmp_path) as second:
        assert second != first
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_without_a_folder_it_is_kept_nowhere_and_the_log_has_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with structlog.testing.capture_logs() as lines, personas.held(file) as first:
        pass
    with personas.held(file) as second:
        assert first != second
    (line,) = lines
    assert (line["log_level"], line["reason"]) == ("warning", "File exists")
    assert first not in str(lines)
