"""All parts of a server process together (`kozyr_server.app`)."""

import io
import logging
import sys
from collections.abc import Iterator

import pytest
import structlog

from kozyr_protocol import limits, messages
from kozyr_protocol.codec import Subprotocol
from kozyr_server import telemetry
from kozyr_testing import serving
from kozyr_testing.serving import ROOM, served, with_


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


async def test_rooms_run_while_the_server_does() -> None:
    async with served() as server:
        assert server.rooms.runs == 1
        rooms = server.rooms
    assert rooms.runs == 0


async def test_the_limits_told_are_those_enforced() -> None:
    settings = with_(commands_per_s=7.5, outbox_bytes=99_999, ping_interval_s=3.0)
    async with served(settings) as server, server.client(None) as client:
        welcome = await client.ask(messages.Hello(1, 1))
        assert welcome.limits == messages.Limits(
            frame_bytes=limits.MAX_FRAME_BYTES,
            outbox_bytes=99_999,
            rooms=limits.MAX_ROOMS,
            name_chars=limits.MAX_NAME_CHARS,
            chat_chars=limits.MAX_CHAT_CHARS,
            ping_s=3.0,
            gone_s=settings.gone_after_s,
            commands_per_s=7.5,
            commands_burst=75,
        )


async def test_a_fault_within_the_faster_layer_is_not_taken_for_its_absence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serving, "LAYER", "auto")
    # As if a module that it imports were broken.
    monkeypatch.setitem(sys.modules, "kozyr_server.transport.fast_socket", None)
    with pytest.raises(ImportError):
        async with served():
            pass


async def test_the_log_has_a_line_for_each_end_of_a_connection_and_no_secret() -> None:
    stream = io.StringIO()
    telemetry.set_up_log("info", "json", stream)
    async with served() as server, server.client(None, Subprotocol.JSON) as client:
        welcome = await client.ask(messages.Hello(1, 1, name="Hidden Name"))
        await client.ask(messages.Chat(1, ROOM, "hidden words"))
        assert welcome.token is not None
    text = stream.getvalue()
    assert text.count("connection opened") == 1
    assert text.count("connection closed") == 1
    assert welcome.player in text
    for secret in (welcome.token, "Hidden Name", "hidden words"):
        assert secret not in text
