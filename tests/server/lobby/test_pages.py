"""`kozyr_server.lobby.pages`: filters, pages and what changes between two of them."""

import random

from msgspec.structs import replace

from kozyr_protocol.ids import GameKey, RoomId
from kozyr_protocol.lobby import folded
from kozyr_protocol.messages import ListRooms, LobbyChanged, RoomSummary, WatchLobby
from kozyr_protocol.rooms import Phase
from kozyr_server.lobby import pages
from kozyr_server.lobby.pages import Catalogue, Filter, changes, place

KING, GIN = GameKey("king"), GameKey("gin_rummy")


def room(number: int, taken: int = 1, **fields: object) -> RoomSummary:
    base = RoomSummary(
        RoomId(f"00{number:012}"), KING, None, "Table", Phase.WAITING, 4, taken, spectators=True
    )
    return replace(base, **fields)


def listed(*rooms: RoomSummary) -> list[RoomSummary]:
    return sorted(rooms, key=place)


def found(wanted: Filter, *rooms: RoomSummary) -> list[str]:
    return [one.room[-1] for one in Catalogue(listed(*rooms)).page(wanted, None).rooms]


def test_filters_leave_what_is_wanted() -> None:
    rooms = (
        room(1),
        room(2, game=GIN),
        room(3, preset="king/short", language="ru"),
        room(4, language="en"),
        room(5, taken=4),
        room(6, taken=3, seats=3, phase=Phase.PLAYING, language="ru"),
    )
    assert found(Filter(), *rooms) == list("123456")
    assert found(Filter(game=GIN), *rooms) == ["2"]
    assert found(Filter(preset="king/short"), *rooms) == ["3"]
    assert found(Filter(language="ru"), *rooms) == list("12356")
    assert found(Filter(free=True), *rooms) == list("1234")
    assert found(Filter(game=KING, language="en", free=True), *rooms) == ["1", "4"]


def test_a_filter_is_the_same_of_both_commands() -> None:
    fields = (KING, None, "king/short", "ru", True)
    assert Filter.of(ListRooms(1, *fields)) == Filter.of(WatchLobby(2, *fields))
    assert Filter.of(ListRooms(1)) == Filter()


def test_pages_follow_each_other_though_rooms_come_and_go() -> None:
    rooms = listed(*(room(number) for number in range(120)))
    first = Catalogue(rooms).page(Filter(), None)
    assert (len(first.rooms), first.total) == (50, 120)
    assert first.next == place(rooms[49])
    del rooms[40:60]
    second = Catalogue(rooms).page(Filter(), first.next)
    assert (second.rooms[0], second.total) == (rooms[40], 100)
    third = Catalogue(rooms).page(Filter(), second.next)
    assert (len(second.rooms), len(third.rooms), third.next) == (50, 10, None)
    assert Catalogue(rooms).page(Filter(), "1zz").rooms == ()


def test_filters_that_are_remembered_are_bounded() -> None:
    catalogue = Catalogue([room(1)])
    for number in range(pages.MAX_FILTERS + 10):
        catalogue.page(Filter(preset=str(number)), None)
    assert len(catalogue._found) == pages.MAX_FILTERS


def test_changes_lead_from_each_page_to_the_next() -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    rooms = {number: room(number) for number in range(60)}
    old = Catalogue(listed(*rooms.values())).page(Filter(), None)
    shown = old.rooms
    for _ in range(200):
        number = rng.randrange(90)
        if number in rooms and rng.random() < 0.4:
            del rooms[number]
        else:
            rooms[number] = room(number, taken=rng.randrange(5))
        new = Catalogue(listed(*rooms.values())).page(Filter(), None)
        changed, gone = changes(old, new)
        shown = folded(shown, LobbyChanged(changed, gone))
        assert shown == new.rooms
        old = new


def test_a_page_as_it_was_has_no_changes() -> None:
    page = Catalogue([room(1), room(2)]).page(Filter(), None)
    assert changes(page, Catalogue([room(1), room(2)]).page(Filter(), None)) == ((), ())


def test_a_catalogue_that_moved_is_as_one_made_anew() -> None:
    rng = random.Random("catalogue")
    filters = [Filter(), Filter(game=KING), Filter(free=True), Filter(game=GIN, free=True)]
    rooms = {n: room(n, rng.randrange(5), game=rng.choice((KING, GIN))) for n in range(200)}
    moved = Catalogue()
    for changes_each in (3, 40, 300, pages.MOST_MOVED + 100, 0):
        for number in rng.choices(range(2_000), k=changes_each):
            if number in rooms and rng.random() < 0.5:
                del rooms[number]
            else:
                rooms[number] = room(number, rng.randrange(5), game=rng.choice((KING, GIN)))
        moved.move(listed(*rooms.values()))
        anew = Catalogue(listed(*rooms.values()))
        for wanted in filters:
            after = None
            while True:
                page = moved.page(wanted, after)
                assert page == anew.page(wanted, after)
                after = page.next
                if after is None:
                    break
