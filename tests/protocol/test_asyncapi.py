"""`kozyr_protocol.asyncapi`: the document is whole and refers to what exists."""

import json
import re
from typing import Any

from kozyr_protocol import asyncapi, codec, messages, schema
from kozyr_protocol.close_codes import CloseCode, is_final
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.errors import TEMPORARY, ErrorCode

DOCUMENT = asyncapi.document()


def _resolved(reference: str) -> Any:
    """What a reference leads to, here or in a file beside."""
    file, _, pointer = reference.partition("#")
    value: Any = json.loads((schema.FOLDER / file).read_text("utf-8")) if file else DOCUMENT
    for step in pointer.strip("/").split("/"):
        value = value[step]
    return value


def _references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return own + [each for part in value.values() for each in _references(part)]
    if isinstance(value, list):
        return [each for part in value for each in _references(part)]
    return []


def test_head_is_that_of_asyncapi_3() -> None:
    assert DOCUMENT["asyncapi"] == "3.0.0"
    assert {"title", "version"} <= set(DOCUMENT["info"])
    assert set(DOCUMENT) - {"asyncapi", "info", "defaultContentType"} == {
        "channels",
        "operations",
        "components",
        "x-close-codes",
        "x-error-codes",
    }


def test_all_references_lead_somewhere() -> None:
    references = _references(DOCUMENT)
    assert references
    for reference in references:
        assert _resolved(reference), reference


def test_channel_has_all_messages_and_subprotocols() -> None:
    (channel,) = DOCUMENT["channels"].values()
    assert channel["address"] == "/ws"
    assert channel["x-subprotocols"] == [str(each) for each in Subprotocol]
    expected = {f"client.{name}" for name in codec.CLIENT_TYPES}
    expected |= {f"server.{name}" for name in codec.SERVER_TYPES}
    assert set(channel["messages"]) == expected


def test_payloads_are_the_messages_of_their_name() -> None:
    for name, message in DOCUMENT["components"]["messages"].items():
        payload = _resolved(message["payload"]["$ref"])
        assert payload["properties"]["type"]["enum"] == [name.partition(".")[2]]
        assert message["summary"].strip()


def test_each_message_has_its_operation() -> None:
    operations = DOCUMENT["operations"]
    received = {name for name, each in operations.items() if each["action"] == "receive"}
    sent = {name for name, each in operations.items() if each["action"] == "send"}
    assert received == {f"receive.{name}" for name in codec.CLIENT_TYPES}
    assert sent == {f"send.{name}" for name in codec.SERVER_TYPES}
    for name in operations:
        assert re.fullmatch(r"[\w.\-]+", name)


def test_operations_name_messages_of_the_channel_itself() -> None:
    for operation in DOCUMENT["operations"].values():
        reply = operation.get("reply", {"messages": []})
        for message in operation["messages"] + reply["messages"]:
            assert message["$ref"].startswith("#/channels/socket/messages/")


def test_every_client_message_but_pong_is_answered() -> None:
    assert set(asyncapi.ANSWERS) == codec.CLIENT_TYPES - {"pong"}
    for answers in asyncapi.ANSWERS.values():
        assert set(answers) <= codec.SERVER_TYPES


def test_commands_carry_their_number() -> None:
    for name, message in DOCUMENT["components"]["messages"].items():
        side, _, kind = name.partition(".")
        is_command = side == "client" and kind not in {"hello", "ping", "pong"}
        assert ("correlationId" in message) == is_command, name
    assert issubclass(messages.Act, messages.Command)


def test_codes_are_those_of_the_code() -> None:
    assert [(each["code"], each["final"]) for each in DOCUMENT["x-close-codes"]] == [
        (int(code), is_final(code)) for code in CloseCode
    ]
    assert [(each["code"], each["temporary"]) for each in DOCUMENT["x-error-codes"]] == [
        (str(code), code in TEMPORARY) for code in ErrorCode
    ]
