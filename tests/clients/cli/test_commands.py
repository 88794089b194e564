"""The parser of all subcommands (`kozyr_cli.commands`)."""

import pytest

from kozyr_cli import commands
from kozyr_cli.errors import USAGE, CommandError


def test_what_cannot_be_understood_is_an_error_with_its_exit_code() -> None:
    with pytest.raises(CommandError, match="No such command 'surf'") as caught:
        commands.run(["surf"])
    assert caught.value.exit_code == USAGE


def test_help_and_version_end_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.run(["--version"]) == 0
    assert commands.run(["serve", "--help"]) == 0
    assert "--port" in capsys.readouterr().out
