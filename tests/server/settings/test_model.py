"""The settings, typed (`kozyr_server.settings.model`)."""

from pathlib import Path

from msgspec.structs import replace

from kozyr_server.settings.model import Settings


def test_the_archive_lies_in_the_data_folder_unless_it_is_named() -> None:
    settings = replace(Settings(), data=Path("/srv/k"))
    assert settings.archive_dir == Path("/srv/k/archive")
    assert replace(settings, archive=Path("/srv/a")).archive_dir == Path("/srv/a")


def test_what_may_hold_a_password_is_not_printed() -> None:
    assert "hunter2" not in repr(replace(Settings(), redis="redis://:hunter2@h/0"))
