"""Options of commands out of the table of settings (`kozyr_cli.setting_flags`)."""

from kozyr_cli.setting_flags import described, parameters
from kozyr_cli.setting_names import CONFIG
from kozyr_cli.words import speaking
from kozyr_server.settings import OPTIONS


def test_a_command_takes_the_file_and_the_options_it_names() -> None:
    assert [each.name for each in parameters()] == [CONFIG, *(o.field for o in OPTIONS)]
    assert [each.name for each in parameters(OPTIONS[:1])] == [CONFIG, OPTIONS[0].field]


def test_flags_say_their_defaults() -> None:
    found = {option.field: described(option) for option in OPTIONS}
    assert found["port"].endswith("[default: 8080]")
    assert "default" not in found["redis"]
    with speaking("ru"):
        (port,) = (option for option in OPTIONS if option.field == "port")
        assert described(port).endswith("[по умолчанию: 8080]")
    assert all(each.default is None for each in parameters())
