"""Lines of rooms that are taken away, and what reports have of them (`…store.room_chat`)."""

from typing import Any

import pytest

from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_protocol.messages import ChatLine
from kozyr_server.store import keys
from kozyr_server.store.client import RedisStore
from kozyr_server.store.model import HiddenLine, Log, TooManyHiddenError
from kozyr_server.store.room_chat import MAX_HIDDEN, MAX_HIDDEN_OF_ONE
from kozyr_testing.steps import room_id, step

ANNA, BOB = PlayerId("p" + "a" * 16), PlayerId("p" + "b" * 16)


async def opened(store: RedisStore) -> RoomId:
    room = room_id()
    await store.commit(step(room, log=Log.NONE))
    return room


async def said(store: RedisStore, room: RoomId, text: str, who: PlayerId = ANNA) -> int:
    line = await store.say(room, ChatLine(0, who, "Somebody", None, text, 0))
    assert isinstance(line, ChatLine)
    return line.n


async def reported(store: RedisStore, room: RoomId, who: PlayerId, last: int = 20) -> list[str]:
    return [line.text for line in await store.people.chat.reported(room, who, last)]


async def test_a_hidden_line_keeps_its_number_and_the_next_one_goes_on(
    store: RedisStore, raw: Any
) -> None:
    room = await opened(store)
    for text in ("one", "two"):
        await store.say(room, ChatLine(0, ANNA, "Anna", None, text, 0))
    assert await store.people.chat.hide(room, 1)
    assert not await store.people.chat.hide(room, 1)
    assert not await store.people.chat.hide(room, 3)
    said = await store.say(room, ChatLine(0, ANNA, "Anna", None, "three", 0))
    assert isinstance(said, ChatLine)
    assert said.n == 3
    lines = await store.people.chat.lines(room)
    assert [(line.n, line.text, line.hidden) for line in lines] == [
        *((1, "", True), (2, "two", False), (3, "three", False)),
    ]
    # The last one hidden: its number is still where the script looks for it.
    assert await store.people.chat.hide(room, 3)
    said = await store.say(room, ChatLine(0, ANNA, "Anna", None, "four", 0))
    assert isinstance(said, ChatLine)
    assert said.n == 4
    assert b"one" not in b"".join(await raw.lrange(keys.chat(room), 0, -1))


async def test_a_line_that_the_host_took_away_can_be_taken_away_again(store: RedisStore) -> None:
    room = await opened(store)
    for text in ("one", "two"):
        await said(store, room, text)
    assert await store.hide(room, 1) == HiddenLine(ANNA, is_new=True)
    assert await store.hide(room, 1) == HiddenLine(ANNA, is_new=False)
    chat = store.people.chat
    assert await chat.hide(room, 1) is None
    # What an admin took away is not the host's.
    assert await chat.hide(room, 2) == HiddenLine(ANNA, is_new=True)
    assert await store.hide(room, 2) is None


async def test_a_report_has_what_was_hidden_of_him_however_much_was_said_since(
    store: RedisStore,
) -> None:
    room = await opened(store)
    for who in (ANNA, BOB):
        assert await store.hide(room, await said(store, room, f"rude {who[1]}", who))
    later = [f"line {number}" for number in range(25)]
    for text in later:
        await said(store, room, text)
    assert await reported(store, room, ANNA) == ["rude a", *later[-20:]]
    assert await reported(store, room, BOB, 5) == ["rude b", *later[-5:]]
    # Among the last ones it is there once.
    assert await reported(store, room, ANNA, 27) == ["rude a", "rude b", *later]


async def test_what_was_hidden_outlives_the_room(store: RedisStore, raw: Any) -> None:
    room = await opened(store)
    assert await store.hide(room, await said(store, room, "rude"))
    # As when the room closes.
    await raw.delete(keys.chat(room))
    assert await reported(store, room, ANNA) == ["rude"]
    assert await reported(store, room, BOB) == []
    # Opened again, it counts its lines anew: another first line is another line.
    assert await said(store, room, "kind", BOB) == 1
    assert await store.hide(room, 1)
    assert sorted(await reported(store, room, BOB)) == ["kind"]
    assert sorted(await reported(store, room, ANNA)) == ["kind", "rude"]
    assert 0 < await raw.pttl(keys.hidden(room)) <= 24 * 3_600_000


async def test_no_more_is_hidden_than_is_kept_for_reports(store: RedisStore, raw: Any) -> None:
    room = await opened(store)
    for number in range(MAX_HIDDEN_OF_ONE):
        assert await store.hide(room, await said(store, room, f"line {number}"))
    last = await said(store, room, "one more")
    with pytest.raises(TooManyHiddenError) as caught:
        await store.hide(room, last)
    assert caught.value.most == MAX_HIDDEN_OF_ONE
    assert (await store.people.chat.lines(room))[-1].text == "one more"
    number = 0
    while await raw.llen(keys.hidden(room)) < MAX_HIDDEN:
        number += 1
        who = PlayerId(f"p{number}")
        assert await store.hide(room, await said(store, room, "more", who))
    last = await said(store, room, "too many", BOB)
    with pytest.raises(TooManyHiddenError) as caught:
        await store.hide(room, last)
    assert caught.value.most == MAX_HIDDEN
    assert (await reported(store, room, ANNA, 0))[0] == "line 0"
    # A moderator takes away what he likes.
    assert await store.people.chat.hide(room, last)
