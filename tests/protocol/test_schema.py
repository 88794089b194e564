"""`kozyr_protocol.schema`: the files are fresh, and hold what the protocol's text shows."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from kozyr_protocol import schema
from kozyr_protocol.games import WIRES
from kozyr_testing import frames
from kozyr_testing.frames import Example

DOCUMENTS = schema.documents()
SCHEMAS = sorted(name for name in DOCUMENTS if name != "asyncapi.json")


def _validate(value: Any, file: str, part: str | None = None) -> None:
    """Check a value against a file, or one of its definitions."""
    document = DOCUMENTS[file]
    if part is not None:
        document = {"$ref": f"#/$defs/{part}", "$defs": document["$defs"]}
    Draft202012Validator(document).validate(value)


def _walk(value: Any) -> Any:
    """All objects of a document."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from _walk(part)
    elif isinstance(value, list):
        for part in value:
            yield from _walk(part)


def test_files_are_fresh() -> None:
    assert schema.stale() == [], "run python -m kozyr_protocol.schema"


def test_writing_is_the_same_each_time(tmp_path: Path) -> None:
    schema.write(tmp_path)
    first = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    schema.write(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == first == schema.files()


def test_stale_files_are_named(tmp_path: Path) -> None:
    schema.write(tmp_path)
    (tmp_path / "client.json").write_text("{}\n", encoding="utf-8")
    (tmp_path / "room.json").unlink()
    (tmp_path / "whist.json").write_text("{}\n", encoding="utf-8")
    assert schema.stale(tmp_path) == ["client.json", "room.json", "whist.json"]
    schema.write(tmp_path)
    assert schema.stale(tmp_path) == []


def test_command_checks_and_refuses_other_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert schema.main(["--check"]) == 0
    assert schema.main(["--chekc"]) == 2
    assert "usage" in capsys.readouterr().err


def test_there_is_a_file_for_each_game() -> None:
    assert {f"{key}.json" for key in WIRES} <= set(DOCUMENTS)
    for key in WIRES:
        assert {"Action", "Event", "View"} <= set(DOCUMENTS[f"{key}.json"]["$defs"])


@pytest.mark.parametrize("name", SCHEMAS)
def test_file_is_a_schema_whose_references_lead_somewhere(name: str) -> None:
    document = DOCUMENTS[name]
    Draft202012Validator.check_schema(document)
    assert document["$id"] == name
    for part in _walk(document):
        if isinstance(part.get("$ref"), str):
            assert part["$ref"].removeprefix("#/$defs/") in document["$defs"], part


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_definition_and_open_field_has_a_text(name: str) -> None:
    for part, definition in DOCUMENTS[name]["$defs"].items():
        if definition.get("type") == "object":
            assert definition.get("description"), part
        for field, value in definition.get("properties", {}).items():
            if set(value) <= {"default", "description"}:
                assert value.get("description"), f"{part}.{field} takes anything and says nothing"


@pytest.mark.parametrize("example", frames.examples(), ids=str)
def test_example_of_the_text_validates(example: Example) -> None:
    match example.mark.split():
        case ["client" | "server" | "record" as side]:
            _validate(example.value, f"{side}.json")
            for event in example.value.get("events", ()):
                _validate(event, "room.json", "RoomEvent")
        case ["event"]:
            _validate(example.value, "room.json", "RoomEvent")
        case [game, part]:
            _validate(example.value, f"{game}.json", part.capitalize())
        case _:
            pytest.fail(f"nothing validates {example.mark}")


def test_views_of_the_text_validate() -> None:
    views = [e.value["view"] for e in frames.examples() if e.value.get("view")]
    assert views
    for view in views:
        _validate(view, "room.json", "RoomView")
        _validate(view["table"], f"{view['game']}.json", "View")


def test_client_messages_are_closed_and_server_messages_open() -> None:
    with pytest.raises(ValidationError):
        _validate({"type": "ping", "id": 1, "more": 1}, "client.json")
    _validate({"type": "ping", "id": 1, "more": 1}, "server.json")


def test_error_codes_are_open_for_clients() -> None:
    error = {"type": "error", "id": 1, "code": "of_tomorrow", "temporary": True, "message": "x"}
    _validate(error, "server.json")
    known = DOCUMENTS["server.json"]["$defs"]["ErrorCode"]["anyOf"][0]["enum"]
    assert "stale" in known


def test_key_with_a_line_feed_does_not_validate() -> None:
    message = {"type": "create", "id": 1, "key": "k" * 16, "game": "twenty_nine"}
    _validate(message, "client.json")
    with pytest.raises(ValidationError):
        _validate({**message, "key": "k" * 16 + "\n"}, "client.json")


def test_files_end_with_a_newline_and_are_readable() -> None:
    for name, data in schema.files().items():
        assert data.endswith(b"}\n"), name
        assert list(json.loads(data)) == list(DOCUMENTS[name])
