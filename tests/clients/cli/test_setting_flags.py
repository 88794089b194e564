"""Options of commands out of the table of settings (`kozyr_cli.setting_flags`)."""

from typing import get_args

from kozyr_cli.setting_flags import parameters
from kozyr_cli.setting_names import CONFIG
from kozyr_server.settings import OPTIONS


def test_a_command_takes_the_file_and_the_options_it_names() -> None:
    assert [each.name for each in parameters()] == [CONFIG, *(o.field for o in OPTIONS)]
    assert [each.name for each in parameters(OPTIONS[:1])] == [CONFIG, OPTIONS[0].field]


def test_flags_say_their_defaults() -> None:
    found = {each.name: get_args(each.annotation)[1] for each in parameters()}
    assert found["port"].help.endswith("[default: 8080]")
    assert "default" not in found["redis"].help
    assert all(each.default is None for each in parameters())
