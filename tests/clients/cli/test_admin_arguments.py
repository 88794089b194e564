"""Where the options of `kozyr admin` may stand (`kozyr_cli.admin_arguments`)."""

from typing import Any

import pytest
import typer

from kozyr_cli.__main__ import run
from kozyr_cli.admin import build
from kozyr_cli.admin_arguments import PLACE, WITH_VALUE, in_order
from kozyr_testing.ports import free_port


@pytest.mark.parametrize(
    ("given", "ordered"),
    [
        ("admin status --url U", "admin --url U status"),
        ("admin --as A ban p1 --url=U --why W", "admin --as A --url=U ban p1 --why W"),
        ("admin ban p1 --why --url --token-file F", "admin --token-file F ban p1 --why --url"),
        ("admin warn p1 -- --url U", "admin warn p1 -- --url U"),
        ("admin status --url", "admin --url status"),
        ("records list --url U", "records list --url U"),
        ("admin", "admin"),
        ("", ""),
    ],
)
def test_options_of_the_group_go_before_the_command(given: str, ordered: str) -> None:
    assert in_order(given.split()) == ordered.split()


def test_every_option_with_a_value_is_known() -> None:
    group: Any = typer.main.get_command(build())
    found = {
        name
        for command in (group, *group.commands.values())
        for each in command.params
        if each.param_type_name == "option" and not each.is_flag
        for name in each.opts
    }
    assert found == {*PLACE, *WITH_VALUE}


def test_an_address_behind_the_command_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KOZYR_ADMIN_TOKEN", "secret")
    url = f"http://127.0.0.1:{free_port()}"
    assert run(["admin", "status", "--url", url]) == 1
    assert f"{url} does not answer" in capsys.readouterr().err


def test_what_is_lifted_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["admin", "lift", "p1", "ban"]) == 2
    assert "'p1' is not one of 'mute', 'ban'" in capsys.readouterr().err
