"""Settings for people and machines (`kozyr_server.settings.shown`)."""

import json
from pathlib import Path

from kozyr_server.settings import OPTIONS, Settings, config_file, load, resolve, shown
from kozyr_testing.project import ROOT

SECRET = {"redis": "redis://:hunter2@h:1/0"}


def test_the_example_sets_nothing_and_uncommented_is_the_default(tmp_path: Path) -> None:
    path = tmp_path / "kozyr.toml"
    path.write_text(shown.example())
    assert load({}, {}, config_file.read(path)) == Settings()
    samples = {"origins", "archive", "redis", "valkey", "data", "admin_token_file"}
    lines = [line for line in shown.example().splitlines() if line.startswith("#") and "=" in line]
    assert [line[1:].partition(" ")[0] for line in lines] == [option.field for option in OPTIONS]
    kept = [line[1:] for line in lines if line[1:].partition(" ")[0] not in samples]
    path.write_text("\n".join(kept))
    assert load({}, {}, config_file.read(path)) == Settings()
    for line in lines:
        # Each sample alone is good, too.
        path.write_text(line[1:])
        load({}, {}, config_file.read(path))


def test_a_secret_is_shown_nowhere() -> None:
    resolved = resolve(SECRET, {})
    (redis,) = (option for option in OPTIONS if option.field == "redis")
    assert shown.words(redis, resolved.settings) == shown.HIDDEN
    assert "hunter2" not in shown.as_json(resolved, None).decode() + repr(resolved)


def test_json_has_every_setting_with_its_source() -> None:
    found = json.loads(shown.as_json(resolve({"port": "0"}, {}), Path("/k.toml")))
    assert found["file"] == "/k.toml"
    rows = {row["name"]: row for row in found["settings"]}
    assert set(rows) == set(Settings.__struct_fields__)
    assert (rows["port"]["value"], rows["port"]["source"], rows["port"]["from"]) == (
        *(0, "flag", "--port"),
    )
    assert (rows["drain_s"]["unit"], rows["drain_s"]["source"]) == ("s", "default")


def test_the_document_has_the_table_of_all_settings() -> None:
    text = (ROOT / "server/SETTINGS.md").read_text(encoding="utf-8")
    assert shown.with_table(text) == text, "write it anew: make schema"


def test_a_table_is_written_anew_where_it_stands() -> None:
    old = "# Head\n\n| setting | default | unit | what it is |\n|---|\n| `gone` |\n"
    assert shown.with_table(old) == "# Head\n\n" + shown.markdown()
    assert shown.with_table(old + "\nMore.\n") == "# Head\n\n" + shown.markdown() + "\nMore.\n"
