"""`kozyr_server.store.lobby_chat`."""

from typing import Any

from msgspec.structs import replace

from kozyr_protocol import codec
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.limits import CHAT_LINES
from kozyr_protocol.messages import ChatLine, LobbySaid
from kozyr_server.store import lobby_keys
from kozyr_server.store.client import RedisStore
from kozyr_server.store.model import TooSoon
from kozyr_testing.waiting import until

LINE = ChatLine(0, PlayerId("p1"), "Аня", None, "Ну и ладно! " * 30, 0)


async def said(store: RedisStore, line: ChatLine = LINE, slow_ms: int = 0) -> ChatLine:
    found = await store.lobby_chat.say(line, slow_ms)
    assert isinstance(found, ChatLine)
    return found


async def test_lines_are_numbered_kept_and_published(store: RedisStore, raw: Any) -> None:
    heard: list[bytes] = []
    store.hear(lobby_keys.LOBBY_MESSAGES, heard.append)
    # The subscription is under way: something is said until it is heard.
    while not heard:
        await said(store)
    await raw.delete(lobby_keys.LOBBY_CHAT)
    heard.clear()
    lines = [
        await said(store, line)
        for line in (LINE, replace(LINE, text="", phrase="hello"), replace(LINE, text=""))
    ]
    seconds, _ = await raw.time()
    assert [line.n for line in lines] == [1, 2, 3]
    assert abs(lines[0].at_ms - seconds * 1000) < 5000
    assert lines[1].phrase == "hello"
    assert await store.lobby_chat.lines() == lines
    await until(lambda: len(heard) >= 3)
    assert [message[:1] for message in heard] == [b"c"] * 3
    assert [codec.decode_server(message[1:]) for message in heard] == [*map(LobbySaid, lines)]


async def test_a_hundred_lines_are_kept(store: RedisStore) -> None:
    for number in range(CHAT_LINES + 7):
        await said(store, replace(LINE, text=str(number)))
    kept = await store.lobby_chat.lines()
    assert [line.text for line in kept] == [str(number) for number in range(7, CHAT_LINES + 7)]
    assert kept[-1].n == CHAT_LINES + 7


async def test_slow_mode_holds_each_author_back(store: RedisStore) -> None:
    await said(store, slow_ms=60_000)
    held = await store.lobby_chat.say(LINE, 60_000)
    assert isinstance(held, TooSoon)
    assert 50_000 < held.wait_ms <= 60_000
    await said(store, replace(LINE, player=PlayerId("p2")), 60_000)
    await said(store)
    assert len(await store.lobby_chat.lines()) == 3


async def test_a_hidden_line_has_nothing_to_read_and_the_next_its_number(
    store: RedisStore,
) -> None:
    lines = [await said(store, replace(LINE, text=text)) for text in ("one", "two", "three")]
    assert await store.lobby_chat.hide(3)
    assert await store.lobby_chat.hide(1)
    assert not await store.lobby_chat.hide(1)
    assert not await store.lobby_chat.hide(9)
    kept = await store.lobby_chat.lines()
    hidden = [replace(line, text="", hidden=True) for line in lines]
    assert kept == [hidden[0], lines[1], hidden[2]]
    assert (await said(store)).n == 4
