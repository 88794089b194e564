"""The connection of messages, `kozyr_server.store.subscriber`."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from structlog.testing import capture_logs

from kozyr_protocol.ids import RoomId
from kozyr_server.store import address, keys, subscriber, wire
from kozyr_server.store.model import StoreUnavailableError
from kozyr_server.store.subscriber import Subscriber
from kozyr_testing.proxy import proxy
from kozyr_testing.steps import room_id
from kozyr_testing.waiting import until

ROOM = room_id()
GIVEN_UP_S = wire.PING_S * wire.SILENT_LOOKS


class Heard:
    """A subscriber with what its listeners got."""

    def __init__(self, running: Subscriber) -> None:
        self.running = running
        self.entries: list[tuple[RoomId, bytes, bytes | None]] = []
        self.side: list[tuple[RoomId, bytes]] = []
        self.back = 0
        running.listen(
            lambda *message: self.entries.append(message),
            lambda *message: self.side.append(message),
            self._count,
        )

    async def _count(self) -> None:
        self.back += 1


@asynccontextmanager
async def listening(url: str) -> AsyncIterator[Heard]:
    async with Subscriber(address.parse(url), "kozyr-test-messages") as running:
        yield Heard(running)


async def publish(raw: Any, payload: bytes = b"u00000001ES", room: RoomId = ROOM) -> int:
    return int(await raw.publish(keys.channel(room), payload))


async def test_message_after_the_confirmation_is_heard(url: str, raw: Any) -> None:
    async with listening(url) as heard:
        await heard.running.subscribe(ROOM)
        assert await publish(raw) == 1
        await publish(raw, b"u00000003\r\n\0")
        await publish(raw, b"csaid")
        await publish(raw, b"wcount")
        await publish(raw, b"?of a newer version")
        await until(lambda: heard.running.counters["messages"] == 5)
    assert heard.entries == [(ROOM, b"E", b"S"), (ROOM, b"\r\n\0", None)]
    assert heard.side == [(ROOM, b"said"), (ROOM, b"count")]
    assert heard.back == 0


async def test_unsubscribed_room_is_silent(url: str, raw: Any) -> None:
    async with listening(url) as heard:
        await heard.running.subscribe(ROOM)
        await heard.running.subscribe(room_id(1))
        await heard.running.unsubscribe(ROOM)
        await publish(raw)
        await publish(raw, room=room_id(1))
        await until(lambda: bool(heard.entries))
    assert [room for room, *_ in heard.entries] == [room_id(1)]


async def test_many_who_subscribe_at_once_share_a_confirmation(url: str, raw: Any) -> None:
    async with listening(url) as heard:
        await asyncio.gather(*(heard.running.subscribe(ROOM) for _ in range(5)))
        await heard.running.subscribe(ROOM)
        await publish(raw)
        await until(lambda: bool(heard.entries))
        assert (await raw.pubsub_numsub(keys.channel(ROOM)))[0][1] == 1
    assert len(heard.entries) == 1


async def test_left_and_wanted_again_is_confirmed_by_its_own(url: str, raw: Any) -> None:
    async with listening(url) as heard:
        first = asyncio.create_task(heard.running.subscribe(ROOM))
        await asyncio.sleep(0)
        await heard.running.unsubscribe(ROOM)
        await first
        await heard.running.subscribe(ROOM)
        assert await publish(raw) == 1
        await until(lambda: bool(heard.entries))


async def test_cancelled_subscription_is_none(url: str, raw: Any) -> None:
    async with proxy(url) as between, listening(between.url) as heard:
        await heard.running.subscribe(room_id(1))
        between.delay_s = 0.1
        task = asyncio.create_task(heard.running.subscribe(ROOM))
        await asyncio.sleep(0)
        task.cancel()
        between.delay_s = 0
        await heard.running.subscribe(room_id(2))
        await publish(raw)
        await publish(raw, room=room_id(2))
        await until(lambda: bool(heard.entries))
    assert [room for room, *_ in heard.entries] == [room_id(2)]


async def test_cut_connection_is_renewed_with_all_rooms(url: str, raw: Any) -> None:
    rooms = [room_id(number) for number in range(subscriber.BATCH + 50)]
    async with proxy(url) as between, listening(between.url) as heard:
        await asyncio.gather(*map(heard.running.subscribe, rooms))
        await heard.running.unsubscribe(rooms[0])
        for times in (1, 2):
            between.cut()
            await until(lambda times=times: heard.back == times)  # type: ignore[misc]
            counts = await raw.pubsub_numsub(*map(keys.channel, rooms))
            assert [count for _, count in counts] == [0] + [1] * (len(rooms) - 1)
        await publish(raw, room=rooms[-1])
        await until(lambda: bool(heard.entries))
        await heard.running.unsubscribe(rooms[-1])
        await heard.running.subscribe(rooms[-1])
        assert await publish(raw, room=rooms[-1]) == 1


async def test_silent_hole_is_noticed(url: str, raw: Any) -> None:
    async with proxy(url) as between, listening(between.url) as heard:
        await heard.running.subscribe(ROOM)
        between.hole = True
        await until(lambda: heard.running.counters["reconnects"] > 0)
        between.hole = False
        await until(lambda: heard.back == 1)
        await publish(raw)
        await until(lambda: bool(heard.entries))


async def test_quiet_connection_is_kept(url: str) -> None:
    async with listening(url) as heard:
        await heard.running.subscribe(ROOM)
        with pytest.raises(TimeoutError):
            await until(lambda: heard.running.counters["reconnects"] > 0, GIVEN_UP_S + 1.5)


async def test_a_loop_that_stood_still_ends_no_connection(url: str) -> None:
    async with listening(url) as heard:
        await heard.running.subscribe(ROOM)
        await asyncio.sleep(0.1)
        time.sleep(GIVEN_UP_S + 0.5)  # noqa: ASYNC251  the fault: nothing is heard meanwhile
        with pytest.raises(TimeoutError):
            await until(lambda: heard.running.counters["reconnects"] > 0, 1.5)


async def test_subscription_that_is_not_confirmed_fails(url: str, raw: Any) -> None:
    async with proxy(url) as between, listening(between.url) as heard:
        between.cut()
        between.refuse = True
        with pytest.raises(StoreUnavailableError):
            await heard.running.subscribe(ROOM)
        between.refuse = False
        await heard.running.subscribe(room_id(1))
        assert await publish(raw) == 0


async def test_subscription_asked_while_the_store_is_away_waits_for_it(url: str, raw: Any) -> None:
    async with proxy(url) as between, listening(between.url) as heard:
        between.cut()
        between.refuse = True
        task = asyncio.create_task(heard.running.subscribe(ROOM))
        await until(lambda: heard.running.counters["reconnects"] > 1)
        between.refuse = False
        await task
        assert await publish(raw) == 1


async def test_mistake_of_a_listener_ends_nothing(url: str, raw: Any) -> None:
    async with listening(url) as heard:

        async def nothing() -> None:
            raise LookupError("a mistake")

        def fail(*_: object) -> None:
            raise LookupError("a mistake")

        heard.running.listen(fail, lambda *message: heard.side.append(message), nothing)
        with capture_logs() as logs:
            await heard.running.subscribe(ROOM)
            await publish(raw, b"u00000004hand")
            await publish(raw, b"cx")
            await until(lambda: bool(heard.side))
            await raw.client_kill_filter(_type="pubsub")
            await until(lambda: heard.running.counters["listener_errors"] == 2)
            await until(lambda: heard.running.counters["reconnects"] == 1)
    assert "hand" not in repr(logs)
