"""The AsyncAPI 3 document of the protocol, made from its types; `schema.py` writes it."""

from typing import Any, Final, get_args

from kozyr_protocol.base import Command
from kozyr_protocol.close_codes import CloseCode, is_final
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.errors import TEMPORARY, ErrorCode
from kozyr_protocol.limits import MAX_FRAME_BYTES
from kozyr_protocol.messages import ClientMessage, ServerMessage
from kozyr_protocol.version import PROTOCOL_VERSION

ANSWERS: Final = {
    "hello": ("welcome", "error"),
    "ping": ("pong",),
    "list": ("rooms", "error"),
    "create": ("created", "error"),
    "follow": ("followed", "error"),
    "unfollow": ("ok", "error"),
    "join": ("ok", "update", "error"),
    "leave": ("ok", "update", "error"),
    "ready": ("ok", "update", "error"),
    "start": ("update", "error"),
    "act": ("ok", "update", "error"),
    "rematch": ("ok", "update", "error"),
    "tip": ("ok", "update", "error"),
    "link": ("ok", "update", "error"),
    "chat": ("ok", "error"),
    "invite": ("invitation", "error"),
    "knock": ("ok", "update", "error"),
    "answer_knock": ("ok", "update", "error"),
    "kick": ("ok", "update", "error"),
    "silence": ("ok", "update", "error"),
    "slow_mode": ("ok", "update", "error"),
    "hide": ("ok", "error"),
    "add_bot": ("ok", "update", "error"),
    "pause": ("ok", "update", "error"),
    "give_time": ("update", "error"),
    "vote_end": ("ok", "update", "error"),
    "claim_table": ("ok", "update", "error"),
    "stand_in": ("ok", "update", "error"),
    "lobby": ("lobby", "error"),
    "leave_lobby": ("ok", "error"),
    "lobby_chat": ("ok", "error"),
    "people": ("people", "error"),
    "match": ("matching", "error"),
    "unmatch": ("ok", "error"),
    "me": ("you", "error"),
    "rename": ("you", "error"),
    "claim": ("you", "error"),
    "sign_in": ("signed_in", "error"),
    "passphrase": ("ok", "error"),
    "tokens": ("tokens", "error"),
    "revoke": ("ok", "error"),
    "ignore": ("ok", "error"),
    "report": ("ok", "error"),
    "house": ("ok", "error"),
}
"""For each client message that is answered, the types that may answer it."""

_CHANNEL: Final = "#/channels/socket"


def document() -> dict[str, Any]:
    """The whole document; it refers to `client.json` and `server.json` beside it."""
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "kozyr",
            "version": str(PROTOCOL_VERSION),
            "description": "The card-table protocol. Its text, README.md, is normative.",
            "license": {
                "name": "Apache-2.0",
                "url": "https://www.apache.org/licenses/LICENSE-2.0",
            },
        },
        "defaultContentType": "application/msgpack",
        "channels": {"socket": _channel()},
        "operations": _operations(),
        "components": {"messages": _messages()},
        "x-close-codes": [
            {"code": int(code), "name": code.name.lower(), "final": is_final(code)}
            for code in CloseCode
        ],
        "x-error-codes": [
            {"code": str(code), "temporary": code in TEMPORARY} for code in ErrorCode
        ],
    }


def _channel() -> dict[str, Any]:
    names = [subprotocol.value for subprotocol in Subprotocol]
    return {
        "address": "/ws",
        "title": "The socket",
        "description": (
            "One frame is one message: binary frames of msgpack with the subprotocol "
            f"{Subprotocol.MSGPACK.value} (also when none is offered), text frames of JSON with "
            f"{Subprotocol.JSON.value}. A frame of a client has at most {MAX_FRAME_BYTES} bytes."
        ),
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in _messages()},
        "bindings": {
            "ws": {
                "method": "GET",
                "headers": {
                    "type": "object",
                    "properties": {"Sec-WebSocket-Protocol": {"type": "string", "enum": names}},
                },
                "bindingVersion": "0.1.0",
            }
        },
        "x-subprotocols": names,
    }


def _operations() -> dict[str, Any]:
    """One operation a message, as the server sees it: it receives, answers, and sends."""
    made: dict[str, Any] = {}
    for name in _types(ClientMessage):
        operation = {
            "action": "receive",
            "channel": {"$ref": _CHANNEL},
            "messages": [{"$ref": f"{_CHANNEL}/messages/client.{name}"}],
        }
        if name in ANSWERS:
            operation["reply"] = {
                "channel": {"$ref": _CHANNEL},
                "messages": [
                    {"$ref": f"{_CHANNEL}/messages/server.{answer}"} for answer in ANSWERS[name]
                ],
            }
        made[f"receive.{name}"] = operation
    for name in _types(ServerMessage):
        made[f"send.{name}"] = {
            "action": "send",
            "channel": {"$ref": _CHANNEL},
            "messages": [{"$ref": f"{_CHANNEL}/messages/server.{name}"}],
        }
    return made


def _messages() -> dict[str, Any]:
    made: dict[str, Any] = {}
    for side, union in (("client", ClientMessage), ("server", ServerMessage)):
        for name, cls in _types(union).items():
            made[f"{side}.{name}"] = {
                "name": name,
                "title": f"{name} ({side})",
                "summary": (cls.__doc__ or "").partition("\n")[0],
                "payload": {"$ref": f"{side}.json#/$defs/{cls.__name__}"},
            }
            if issubclass(cls, Command):
                made[f"{side}.{name}"]["correlationId"] = {"location": "$message.payload#/id"}
    return made


def _types(union: Any) -> dict[str, Any]:
    """The classes of a union of messages by their `type`."""
    return {cls.__struct_config__.tag: cls for cls in get_args(union)}
