"""The protocol's text and its types say the same: nothing missing, nothing made up."""

import asyncio
import json
import re
import sys
from collections.abc import Mapping
from typing import Any, get_args

import msgpack
import msgspec
import pytest
import websockets
from msgspec import Struct

from kozyr_protocol import codec, fair, limits, messages, record, rooms
from kozyr_protocol.close_codes import CloseCode, is_final
from kozyr_protocol.errors import TEMPORARY, ErrorCode
from kozyr_protocol.games import WIRES, wire
from kozyr_testing import frames
from kozyr_testing.frames import Example
from kozyr_testing.processes import program

TEXT = frames.README.read_text(encoding="utf-8")
EXAMPLES = frames.examples()
PARTS = {"action", "event", "view"}


def _by_type(union: Any) -> dict[str, Any]:
    # A game with one kind of action has no union of them.
    return {cls.__struct_config__.tag: cls for cls in get_args(union) or (union,)}


CLIENT, SERVER = _by_type(messages.ClientMessage), _by_type(messages.ServerMessage)
EVENTS = _by_type(rooms.RoomEvent)


def _chapter(title: str) -> str:
    """What stands under a heading of the second level."""
    return re.split(rf"^## {re.escape(title)}$", TEXT, flags=re.MULTILINE)[1].split("\n## ")[0]


def _sections(title: str) -> dict[str, str]:
    """What stands under each heading of the third level of a chapter, by its first word."""
    _, *parts = re.split(r"^### ", _chapter(title), flags=re.MULTILINE)
    return {part.partition("\n")[0].partition(" (")[0]: part for part in parts}


def _rows(title: str) -> list[list[str]]:
    """The rows of the first table of a chapter, without its head."""
    lines = [line for line in _chapter(title).splitlines() if line.startswith("| ")]
    return [[cell.strip().strip("`") for cell in line.strip("| ").split(" | ")] for line in lines][
        1:
    ]


def _examples(mark: str) -> list[Any]:
    return [example.value for example in EXAMPLES if example.mark == mark]


def _named(text: str) -> set[str]:
    """All words in backticks."""
    return {word for code in re.findall(r"`([^`\n]+)`", text) for word in re.findall(r"\w+", code)}


def _fields(cls: Any) -> set[str]:
    if issubclass(cls, Struct):
        return set(cls.__struct_fields__)
    return set(cls.__dataclass_fields__)


# --- Examples are what they say


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_example_is_what_it_says(example: Example) -> None:
    match example.mark.split():
        case ["client"]:
            read = frames.client(example.value)
        case ["server"]:
            read = frames.server(example.value)
        case ["event"]:
            read = frames.event(example.value)
        case ["record"]:
            read = json.loads(record.dumps(record.loads(json.dumps(example.value))))
        case [game, "action"]:
            read = frames.action(example.value, WIRES[_key(game)])
        case [game, "event"]:
            read = frames.game_event(example.value, WIRES[_key(game)])
        case _:
            pytest.fail(f"line {example.line}: the mark {example.mark!r} is none that is known")
    assert not list(frames.lost(example.value, read)), f"line {example.line} has what is not read"


def _key(name: str) -> Any:
    assert name in WIRES, f"{name} is no game"
    return name


def test_examples_of_the_server_leave_nothing_out() -> None:
    for example in EXAMPLES:
        if example.mark == "server":
            assert frames.server(example.value) == example.value, f"line {example.line}"


@pytest.mark.parametrize(
    ("mark", "known"), [("client", CLIENT), ("server", SERVER), ("event", EVENTS)]
)
def test_every_type_has_an_example(mark: str, known: Mapping[str, Any]) -> None:
    assert {value["type"] for value in _examples(mark)} == set(known)


@pytest.mark.parametrize("key", sorted(WIRES))
def test_every_part_of_a_game_has_an_example(key: str) -> None:
    game = WIRES[_key(key)]
    for part, union in (("action", game.action), ("event", game.event)):
        shown = {value["type"] for value in _examples(f"{key} {part}")}
        assert shown == set(_by_type(union)), part


# --- Sections and tables are complete


@pytest.mark.parametrize(
    ("title", "known"),
    [
        ("What a client says", CLIENT),
        ("What the server says", SERVER),
        ("Events of a room, and fold", EVENTS),
    ],
)
def test_every_type_has_a_section_that_names_its_fields(
    title: str, known: Mapping[str, Any]
) -> None:
    sections = _sections(title)
    assert set(sections) == set(known)
    for name, cls in known.items():
        unnamed = _fields(cls) - _named(sections[name].split("```json")[0])
        assert not unnamed - {"id", "room"}, f"{title}: {name} does not name {sorted(unnamed)}"


def test_events_say_how_they_are_folded() -> None:
    for name, section in _sections("Events of a room, and fold").items():
        assert "Fold:" in section, name


@pytest.mark.parametrize(
    ("title", "classes"),
    [
        ("The view of a room", [rooms.RoomView, rooms.SeatView, rooms.OpenShuffle, rooms.Clock]),
        ("What a client says", [rooms.Clock]),
        (
            "What the server says",
            [
                messages.Turn,
                messages.Prompts,
                messages.RoomSummary,
                messages.ChatLine,
                messages.Answer,
            ],
        ),
        ("Limits", [messages.Limits]),
        (
            "Records",
            [
                record.Record,
                record.RecordSeat,
                record.StandIn,
                record.RecordDraw,
                record.RecordDeal,
                record.RecordAction,
                fair.Fairness,
            ],
        ),
        ("Games", [wire.SheetRow]),
    ],
)
def test_chapter_names_all_fields(title: str, classes: list[Any]) -> None:
    named = _named(_chapter(title))
    for cls in classes:
        assert not _fields(cls) - named, cls.__name__


@pytest.mark.parametrize("key", sorted(WIRES))
def test_game_has_a_section_that_names_its_parts(key: str) -> None:
    section = next(part for part in _sections("Games").values() if f"Key `{key}`" in part)
    named = _named(section.replace("```json", ""))
    game = WIRES[_key(key)]
    actions, events = _by_type(game.action), _by_type(game.event)
    for cls in (game.view, *actions.values(), *events.values()):
        assert not _fields(cls) - named, cls.__name__
    assert {*actions, *events} <= named


def test_errors_are_those_of_the_code() -> None:
    rows = _rows("Errors")
    assert [row[0] for row in rows] == [str(code) for code in ErrorCode]
    temporary = {row[0] for row in rows if row[1] == "yes"}
    assert temporary == {str(code) for code in TEMPORARY}
    assert all(len(row) == 4 and row[3] for row in rows)


def test_errors_named_anywhere_exist() -> None:
    codes = {str(code) for code in ErrorCode}
    for name, section in _sections("What a client says").items():
        for line in re.findall(r"^Errors: (.*)$", section, re.MULTILINE):
            assert set(re.findall(r"`(\w+)`", line)) <= codes, name


def test_close_codes_are_those_of_the_code() -> None:
    rows = _rows("Close codes")
    assert [(row[0], row[1]) for row in rows] == [
        (str(int(code)), code.name.lower()) for code in CloseCode
    ]
    for code, row in zip(CloseCode, rows, strict=True):
        assert row[3].startswith("no") == is_final(code), row


def test_limits_are_those_of_the_code() -> None:
    figures = [row[1] for row in _rows("Limits")]
    expected = [
        limits.MAX_FRAME_BYTES,
        limits.OUTBOX_BYTES,
        limits.MAX_ROOMS,
        limits.MAX_NAME_CHARS,
        limits.MAX_CHAT_CHARS,
        limits.PING_INTERVAL_S,
        limits.GONE_AFTER_S,
        None,
        limits.HELLO_TIMEOUT_S,
        limits.CHAT_LINES,
        limits.LIST_PAGE,
    ]
    assert figures[:-1] == ["–" if each is None else f"{each:,}" for each in expected]


def test_closed_words_are_named() -> None:
    named = _named(TEXT)
    for words in (rooms.Phase, record.Ended, record.By, codec.Subprotocol):
        for word in words:
            assert set(re.findall(r"\w+", str(word))) <= named, word


# --- The small bot plays


class _Script:
    """A server that seats a bot, gives it one decision, and ends the game."""

    def __init__(self) -> None:
        self.snapshot = next(v for v in _examples("server") if v["type"] == "snapshot")
        self.heard: list[messages.ClientMessage] = []

    async def serve(self, socket: "websockets.ServerConnection") -> None:
        assert socket.subprotocol == "kozyr.msgpack"
        async for frame in socket:
            assert isinstance(frame, bytes)
            message = codec.decode_client(frame)
            self.heard.append(message)
            match message:
                case messages.Hello():
                    await socket.send(msgpack.packb({"type": "ping", "id": 5}))
                case messages.SetReady():
                    await socket.send(msgpack.packb(self.snapshot))
                case messages.Act():
                    ended = {**self.snapshot, "view": {"phase": "finished"}, "prompts": None}
                    await socket.send(msgpack.packb(ended))


async def test_bot_of_thirty_lines_plays(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    (source,) = frames.python_blocks()
    assert sum(1 for line in source.splitlines() if line) <= 33
    file = tmp_path_factory.mktemp("bot") / "bot.py"
    file.write_text(source, encoding="utf-8")
    script = _Script()
    async with websockets.serve(
        script.serve,
        "127.0.0.1",
        0,
        subprotocols=[websockets.Subprotocol("kozyr.msgpack")],
    ) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        url, room = f"ws://127.0.0.1:{port}/ws", script.snapshot["room"]
        async with program(sys.executable, str(file), url, room) as bot:
            async with asyncio.timeout(30):
                _, err = await bot.communicate()
        assert bot.returncode == 0, err.decode()
    kinds = [type(message) for message in script.heard]
    assert kinds[0] is messages.Hello
    assert messages.Pong(5) in script.heard
    assert {messages.Follow, messages.Join, messages.SetReady} <= set(kinds)
    act = next(message for message in script.heard if isinstance(message, messages.Act))
    turn = script.snapshot["prompts"]["turns"][0]
    assert act.prompt == turn["prompt"]
    assert msgspec.msgpack.decode(act.action) in turn["legal"]
