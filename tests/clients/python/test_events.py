"""What `kozyr_client.events` may show: no secrets, and one event for each thing that happens."""

from dataclasses import fields

from kozyr_client.events import Counts, Event, Greeted
from kozyr_testing.sdk import Desk


def test_all_counts_begin_at_nothing() -> None:
    assert all(getattr(Counts(), each.name) == 0 for each in fields(Counts))


def test_every_event_is_frozen_and_documented() -> None:
    for kind in Event.__args__:
        assert kind.__doc__
        assert kind.__dataclass_params__.frozen


def test_the_greeting_that_is_handed_on_has_no_token() -> None:
    desk = Desk()
    desk.greet()
    assert desk.event(Greeted).welcome.token is None
