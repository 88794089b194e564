"""What is wrong with a setting (`kozyr_server.settings.errors`)."""

from kozyr_server.settings.errors import SettingError


def test_it_is_one_line_with_the_name_first() -> None:
    error = SettingError("--port", "is wrong")
    assert str(error) == "--port: is wrong"
    assert (error.option, error.reason) == ("--port", "is wrong")
