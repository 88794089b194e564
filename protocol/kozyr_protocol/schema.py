"""The machine-readable forms of the protocol, made from its types.

`python -m kozyr_protocol.schema` writes a JSON Schema (2020-12) for each module and an AsyncAPI 3
document into `kozyr_protocol/schema/`; with `--check` it writes nothing, names the files that are
not what the types say, and ends with 1.
"""

import ast
import importlib
import inspect
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import msgspec

from kozyr_protocol import (
    asyncapi,
    base,
    fair,
    lobby,
    messages,
    people,
    record,
    room_events,
    rooms,
    tables,
)
from kozyr_protocol.games import WIRES, wire

FOLDER: Final = Path(__file__).with_name("schema")
"""Where the files are."""

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

# What a `Raw` field holds is another module's matter.
_ANY_VALUE: Final = "Any value; its form is in the schema of the room's game."

_MODULES: Final = (base, messages, lobby, people, tables, rooms, room_events, record, fair)

Schema = dict[str, Any]


def documents() -> dict[str, Schema]:
    """All files by name, as plain values."""
    made = {
        "client.json": _closed("client.json", "What a client says", messages.ClientMessage),
        "server.json": _open_codes(
            _closed("server.json", "What the server says", messages.ServerMessage)
        ),
        "room.json": _named(
            "room.json",
            "A room: the view of a role, and the events that change it",
            {"RoomEvent": rooms.RoomEvent, "RoomView": rooms.RoomView},
            [rooms, room_events, fair],
        ),
        "record.json": _closed("record.json", "kozyr.record/1: a finished game", record.Record),
    }
    for key, game in sorted(WIRES.items()):
        names = {"Action": game.action, "Event": game.event, "View": game.view}
        source = importlib.import_module(game.view.__module__)
        made[f"{key}.json"] = _named(f"{key}.json", f"The game {key}", names, [source, wire])
    made["asyncapi.json"] = asyncapi.document()
    return made


def files() -> dict[str, bytes]:
    """The bytes of all files by name; the same on every machine."""
    return {
        name: (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()
        for name, value in documents().items()
    }


def stale(folder: Path = FOLDER) -> list[str]:
    """Names of files that are missing, left over, or not what the types say; sorted."""
    wanted = files()
    there = {path.name: path.read_bytes() for path in folder.glob("*.json")}
    return sorted(
        name for name in wanted.keys() | there.keys() if wanted.get(name) != there.get(name)
    )


def write(folder: Path = FOLDER) -> None:
    """Write all files and remove those that are left over."""
    folder.mkdir(exist_ok=True)
    wanted = files()
    for path in folder.glob("*.json"):
        if path.name not in wanted:
            path.unlink()
    for name, data in wanted.items():
        (folder / name).write_bytes(data)


def main(arguments: Sequence[str]) -> int:
    """The command; the exit code is 1 for stale files and 2 for an argument that is not known."""
    if list(arguments) not in ([], ["--check"]):
        sys.stderr.write("usage: python -m kozyr_protocol.schema [--check]\n")
        return 2
    if not arguments:
        write()
        return 0
    names = stale()
    for name in names:
        sys.stderr.write(f"{FOLDER.name}/{name} is stale: run python -m kozyr_protocol.schema\n")
    return 1 if names else 0


def _closed(name: str, title: str, root: Any) -> Schema:
    """The schema of one type or closed union, with everything that it refers to."""
    made: Schema = msgspec.json.schema(root)
    defs = _described(
        made.pop("$defs"), [base, messages, lobby, people, tables, rooms, record, fair]
    )
    return {"$schema": DIALECT, "$id": name, "title": title, **made, "$defs": defs}


def _named(
    name: str, title: str, roots: Mapping[str, Any], modules: Iterable[ModuleType]
) -> Schema:
    """A schema that validates nothing by itself: its parts are referred to by name."""
    made, defs = msgspec.json.schema_components(roots.values(), ref_template="#/$defs/{name}")
    # A union has no name of its own; a struct is there already, maybe under another name.
    parts = {
        root_name: {"title": root_name, **part}
        for root_name, part in zip(roots, made, strict=True)
        if root_name not in defs
    }
    defs = _described({**defs, **parts}, list(modules))
    return {"$schema": DIALECT, "$id": name, "title": title, "$defs": defs}


def _described(defs: Mapping[str, Schema], modules: Iterable[ModuleType]) -> Schema:
    """The definitions by name, with the texts that stand under the fields in the source."""
    classes = {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if inspect.isclass(value)
    }
    for name, definition in defs.items():
        texts = _field_texts(classes[name]) if name in classes else {}
        for field, schema in definition.get("properties", {}).items():
            if field in texts:
                schema["description"] = texts[field]
            elif not schema:
                schema["description"] = _ANY_VALUE
    return dict(sorted(defs.items()))


def _field_texts(cls: type) -> dict[str, str]:
    """The strings under the fields of a class and of its bases."""
    texts: dict[str, str] = {}
    for each in reversed(cls.__mro__):
        if each.__module__.startswith("kozyr_protocol"):
            texts |= _texts_of_module(each.__module__).get(each.__name__, {})
    return texts


@cache
def _texts_of_module(name: str) -> dict[str, dict[str, str]]:
    tree = ast.parse(inspect.getsource(importlib.import_module(name)))
    return {
        node.name: _texts_of_class(node) for node in tree.body if isinstance(node, ast.ClassDef)
    }


def _texts_of_class(node: ast.ClassDef) -> dict[str, str]:
    texts = {}
    for field, text in zip(node.body, node.body[1:], strict=False):
        match field, text:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(string))),
            ):
                texts[name] = " ".join(string.split())
            case _:
                pass
    return texts


def _open_codes(schema: Schema) -> Schema:
    """A server may add error codes within a version, so the list is not closed for clients."""
    code = schema["$defs"]["ErrorCode"]
    known = {"enum": code.pop("enum")}
    schema["$defs"]["ErrorCode"] = {**code, "anyOf": [known, {"type": "string"}]}
    return schema


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
