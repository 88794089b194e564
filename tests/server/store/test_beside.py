"""Chat and spectators, `kozyr_server.store.beside`."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from kozyr_protocol import codec
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.limits import CHAT_LINES
from kozyr_protocol.messages import ChatLine, ChatSaid, Watchers
from kozyr_server.store import keys
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import (
    ProcessId,
    StoreUnavailableError,
    StoreUnknownError,
    TooSoon,
)
from kozyr_testing.proxy import proxy
from kozyr_testing.steps import CLOCK, CLOCK_KEY, room_id, step
from kozyr_testing.waiting import until

ROOM = room_id()
PROCESS = ProcessId("aaaaaaaaaaaa")
LINE = ChatLine(0, PlayerId("p1"), "Аня", 2, "Ну и ладно! " * 40, 0)


async def ignored(*_: object) -> None:
    pass


async def say(store: RedisStore, line: ChatLine) -> ChatLine:
    said = await store.say(ROOM, line)
    assert isinstance(said, ChatLine)
    return said


async def test_line_gets_its_number_and_time(store: RedisStore, raw: Any) -> None:
    await store.commit(step(ROOM))
    said = [await say(store, line) for line in (LINE, replace(LINE, seat=None, text=""))]
    seconds, _ = await raw.time()
    assert [line.n for line in said] == [1, 2]
    assert abs(said[0].at_ms - seconds * 1000) < 5000
    assert await store.chat(ROOM) == said
    assert said[0] == replace(LINE, n=1, at_ms=said[0].at_ms)


async def test_a_phrase_stands_behind_the_time(store: RedisStore) -> None:
    await store.commit(step(ROOM))
    line = replace(LINE, text="", phrase="good_luck")
    said = await say(store, line)
    assert await store.chat(ROOM) == [said]
    assert (said.phrase, said.n) == ("good_luck", 1)


async def test_a_line_whose_answer_is_lost_may_have_been_said(url: str) -> None:
    options = StoreOptions("everysec")
    async with proxy(url) as between, open_store(between.url, PROCESS, options) as store:
        await store.commit(step(ROOM))
        await store.say(ROOM, LINE)
        between.cut_after = b"EVALSHA"
        with pytest.raises(StoreUnknownError):
            await store.say(ROOM, LINE)
        assert [line.n for line in await store.chat(ROOM)] == [1, 2]


async def test_a_line_that_could_not_be_sent_was_not_said(url: str) -> None:
    options = StoreOptions("everysec")
    async with proxy(url) as between, open_store(between.url, PROCESS, options) as store:
        await store.commit(step(ROOM))
        between.refuse = True
        between.cut()
        with pytest.raises(StoreUnavailableError):
            await store.chat(ROOM)
        with pytest.raises(StoreUnavailableError) as caught:
            await store.say(ROOM, LINE)
        assert not isinstance(caught.value, StoreUnknownError)


async def test_a_line_that_the_store_refused_was_not_said(store: RedisStore, raw: Any) -> None:
    await store.commit(step(ROOM))
    await raw.set(keys.chat(ROOM), "no list")
    with pytest.raises(StoreUnavailableError) as caught:
        await store.say(ROOM, LINE)
    assert not isinstance(caught.value, StoreUnknownError)
    await raw.delete(keys.chat(ROOM))


async def test_slow_mode_holds_each_person_back_and_follows_the_host(url: str, raw: Any) -> None:
    """What is kept is when somebody wrote: he waits as long as the host wants it now."""
    await raw.set(CLOCK_KEY, 1_767_225_600_000)
    async with open_store(url, PROCESS, StoreOptions("everysec", clock=CLOCK)) as store:
        await store.commit(step(ROOM))
        other = replace(LINE, player=PlayerId("p2"))
        assert isinstance(await store.say(ROOM, LINE, 60_000), ChatLine)
        assert await store.say(ROOM, LINE, 60_000) == TooSoon(60_000)
        assert isinstance(await store.say(ROOM, other, 60_000), ChatLine)
        await raw.incrby(CLOCK_KEY, 20_000)
        assert await store.say(ROOM, LINE, 60_000) == TooSoon(40_000)
        assert await store.say(ROOM, LINE, 30_000) == TooSoon(10_000)
        assert isinstance(await store.say(ROOM, LINE, 20_000), ChatLine)
        # Without slow mode nothing is looked at, and nothing kept.
        assert isinstance(await store.say(ROOM, LINE), ChatLine)
        await raw.decrby(CLOCK_KEY, 3_600_000)
        assert await store.say(ROOM, LINE, 20_000) == TooSoon(20_000)
        assert [line.n for line in await store.chat(ROOM)] == [1, 2, 3, 4]
        assert 0 < await raw.pttl(keys.slow(ROOM, LINE.player)) <= 20_000


async def test_the_host_hides_a_line_and_all_are_told_that_it_was_he(
    store: RedisStore, raw: Any
) -> None:
    side: list[bytes] = []
    store.listen(lambda *_: None, lambda _, payload: side.append(payload), ignored)
    await store.commit(step(ROOM))
    line = await say(store, replace(LINE, phrase="hello", text=""))
    await store.subscribe(ROOM)
    assert await store.hide(ROOM, line.n)
    hidden = replace(line, phrase=None, hidden=True, by_host=True)
    await until(lambda: len(side) == 1)
    assert codec.decode_server(side[0]) == ChatSaid(ROOM, hidden)
    assert await store.chat(ROOM) == [hidden]
    assert await store.people.chat.reported(ROOM, line.player, 20) == [line]
    assert 0 < await raw.pttl(keys.hidden(ROOM)) <= 86_400_000
    # Done again it is done, and nobody is told anew.
    again = await store.hide(ROOM, line.n)
    assert again is not None
    assert not again.is_new
    assert await store.hide(ROOM, 2) is None
    assert await raw.llen(keys.hidden(ROOM)) == len(side) == 1
    # The next one has its number all the same.
    assert (await say(store, LINE)).n == 2


async def test_hundred_lines_are_kept(store: RedisStore) -> None:
    await store.commit(step(ROOM))
    for _ in range(CHAT_LINES + 30):
        await store.say(ROOM, LINE)
    assert [line.n for line in await store.chat(ROOM)] == list(range(31, CHAT_LINES + 31))


async def test_no_line_in_a_room_that_is_gone(store: RedisStore, raw: Any) -> None:
    assert (await say(store, LINE)).n == 0
    await store.set_watchers({ROOM: 2})
    assert await store.chat(ROOM) == []
    assert await raw.exists(keys.chat(ROOM), keys.watchers(ROOM)) == 0


async def test_messages_can_be_forwarded_as_they_are(store: RedisStore) -> None:
    side: list[bytes] = []
    store.listen(lambda *_: None, lambda _, payload: side.append(payload), ignored)
    await store.commit(step(ROOM))
    await store.subscribe(ROOM)
    line = await say(store, LINE)
    await store.set_watchers({ROOM: 300})
    await until(lambda: len(side) == 2)
    assert codec.decode_server(side[0]) == ChatSaid(ROOM, line)
    assert codec.decode_server(side[1]) == Watchers(ROOM, 300)


async def test_many_rooms_are_told_in_one_call(store: RedisStore, raw: Any) -> None:
    rooms = [room_id(number) for number in range(300)]
    await asyncio.gather(*(store.commit(step(room)) for room in rooms))
    await raw.script_flush()
    await store.set_watchers({room: number for number, room in enumerate(rooms)})
    assert [await store.watchers(room) for room in rooms] == list(range(300))
    await store.set_watchers({})


async def test_a_room_that_cannot_be_told_keeps_none_from_it(store: RedisStore, raw: Any) -> None:
    rooms = [room_id(number) for number in range(3)]
    await asyncio.gather(*(store.commit(step(room)) for room in rooms))
    await raw.set(keys.watchers(rooms[1]), "no hash")
    with pytest.raises(StoreUnavailableError):
        await store.set_watchers(dict.fromkeys(rooms, 5))
    assert [await store.watchers(room) for room in (rooms[0], rooms[2])] == [5, 5]
    await raw.delete(keys.watchers(rooms[1]))


async def test_spectators_are_summed_over_living_processes(url: str, raw: Any) -> None:
    await raw.set(CLOCK_KEY, 1_000_000)
    options = StoreOptions("everysec", clock=CLOCK)
    async with (
        open_store(url, ProcessId("aaaaaaaaaaaa"), options) as first,
        open_store(url, ProcessId("bbbbbbbbbbbb"), options) as second,
    ):
        await first.commit(step(ROOM))
        await asyncio.gather(first.set_watchers({ROOM: 3}), second.set_watchers({ROOM: 4}))
        assert await first.watchers(ROOM) == 7
        # The second falls silent.
        for now in range(1_001_000, 1_007_000, 1000):
            await raw.set(CLOCK_KEY, now)
            await first.tick()
        assert await first.watchers(ROOM) == 3
        await first.set_watchers({ROOM: 1})
        assert await first.watchers(ROOM) == 1
        # And is back.
        await second.tick()
        assert await first.watchers(ROOM) == 5
        await first.set_watchers({ROOM: 0})
        await second.set_watchers({ROOM: 0})
        assert await raw.exists(keys.watchers(ROOM)) == 0
