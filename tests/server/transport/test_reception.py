"""`kozyr_server.transport.reception`: what both socket layers share; served in test_socket."""

from collections.abc import Awaitable, Callable

import pytest
from structlog.testing import capture_logs
from websockets.frames import CloseCode

from kozyr_protocol.close_codes import is_final
from kozyr_protocol.codec import Subprotocol
from kozyr_server.transport.reception import Choice, choice
from kozyr_testing.serving import Client, served
from kozyr_testing.waiting import until


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        ([], Choice(None, Subprotocol.MSGPACK, is_known=True)),
        (["kozyr.json"], Choice("kozyr.json", Subprotocol.JSON, is_known=True)),
        (["x", "kozyr.json"], Choice("kozyr.json", Subprotocol.JSON, is_known=True)),
        (
            ["kozyr.msgpack", "kozyr.json"],
            Choice("kozyr.msgpack", Subprotocol.MSGPACK, is_known=True),
        ),
        (["x", "y"], Choice("x", Subprotocol.MSGPACK, is_known=False)),
    ],
)
def test_the_first_known_subprotocol_is_spoken(offered: list[str], chosen: Choice) -> None:
    assert choice(offered) == chosen


async def _end_logged(client: Callable[[Client], Awaitable[object]]) -> int | None:
    """With which code the log says that a connection ended."""
    with capture_logs() as logs:
        async with served() as server, server.client(subprotocol=Subprotocol.JSON) as speaker:
            await client(speaker)
            await until(lambda: len(server.application.connections) == 0)
    (line,) = [line for line in logs if line["event"] == "connection closed"]
    code: int | None = line["code"]
    return code


@pytest.mark.usefixtures("layer")
@pytest.mark.parametrize("code", [1000, 1001, 1005, 3000, 4777])
async def test_the_code_of_a_client_that_closes_is_logged(code: int) -> None:
    async def close(client: Client) -> None:
        if code == CloseCode.NO_STATUS_RCVD:
            client.socket.transport.write(bytes((0x88, 0x80, 0, 0, 0, 0)))
        else:
            await client.socket.close(code, "bye")

    assert await _end_logged(close) == code


@pytest.mark.usefixtures("layer")
async def test_a_line_that_was_cut_has_no_code_in_the_log() -> None:
    async def cut(client: Client) -> None:
        client.socket.transport.abort()

    assert await _end_logged(cut) is None


@pytest.mark.usefixtures("layer")
@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (bytes((0x81, 0x82, 0, 0, 0, 0)) + b"\xff\xfe", 1007),
        (bytes((0x80, 0x81, 0, 0, 0, 0)) + b"x", 1002),
        (bytes((0x83, 0x80, 0, 0, 0, 0)), 1002),
        (bytes((0x82, 0xFE, 0x40, 0, 0, 0, 0, 0)), 1009),
    ],
    ids=["no UTF-8", "continues nothing", "of no kind", "too large"],
)
async def test_frames_that_no_layer_takes_end_it_for_good_and_fill_no_log(
    frame: bytes, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def send(client: Client) -> None:
        client.socket.transport.write(frame)
        assert await client.close_code() == code

    assert is_final(code)
    assert await _end_logged(send) == code
    assert not caplog.records
