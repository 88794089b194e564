"""What a start needs first (`kozyr_server.running.starting`)."""

import asyncio
import subprocess
import sys

from kozyr_server.running.starting import new_loop


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
