"""The store's part of people (`kozyr_server.store.people_store`)."""

from kozyr_server.store.client import RedisStore
from kozyr_server.store.people_store import PeopleStore
from kozyr_testing.waiting import until


async def test_an_open_store_has_all_parts_and_hears_the_news(store: RedisStore) -> None:
    people = store.people
    assert isinstance(people, PeopleStore)
    await until(lambda: people.news.losses == 1)
    for part in ("persons", "sanctions", "rules", "reports", "audit", "host_audit", "chat"):
        assert getattr(people, part) is not None
