"""The file of settings (`kozyr_server.settings.config_file`, with its `errors`)."""

from pathlib import Path

import pytest

from kozyr_server.settings import SettingError, config_file, load
from kozyr_server.settings.errors import SettingError as Declared


def _read(folder: Path, text: str) -> config_file.ConfigFile:
    path = folder / "kozyr.toml"
    path.write_text(text)
    return config_file.read(path)


def test_a_flag_names_the_file_before_the_variable_and_the_working_folder(tmp_path: Path) -> None:
    for name in ("flag.toml", "variable.toml", "kozyr.toml"):
        (tmp_path / name).write_text(f"host = '{name}'\n")
    environ = {"KOZYR_CONFIG": str(tmp_path / "variable.toml")}

    def host(flag: str | None, environ: dict[str, str]) -> str:
        return load({}, {}, config_file.find(flag, environ, tmp_path)).host

    assert host(str(tmp_path / "flag.toml"), environ) == "flag.toml"
    assert host(None, environ) == "variable.toml"
    assert host(None, {"KOZYR_CONFIG": ""}) == "kozyr.toml"
    assert config_file.find(None, {}, tmp_path / "elsewhere") is None


def test_values_are_what_toml_has_for_them(tmp_path: Path) -> None:
    file = _read(
        tmp_path,
        """
        port = 9000
        commands_per_s = 2.5
        origins = ["https://a.example", "https://b.example"]
        durability = "everysec"
        data = "games"
        archive = "/srv/archive"
        """,
    )
    settings = load({}, {}, file)
    assert (settings.port, settings.commands_per_s) == (9000, 2.5)
    assert settings.origins == ("https://a.example", "https://b.example")
    assert settings.durability == "everysec"
    # A path counts from the folder of the file, wherever the server is started.
    assert (settings.data, settings.archive) == (tmp_path / "games", Path("/srv/archive"))
    assert load({}, {}, _read(tmp_path, "origins = []")).origins == ()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("prot = 1", "{}: prot: there is no such setting: did you mean port?"),
        ("log-level = 'info'", "{}: log-level: there is no such setting: did you mean log_level?"),
        ("zzz = 1", "{}: zzz: there is no such setting; `kozyr config` lists all"),
        (
            "prot = 1\nport = 1\nzzz = 1",
            "{}: there are no such settings: prot (port?), zzz; `kozyr config` lists all",
        ),
        ("[port]\nx = 1", "{}: port: is to be a text, a number or a list of texts"),
        ("port = 2020-01-01", "{}: port: is to be a text, a number or a list of texts"),
        ("origins = [1]", "{}: origins: is to be a text, a number or a list of texts"),
        ("port = ", "{}: is no TOML: Invalid value (at end of document)"),
    ],
)
def test_what_cannot_be_used_names_the_file_and_the_key(
    tmp_path: Path, text: str, line: str
) -> None:
    with pytest.raises(SettingError) as caught:
        _read(tmp_path, text)
    assert str(caught.value) == line.format(tmp_path / "kozyr.toml")
    assert Declared is SettingError


def test_a_wrong_type_is_told_with_what_would_be_right(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="port: 'true' is not a whole number from 0 to 65535"):
        load({}, {}, _read(tmp_path, "port = true"))


def test_a_password_of_the_file_is_not_repeated(tmp_path: Path) -> None:
    file = _read(tmp_path, "redis = 'http://:hunter2@h'")
    assert "hunter2" not in repr(file)
    with pytest.raises(SettingError) as caught:
        load({}, {}, file)
    assert "hunter2" not in str(caught.value)


def test_a_file_that_is_not_there_is_refused_by_who_named_it(tmp_path: Path) -> None:
    missing = tmp_path / "none.toml"
    with pytest.raises(SettingError) as caught:
        config_file.find(None, {"KOZYR_CONFIG": str(missing)}, tmp_path)
    assert str(caught.value) == (
        f"KOZYR_CONFIG: {missing} cannot be read: no such file or directory"
    )
    big = tmp_path / "big.toml"
    big.write_bytes(b"#" * (config_file.MAX_BYTES + 1))
    with pytest.raises(SettingError, match="too large"):
        config_file.find(str(big), {}, tmp_path)
