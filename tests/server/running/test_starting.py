"""What a start needs first (`kozyr_server.running.starting`)."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from kozyr_server.running.starting import StartError, new_loop, prepare_archive


def test_the_loop_can_be_closed() -> None:
    loop = new_loop()
    assert loop.run_until_complete(asyncio.sleep(0, "done")) == "done"
    loop.close()


def test_a_store_starts_before_the_server_is_imported() -> None:
    code = (
        "import sys; import kozyr_server.running.serve;"
        "heavy = {'starlette', 'uvicorn', 'redis', 'argon2', 'kozyr_games'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_an_archive_that_cannot_be_written_is_found_before_a_game_ends(tmp_path: Path) -> None:
    prepare_archive(tmp_path / "games" / "finished")
    assert list((tmp_path / "games" / "finished").iterdir()) == []
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StartError, match=r"the archive folder .*/file/x cannot be used: Not a dir"):
        prepare_archive(tmp_path / "file" / "x")
