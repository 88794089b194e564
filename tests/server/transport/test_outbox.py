"""Bounded frames to one connection (`kozyr_server.transport.outbox`)."""

import asyncio

import pytest

from kozyr_server.transport.outbox import Event, Outbox
from kozyr_testing.waiting import until


class Line:
    """The `send` of an ASGI server, with a transport that can be full or gone.

    Attributes:
        sent: What reached the transport, in order.
        cuts: How often the transport was cut.
        is_gone: Whether the peer is gone.
    """

    def __init__(self) -> None:
        self.sent: list[Event] = []
        self.cuts = 0
        self.is_gone = False
        self._writable = asyncio.Event()
        self._writable.set()

    async def send(self, event: Event) -> None:
        await self._writable.wait()
        if self.is_gone:
            raise ConnectionResetError
        self.sent.append(event)

    def fill(self) -> None:
        self._writable.clear()

    def drain(self) -> None:
        self._writable.set()

    def cut(self) -> None:
        self.cuts += 1
        self.is_gone = True
        self._writable.set()

    @property
    def frames(self) -> list[bytes | str]:
        return [
            event.get("bytes", event.get("text", b""))
            for event in self.sent
            if event["type"] == "websocket.send"
        ]

    @property
    def codes(self) -> list[int]:
        return [event["code"] for event in self.sent if event["type"] == "websocket.close"]


def _outbox(line: Line, max_bytes: int = 100, grace_s: float = 5.0) -> Outbox:
    return Outbox(line.send, line.cut, max_bytes, grace_s)


async def test_a_writable_transport_is_written_at_once_without_a_task() -> None:
    line = Line()
    outbox = _outbox(line)
    tasks = asyncio.all_tasks()
    assert outbox.write(b"one")
    assert outbox.write("two")
    assert line.sent == [
        {"type": "websocket.send", "bytes": b"one"},
        {"type": "websocket.send", "text": "two"},
    ]
    assert asyncio.all_tasks() == tasks
    assert outbox.waiting_bytes == 0


async def test_one_task_goes_on_when_the_transport_is_full() -> None:
    line = Line()
    outbox = _outbox(line)
    line.fill()
    tasks = asyncio.all_tasks()
    for frame in (b"one", b"two", b"three"):
        assert outbox.write(frame)
    assert len(asyncio.all_tasks() - tasks) == 1
    assert line.frames == []
    assert outbox.waiting_bytes == 11
    line.drain()
    await outbox.ended()
    assert line.frames == [b"one", b"two", b"three"]
    assert outbox.waiting_bytes == 0
    assert outbox.write(b"four")
    assert line.frames[-1] == b"four"


async def test_frames_keep_their_order_while_the_task_drains() -> None:
    line = Line()
    outbox = _outbox(line, max_bytes=10_000)
    line.fill()
    outbox.write(b"0")
    for number in range(1, 50):
        if number % 7 == 0:
            line.drain()
            await asyncio.sleep(0)
            line.fill()
        outbox.write(b"%d" % number)
    line.drain()
    await outbox.ended()
    assert line.frames == [b"%d" % number for number in range(50)]


async def test_over_the_bound_nothing_is_taken() -> None:
    line = Line()
    outbox = _outbox(line, max_bytes=10)
    line.fill()
    assert outbox.write(b"12345")
    assert outbox.write(b"12345")
    assert not outbox.write(b"1")
    assert outbox.waiting_bytes == 10
    line.drain()
    await outbox.ended()
    assert line.frames == [b"12345", b"12345"]


async def test_one_large_frame_goes_through_an_empty_outbox() -> None:
    line = Line()
    outbox = _outbox(line, max_bytes=10)
    assert outbox.write(b"x" * 1000)
    assert len(line.frames) == 1


async def test_a_close_comes_after_what_was_written() -> None:
    line = Line()
    outbox = _outbox(line)
    line.fill()
    outbox.write(b"one")
    outbox.write(b"two")
    outbox.close(4000, "restart")
    assert outbox.write(b"after")
    outbox.close(4001)
    line.drain()
    await outbox.ended()
    assert line.frames == [b"one", b"two"]
    assert line.sent[-1] == {"type": "websocket.close", "code": 4000, "reason": "restart"}
    assert line.codes == [4000]


async def test_a_close_of_an_idle_line_is_sent_at_once_and_once() -> None:
    line = Line()
    outbox = _outbox(line)
    outbox.close(4501)
    assert line.codes == [4501]
    await outbox.ended()
    assert line.codes == [4501]


async def test_a_close_that_must_wait_is_sent_once() -> None:
    line = Line()
    outbox = _outbox(line)
    line.fill()
    outbox.close(4003)
    line.drain()
    await outbox.ended()
    assert line.codes == [4003]


async def test_an_abort_drops_what_waits_and_still_says_why() -> None:
    line = Line()
    outbox = _outbox(line, grace_s=30.0)
    line.fill()
    outbox.write(b"in the hands of the transport")
    outbox.write(b"x" * 50)
    outbox.abort(4001)
    assert outbox.waiting_bytes == len(b"in the hands of the transport")
    line.drain()
    await outbox.ended()
    assert line.frames == [b"in the hands of the transport"]
    assert line.codes == [4001]
    assert line.cuts == 0


async def test_a_reader_that_stays_away_is_cut() -> None:
    line = Line()
    outbox = _outbox(line, grace_s=0.02)
    line.fill()
    outbox.write(b"one")
    outbox.abort(4001)
    await until(lambda: line.cuts == 1)
    await outbox.ended()
    assert line.sent == []


async def test_a_peer_that_is_gone_costs_nothing() -> None:
    line = Line()
    outbox = _outbox(line)
    line.is_gone = True
    assert outbox.write(b"one")
    assert outbox.is_closing
    assert outbox.write(b"two")
    outbox.close(4000)
    await outbox.ended()
    assert line.sent == []


async def test_a_peer_that_goes_while_frames_wait_ends_the_task() -> None:
    line = Line()
    outbox = _outbox(line)
    line.fill()
    outbox.write(b"one")
    outbox.write(b"two")
    line.cut()
    await outbox.ended()
    assert outbox.is_closing
    assert outbox.waiting_bytes == 0


async def test_a_connection_that_ended_is_cut_even_if_its_peer_never_reads() -> None:
    line = Line()
    outbox = _outbox(line, grace_s=0.02)
    outbox.lost()
    await until(lambda: line.cuts == 1)


async def test_a_cancelled_owner_takes_the_task_along() -> None:
    line = Line()
    outbox = _outbox(line)
    line.fill()
    outbox.write(b"one")
    outbox.write(b"two")
    owner = asyncio.create_task(outbox.ended())
    await asyncio.sleep(0)
    owner.cancel()
    with pytest.raises(asyncio.CancelledError):
        await owner
    line.drain()
    await asyncio.sleep(0)
    assert line.sent == []
    assert outbox.waiting_bytes == 0
