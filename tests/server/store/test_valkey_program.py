import os
import subprocess
import sys
from pathlib import Path

import pytest

import kozyr_server.store.valkey_program
from kozyr_server.store.errors import NoStoreProgramError
from kozyr_server.store.valkey_program import config_text, make_socket_folder, program_path

# An interpreter without site-packages stands for a platform without the bundled program.
BARE = """
import sys
sys.path.append(sys.argv[1])
from kozyr_server.store.valkey_program import program_path
try:
    print(program_path())
except Exception as error:
    print(error)
"""


def found_on(path: Path) -> str:
    root = Path(kozyr_server.store.valkey_program.__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", BARE, str(root)],
        env={"PATH": str(path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def program(path: Path) -> Path:
    path.write_text("#!/bin/sh\n")
    path.chmod(0o700)
    return path


def test_the_bundled_program_is_found() -> None:
    done = subprocess.run([program_path(), "--version"], capture_output=True, text=True, check=True)
    assert "Valkey server v=" in done.stdout


def test_the_program_asked_for_wins(tmp_path: Path) -> None:
    assert program_path(program(tmp_path / "mine")) == tmp_path / "mine"


def test_a_file_that_cannot_be_run_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").touch(mode=0o600)
    for path in (tmp_path / "text", tmp_path, tmp_path / "nowhere"):
        with pytest.raises(NoStoreProgramError, match=f"{path} is not a program"):
            program_path(path)


def test_without_the_bundled_one_the_path_is_searched(tmp_path: Path) -> None:
    redis = program(tmp_path / "redis-server")
    assert found_on(tmp_path) == str(redis)
    valkey = program(tmp_path / "valkey-server")
    assert found_on(tmp_path) == str(valkey)


def test_no_program_at_all_says_what_to_do(tmp_path: Path) -> None:
    assert found_on(tmp_path) == str(NoStoreProgramError())


def test_a_socket_folder_is_private_and_short(tmp_path: Path) -> None:
    long = tmp_path / ("x" * 100)
    long.mkdir()
    root = Path(kozyr_server.store.valkey_program.__file__).parents[2]
    code = "from kozyr_server.store.valkey_program import make_socket_folder as f; print(f())"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env={"TMPDIR": str(long), "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=True,
    )
    made = [Path(done.stdout.strip()), make_socket_folder()]
    try:
        assert made[0].parent == Path("/tmp")
        assert list(long.iterdir()) == []
        assert [folder.stat().st_mode & 0o777 for folder in made] == [0o700, 0o700]
        assert max(len(os.fsencode(folder / "store.sock")) for folder in made) <= 103
    finally:
        for folder in made:
            folder.rmdir()


def test_no_byte_of_a_path_ends_its_setting() -> None:
    text = config_text(Path('/a "b"\\\n\udcff'), Path("/s"), "always", 2**26)
    assert text.startswith('dir "/a \\x22b\\x22\\x5c\\x0a\\xff"\nport 0\n')
    assert "\nmaxmemory 67108864\nmaxmemory-policy noeviction\n" in text
