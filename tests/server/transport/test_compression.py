"""Nobody unpacks here what a stranger packed: compression is refused, by either socket layer."""

import asyncio
import base64
import os
import zlib
from urllib.parse import urlsplit

import pytest

from kozyr_testing import serving
from kozyr_testing.serving import served

BOMB = zlib.compress(b"\x00" * 4_000_000)[:6_000]
PROTOCOL_ERROR = 1002


@pytest.mark.parametrize("layer", ["picows", "uvicorn"])
async def test_a_compressed_bomb_is_not_even_read(
    layer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "LAYER", layer)
    async with served() as server:
        place = urlsplit(server.url)
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n".encode()
        )
        async with asyncio.timeout(10):
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            assert head.startswith(b"http/1.1 101")
            assert b"sec-websocket-extensions" not in head
            # FIN and RSV1: a packed binary message, masked with zeros.
            length = len(BOMB).to_bytes(2, "big")
            writer.write(b"\xc2\xfe" + length + b"\x00" * 4 + BOMB)
            frame = await reader.read()
        assert frame[:1] == b"\x88"
        assert int.from_bytes(frame[2:4], "big") == PROTOCOL_ERROR
        writer.close()
