"""Flags of a server that need no parser (`kozyr_cli.plain_flags`, `kozyr_cli.setting_names`)."""

import subprocess
import sys

import pytest

from kozyr_cli import plain_flags
from kozyr_cli.setting_names import CONFIG, CONFIG_FLAG
from kozyr_server.settings import OPTIONS


def test_each_option_and_the_file_are_a_flag_and_a_word() -> None:
    for option in OPTIONS:
        assert plain_flags.values([option.flag, "word"]) == {option.field: "word"}
    assert plain_flags.values([CONFIG_FLAG, "a.toml"]) == {CONFIG: "a.toml"}


def test_the_last_one_counts_however_it_is_joined() -> None:
    given = ["--port", "1", "--host=::1", "--port=2"]
    assert plain_flags.values(given) == {"port": "2", "host": "::1"}
    assert plain_flags.values([]) == {}


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--nothing", "1"], ["more"], ["--port"], ["--port", "--host"], ["--port=-1"]],
)
def test_what_is_not_plain_is_left_to_the_parser(arguments: list[str]) -> None:
    assert plain_flags.values(arguments) is None


def test_a_server_starts_without_the_parser() -> None:
    code = (
        "import sys; from kozyr_cli.__main__ import run;"
        "assert run(['serve', '--port', 'none']) == 2;"
        "print(sorted({'typer', 'pydantic', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    assert "--port" in done.stderr
