"""Messages written as JSON by hand, read by the protocol's types down to the last part."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from kozyr_protocol import codec
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.games import WIRES
from kozyr_protocol.games.wire import GameWire
from kozyr_protocol.ids import GameKey
from kozyr_protocol.messages import Unknown
from kozyr_protocol.rooms import UnknownEvent
from kozyr_testing.project import ROOT

README: Final = ROOT / "protocol/README.md"

GAME: Final = GameKey("twenty_nine")
"""The game of all examples that name none."""

_FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    """A marked block of the protocol's text."""

    mark: str
    """What it is: `client`, `server`, `event`, `record`, or a game and one of its parts."""
    line: int
    value: Any

    def __str__(self) -> str:
        """Where it stands and what it is, for the name of a test."""
        return f"{self.line}-{self.mark}-{self.value.get('type', '')}".replace(" ", "-")


def examples() -> list[Example]:
    """All examples of the protocol's text, in order."""
    text = README.read_text(encoding="utf-8")
    return [
        Example(
            mark.removeprefix("json "), text.count("\n", 0, match.start()) + 1, json.loads(body)
        )
        for match in _FENCE.finditer(text)
        for mark, body in [match.groups()]
        if mark.startswith("json ")
    ]


def python_blocks() -> list[str]:
    """The programs of the protocol's text."""
    text = README.read_text(encoding="utf-8")
    return [body for mark, body in _FENCE.findall(text) if mark == "python"]


def wire_of(name: str) -> GameWire[Any, Any, Any]:
    """The game of a golden frame, which stands in its name: `event_game_knaves_played`."""
    found = re.match(r"(?:client_act|event_game)_(\w+)", name)
    said = found[1] if found else ""
    return WIRES[max((key for key in WIRES if said.startswith(key)), key=len, default=GAME)]


def client(value: Any, wire: GameWire[Any, Any, Any] | None = None) -> Any:
    """What a client's message is when the types have read it and written it again.

    Raises:
        codec.CodecError: it is none.
    """
    plain = codec.unpack(codec.encode(codec.decode_client(json.dumps(value), Subprotocol.JSON)))
    if "action" in plain:
        plain["action"] = action(plain["action"], wire)
    return plain


def server(value: Any, wire: GameWire[Any, Any, Any] | None = None) -> Any:
    """The same for a message of the server, with its events, view and legal actions.

    Raises:
        codec.CodecError: it is none, or of an unknown type.
    """
    message = codec.decode_server(json.dumps(value), Subprotocol.JSON)
    if isinstance(message, Unknown):
        raise codec.UnknownMessageError(message.type)
    plain = codec.unpack(codec.encode(message))
    if "events" in plain:
        plain["events"] = [event(each, wire) for each in plain["events"]]
    if plain.get("view"):
        plain["view"]["table"] = _view(plain["view"]["table"], wire)
    for turn in (plain.get("prompts") or {}).get("turns", ()):
        if turn["legal"] is not None:
            turn["legal"] = [action(each, wire) for each in turn["legal"]]
    return plain


def event(value: Any, wire: GameWire[Any, Any, Any] | None = None) -> Any:
    """The same for an event of a room, with what it carries of a game.

    Raises:
        codec.CodecError: it is none, or of an unknown type.
    """
    decoded = codec.decode_event(codec.pack(value))
    if isinstance(decoded, UnknownEvent):
        raise codec.UnknownMessageError(decoded.type)
    plain = codec.unpack(codec.encode(decoded))
    if plain["type"] == "game":
        plain["event"] = game_event(plain["event"], wire)
    if plain["type"] == "game_started":
        plain["table"] = _view(plain["table"], wire)
    return plain


def action(value: Any, wire: GameWire[Any, Any, Any] | None = None) -> Any:
    """The same for an action of a game."""
    return codec.unpack(codec.pack((wire or WIRES[GAME]).actions.decode(codec.pack(value))))


def game_event(value: Any, wire: GameWire[Any, Any, Any] | None = None) -> Any:
    """The same for an event of a game."""
    return codec.unpack(codec.pack((wire or WIRES[GAME]).events.decode(codec.pack(value))))


def _view(value: Any, wire: GameWire[Any, Any, Any] | None) -> Any:
    if value is None:
        return None
    return codec.unpack(codec.pack((wire or WIRES[GAME]).views.decode(codec.pack(value))))


def lost(written: Any, read: Any, path: str = "$") -> Iterator[str]:
    """Paths of what was written and is not in what the types read, or is something else there.

    What the types add, fields with their defaults, is not lost.
    """
    if isinstance(written, dict) and isinstance(read, dict):
        for name, value in written.items():
            if name not in read:
                yield f"{path}.{name}"
            else:
                yield from lost(value, read[name], f"{path}.{name}")
    elif isinstance(written, list) and isinstance(read, list) and len(written) == len(read):
        for index, (one, other) in enumerate(zip(written, read, strict=True)):
            yield from lost(one, other, f"{path}[{index}]")
    elif type(written) is not type(read) or written != read:
        yield path
