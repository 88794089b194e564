"""Help from the catalogues (`kozyr_cli.helping`)."""

import subprocess
import sys

import pytest

from kozyr_cli.__main__ import run
from kozyr_cli.helping import command_key, option_key, option_keys


def test_keys_follow_from_names() -> None:
    assert command_key(()) == "kozyr-help"
    assert command_key(("admin", "ban-range")) == "admin-ban-range-help"
    assert list(option_keys(("admin", "mute"), "why")) == [
        "admin-mute-opt-why",
        "admin-opt-why",
    ]
    assert option_key(("admin", "mute"), "why") == "admin-opt-why"
    assert option_key(("backup",), "data") == "settings-opt-data"
    assert option_key(("bot",), "nothing") == "bot-opt-nothing"


@pytest.mark.parametrize(
    ("command", "texts"),
    [
        ([], ["Вызов: kozyr", "Параметры:", "Команды:", "Посадить ботов"]),
        (["bot"], ["Вызов: kozyr bot", "[по умолчанию: twenty_nine]", "Показать эту справку"]),
        (["serve"], ["На каком порту слушать", "[по умолчанию: 8080]", "Файл настроек"]),
        (["admin"], ["Команды:", "Запретить писать", "[переменная: KOZYR_URL"]),
        (["admin", "mute"], ["Аргументы:", "[обязательно]", "пока не снимут"]),
        (["load", "compare"], ["Отчёт первого прогона"]),
        (["ratings", "rebuild"], ["Пересчитать все рейтинги", "Папка встроенного хранилища"]),
    ],
)
def test_help_is_in_russian(
    command: list[str], texts: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["--lang", "ru", *command, "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for text in texts:
        assert text in shown
    for english in ("Usage:", "Options:", "Show this", "default:", "required"):
        assert english not in shown


def test_only_the_catalogues_of_the_command_are_read() -> None:
    code = (
        "import pathlib, sys; seen = set()\n"
        "def note(event, facts):\n"
        "    if event == 'open' and str(facts[0]).endswith('.ftl'):\n"
        "        seen.add(pathlib.Path(facts[0]).stem)\n"
        "sys.addaudithook(note)\n"
        "from kozyr_cli.__main__ import run; sys.stdout = sys.stderr; run(sys.argv[1:])\n"
        "print(sorted(seen), file=sys.__stdout__)"
    )
    for arguments, names in (
        (["--help"], ["kozyr"]),
        (["verify", "--help"], ["kozyr", "verify"]),
    ):
        command = [sys.executable, "-c", code, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stdout == f"{names}\n"
