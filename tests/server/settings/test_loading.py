"""Settings from flags, the environment and a file (`kozyr_server.settings.loading`)."""

from pathlib import Path

import pytest

from kozyr_server import proxies
from kozyr_server.settings import SettingError, Settings, load, read, resolve
from kozyr_server.settings.loading import strays


def test_without_anything_the_defaults_hold() -> None:
    assert load({}, {}) == Settings()
    assert load({"port": None}, {"KOZYR_PORT": ""}) == Settings()


def test_flags_go_before_the_environment() -> None:
    found = load({"port": "9000"}, {"KOZYR_PORT": "9001", "KOZYR_HOST": "0.0.0.0"})
    assert (found.port, found.host) == (9000, "0.0.0.0")


def test_the_file_comes_after_the_environment_and_before_the_defaults(tmp_path: Path) -> None:
    file = tmp_path / "kozyr.toml"
    file.write_text("port = 1\nworkers = 2\nhost = '::1'\n")
    found = resolve({"port": "3"}, {"KOZYR_WORKERS": "4"}, read(file))
    settings = found.settings
    assert (settings.port, settings.workers, settings.host) == (3, 4, "::1")
    assert [found.sources[name] for name in ("port", "workers", "host", "data")] == [
        *("flag", "environment", "file", "default")
    ]
    assert found.names == {"port": "--port", "workers": "KOZYR_WORKERS", "host": str(file)}


def test_a_wrong_value_of_the_file_names_file_key_and_bound(tmp_path: Path) -> None:
    file = tmp_path / "kozyr.toml"
    file.write_text("workers = 900\n")
    with pytest.raises(SettingError) as caught:
        resolve({}, {}, read(file))
    assert str(caught.value) == f"{file}: workers: '900' is not a whole number from 1 to 64"
    file.write_text("gone_after_s = 3\n")
    with pytest.raises(SettingError) as caught:
        resolve({}, {}, read(file))
    assert str(caught.value) == (f"--ping-interval-s: must be below {file}: gone_after_s")


def test_variables_that_set_nothing_are_named() -> None:
    names = ["KOZYR_PROT", "KOZYR_PORT", "KOZYR_CONFIG", "KOZYR_CHROMIUM", "PORT"]
    assert strays(names, ["KOZYR_CHROMIUM"]) == [
        "KOZYR_PROT sets nothing: did you mean KOZYR_PORT?"
    ]


@pytest.mark.parametrize(
    ("flags", "environ", "line"),
    [
        ({"port": "70000"}, {}, "--port: '70000' is not a whole number from 0 to 65535"),
        ({"port": "٣"}, {}, "--port: '٣' is not a whole number from 0 to 65535"),
        ({"port": "9" * 5000}, {}, f"--port: '{'9' * 80}' is not a whole number from 0 to 65535"),
        ({}, {"KOZYR_WORKERS": "0"}, "KOZYR_WORKERS: '0' is not a whole number from 1 to 64"),
        ({"commands_per_s": "nan"}, {}, "--commands-per-s: 'nan' is not a number from 0 to 1e+06"),
        (
            {"commands_per_s": "many"},
            {},
            "--commands-per-s: 'many' is not a number from 0 to 1e+06",
        ),
        (
            {"durability": "never"},
            {},
            "--durability: 'never' is not one of always, everysec, unverified",
        ),
        (
            {"durability": "unverified"},
            {},
            "--durability: unverified is for an external store (--redis URL)",
        ),
        (
            {"redis": "redis://h", "valkey": "/bin/x"},
            {},
            "--valkey: is for the embedded store; not with --redis",
        ),
        ({"gone_after_s": "10"}, {}, "--ping-interval-s: must be below --gone-after-s"),
        ({"host": " "}, {}, "--host: ' ' is not an address"),
        (
            {"trusted_proxies": "127.0.0.1,proxy"},
            {},
            f"--trusted-proxies: '127.0.0.1,proxy' is not {proxies.BOUND}",
        ),
    ],
)
def test_what_cannot_be_used_is_one_line(
    flags: dict[str, str], environ: dict[str, str], line: str
) -> None:
    with pytest.raises(SettingError) as caught:
        load(flags, environ)
    assert str(caught.value) == line


def test_a_password_in_a_url_is_not_repeated() -> None:
    with pytest.raises(SettingError) as caught:
        load({"redis": "http://:hunter2@host"}, {})
    assert "hunter2" not in str(caught.value)
    assert "redis://HOST:6379/0" in str(caught.value)


def test_origins_are_a_list() -> None:
    found = load({"origins": "https://A.example/, http://localhost:5173"}, {})
    assert found.origins == ("https://a.example", "http://localhost:5173")
    assert load({"origins": "*"}, {}).origins == ()
    for bad in ("a.example", "https://a.example/path", "https://u@a.example", ","):
        with pytest.raises(SettingError, match="--origins"):
            load({"origins": bad}, {})


def test_the_archive_lies_in_the_data_folder() -> None:
    assert load({"data": "/srv/k"}, {}).archive_dir == Path("/srv/k/archive")
    assert load({"archive": "/srv/a"}, {}).archive_dir == Path("/srv/a")
