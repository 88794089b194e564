"""A proxy before a store's Unix socket that loses what it is told to lose."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit


class Proxy:
    """Forwards connections; its attributes may be set at any time.

    Attributes:
        url: The address to give to what is tested.
        delay_s: Time that each piece of an answer waits.
        hole: Nothing passes, and nobody is told: connections stay open, new ones are accepted.
        cut_before: A request with these bytes is not forwarded; its connection is cut, once.
        cut_after: A request with these bytes is forwarded; its answer is swallowed and its
            connection cut when it came, once.
        hold: A request with these bytes waits, once, until `release` is set, even when who sent it
            is gone.
        say: For requests with the first bytes: the answer that the store does not get to give.
        refuse: New connections are cut at once.
        cuts: How often `cut_before` or `cut_after` happened.
    """

    def __init__(self, target: Path, url: str) -> None:
        self.url = url
        self.delay_s = 0.0
        self.hole = False
        self.refuse = False
        self.cut_before: bytes | None = None
        self.cut_after: bytes | None = None
        self.say: tuple[bytes, bytes] | None = None
        self.hold: bytes | None = None
        self.release = asyncio.Event()
        self.cuts = 0
        self._target = target
        self._swallow: set[asyncio.StreamWriter] = set()
        self._writers: set[asyncio.StreamWriter] = set()

    def cut(self) -> None:
        """End all connections now."""
        for writer in list(self._writers):
            writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward one connection."""
        if self.refuse:
            writer.transport.abort()
            return
        up_reader, up_writer = await asyncio.open_unix_connection(self._target)
        self._writers |= {writer, up_writer}
        try:
            await asyncio.gather(
                self._requests(reader, writer, up_writer),
                self._answers(up_reader, writer, up_writer),
            )
        finally:
            self._writers -= {writer, up_writer}
            for each in (writer, up_writer):
                each.transport.abort()

    async def _requests(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        up_writer: asyncio.StreamWriter,
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                if self.hole:
                    continue
                if self.say is not None and self.say[0] in data:
                    writer.write(self.say[1])
                    continue
                if self.cut_before is not None and self.cut_before in data:
                    self.cut_before, self.cuts = None, self.cuts + 1
                    break
                if self.hold is not None and self.hold in data:
                    self.hold = None
                    await self.release.wait()
                if self.cut_after is not None and self.cut_after in data:
                    self.cut_after = None
                    self._swallow.add(writer)
                up_writer.write(data)
                await up_writer.drain()
        writer.transport.abort()
        up_writer.transport.abort()

    async def _answers(
        self,
        up_reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        up_writer: asyncio.StreamWriter,
    ) -> None:
        with suppress(OSError):
            while data := await up_reader.read(1 << 16):
                if self.delay_s:
                    await asyncio.sleep(self.delay_s)
                if self.hole:
                    continue
                if writer in self._swallow:
                    self._swallow.discard(writer)
                    self.cuts += 1
                    break
                writer.write(data)
                await writer.drain()
        writer.transport.abort()
        up_writer.transport.abort()


@asynccontextmanager
async def proxy(store_url: str) -> AsyncIterator[Proxy]:
    """Run a proxy before the store at a `unix://` URL."""
    with tempfile.TemporaryDirectory(prefix="kozyr-proxy-") as folder:
        socket = Path(folder) / "proxy.sock"
        target = Path(unquote(urlsplit(store_url).path))
        running = Proxy(target, f"unix://{quote(str(socket))}")
        server = await asyncio.start_unix_server(running.serve, socket)
        try:
            yield running
        finally:
            server.close()
            running.release.set()
            running.cut()
            await asyncio.sleep(0)
            await server.wait_closed()
