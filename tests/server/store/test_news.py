"""News for all processes (`kozyr_server.store.news`)."""

from typing import Any

from kozyr_server.store import news, people_keys
from kozyr_server.store.client import RedisStore, StoreOptions, open_store
from kozyr_server.store.model import ProcessId
from kozyr_testing.waiting import until


class Listener:
    """Hears, and fails when told to."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, ...]] = []
        self.losses = 0

    async def hear(self, words: tuple[str, ...]) -> None:
        if words == ("fail",):
            raise RuntimeError("told to")
        self.heard.append(words)

    async def back(self) -> None:
        self.losses += 1


async def test_every_process_hears_them_in_order(store: RedisStore, url: str) -> None:
    async with open_store(url, ProcessId("b" * 12), StoreOptions("everysec")) as other:
        listeners = [Listener(), Listener()]
        for one, listener in zip((store, other), listeners, strict=True):
            await until(lambda one=one: one.people.news.losses > 0)  # type: ignore[misc]  # bound now
            one.people.news.listen(listener.hear, listener.back)
        for number in range(20):
            await store.people.news.spread("piece", str(number))
        for listener in listeners:
            await until(lambda listener=listener: len(listener.heard) == 20)  # type: ignore[misc]  # as above
            assert listener.heard == [("piece", str(number)) for number in range(20)]


async def test_after_a_loss_all_is_to_be_read_anew(store: RedisStore, raw: Any) -> None:
    listener, own = Listener(), store.people.news
    await until(lambda: own.losses > 0)
    own.listen(listener.hear, listener.back)
    (client,) = (each for each in await raw.client_list() if each["name"].endswith("-news"))
    await raw.client_kill_filter(_id=client["id"])
    await until(lambda: listener.losses == 1)
    await own.spread("again")
    await until(lambda: listener.heard == [("again",)])


async def test_what_cannot_be_read_or_used_ends_nothing(store: RedisStore, raw: Any) -> None:
    listener, own = Listener(), store.people.news
    await until(lambda: own.losses > 0)
    own.listen(listener.hear, listener.back)
    await raw.publish(people_keys.NEWS, b"\xff{")
    await own.spread("fail")
    await until(lambda: listener.losses == 1, 10)
    await own.spread("after")
    await until(lambda: listener.heard == [("after",)])


async def test_of_too_many_none_is_kept_and_all_is_read_anew(store: RedisStore) -> None:
    listener, own = Listener(), store.people.news
    await until(lambda: own.losses > 0)
    own.listen(listener.hear, listener.back)
    for number in range(news.MAX_WAITING + 1):
        own._put((str(number),))
    await until(lambda: listener.losses == 1)
    assert listener.heard == []
