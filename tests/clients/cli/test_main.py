"""The command `kozyr` (`kozyr_cli.__main__`)."""

import subprocess
import sys

import pytest

from kozyr_cli.__main__ import run
from kozyr_cli.errors import USAGE
from kozyr_protocol.__about__ import __version__


def test_the_version_is_that_of_the_distribution(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"kozyr {__version__}\n"


def test_help_names_the_subcommands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    assert "serve" in capsys.readouterr().out
    assert run([]) == 0
    assert "serve" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["serve", "--nothing"], "kozyr: No such option: --nothing"),
        (["surf"], "kozyr: No such command 'surf'."),
        (["serve", "more"], "kozyr: Got unexpected extra argument(s) (more)"),
        (["serve", "--port"], "kozyr: Option '--port' requires an argument."),
        (
            ["--lang", "ru", "admin", "lift", "pardon", "p2bqv6ykh7mzc4xwd"],
            "kozyr: неверное значение mute|ban: 'pardon'; есть 'mute', 'ban'\n",
        ),
        (
            ["--lang", "ru", "admin", "lift"],
            "kozyr: не хватает аргумента mute|ban; есть mute, ban\n",
        ),
        (
            ["--lang", "ru", "selfplay", "--game", "whist"],
            "kozyr: нет игры 'whist'; есть gin_rummy, king, ",
        ),
    ],
)
def test_a_wrong_command_line_is_one_line(
    arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == USAGE
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith(line)


def test_nothing_heavy_is_imported_before_a_subcommand_runs() -> None:
    code = (
        "import sys; from kozyr_cli.__main__ import run; sys.stdout = sys.stderr; run(['--help']);"
        "heavy = {'starlette', 'uvicorn', 'redis', 'structlog', 'prometheus_client', 'uvloop',"
        " 'websockets', 'textual', 'http', 'pydantic', 'rich', 'kozyr_games'};"
        "sys.stdout = sys.__stdout__;"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_language_goes_before_the_subcommand(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for arguments in (["--lang", "ru", "surf"], ["--lang=ru", "surf"]):
        assert run(arguments) == USAGE
        assert capsys.readouterr().err == "kozyr: нет команды «surf»\n"
    monkeypatch.setenv("KOZYR_LANG", "ru")
    assert run(["serve", "--port", "x"]) == USAGE
    assert capsys.readouterr().err == "kozyr: --port: 'x' – не целое число от 0 до 65535\n"
    assert run(["--lang", "en", "surf"]) == USAGE
    assert capsys.readouterr().err == "kozyr: No such command 'surf'.\n"
    assert run(["--lang", "de", "surf"]) == USAGE
    assert capsys.readouterr().err == "kozyr: --lang: нет языка 'de', есть en, ru\n"
