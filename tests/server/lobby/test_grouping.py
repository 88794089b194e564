"""`kozyr_server.lobby.grouping`: who sits together."""

import random
from collections import Counter

from msgspec.structs import replace

from kozyr_protocol.ids import GameKey, PlayerId
from kozyr_server.lobby.grouping import Crowd, Group, groups, replaced
from kozyr_server.store.tickets import Kind, Ticket, Wanted

TWO = Kind(GameKey("gin_rummy"), None, 2)
THREE = Kind(GameKey("knaves"), None, 3)
FOUR = Kind(GameKey("king"), None, 4)


def ticket(number: int, *kinds: Kind, at_ms: int | None = None, bots: bool = False) -> Ticket:
    since = number if at_ms is None else at_ms
    wishes = tuple(Wanted(kind, since) for kind in kinds)
    return Ticket(f"{number:016x}", PlayerId(f"p{number}"), f"P{number}", wishes, bots, since)


def players(group: Group) -> list[str]:
    return [ticket.player for ticket in group.tickets]


def test_a_table_forms_when_enough_want_it() -> None:
    waiting = [ticket(n, THREE) for n in (3, 1)]
    assert groups(waiting) == []
    (group,) = groups([*waiting, ticket(2, THREE)])
    assert group.kind == THREE
    assert players(group) == ["p1", "p2", "p3"]


def test_who_waited_longest_sits_first_and_the_last_goes_on_waiting() -> None:
    (group,) = groups([ticket(n, THREE) for n in (5, 4, 2, 9)])
    assert players(group) == ["p2", "p4", "p5"]


def test_the_first_in_line_gets_what_he_wants_most() -> None:
    waiting = [ticket(1, THREE, TWO), ticket(2, TWO), ticket(3, THREE), ticket(4, THREE)]
    (group,) = groups(waiting)
    assert (group.kind, players(group)) == (THREE, ["p1", "p3", "p4"])


def test_he_takes_another_table_when_the_first_is_not_to_be_had() -> None:
    (group,) = groups([ticket(1, FOUR, TWO), ticket(2, TWO)])
    assert (group.kind, players(group)) == (TWO, ["p1", "p2"])


def test_nobody_sits_at_two_tables() -> None:
    waiting = [ticket(n, TWO, THREE) for n in range(7)]
    seated = Counter(player for group in groups(waiting) for player in players(group))
    assert max(seated.values()) == 1


def test_with_bots_one_begins_at_once_with_those_who_want_it_too() -> None:
    waiting = [ticket(1, THREE), ticket(2, THREE, bots=True)]
    (group,) = groups(waiting)
    assert players(group) == ["p2"]
    both = [ticket(1, THREE, bots=True), ticket(2, FOUR, THREE, bots=True)]
    (group,) = groups(both)
    assert players(group) == ["p1", "p2"]


def test_a_full_table_of_people_goes_before_one_with_bots() -> None:
    waiting = [ticket(1, THREE, bots=True), ticket(2, THREE), ticket(3, THREE)]
    (group,) = groups(waiting)
    assert players(group) == ["p1", "p2", "p3"]


def test_companions_are_all_who_want_one_of_the_same() -> None:
    waiting = [ticket(1, TWO, THREE), ticket(2, THREE), ticket(3, FOUR), ticket(4, TWO, THREE)]
    crowd, again = Crowd(waiting), replace(ticket(1, TWO), id="f" * 16)
    assert [crowd.number(one) for one in waiting] == [3, 3, 1, 3]
    assert crowd.number(ticket(5, FOUR, TWO)) == 4
    assert crowd.number(waiting[2]) == 2
    # Who asks again is still one person.
    assert Crowd([ticket(1, TWO)]).number(replaced(ticket(1, TWO), again)) == 1


def test_a_replaced_ticket_keeps_its_place_for_what_stays_wished() -> None:
    old, new = ticket(1, TWO, THREE, at_ms=10), ticket(9, THREE, FOUR, at_ms=50)
    kept = replaced(old, new)
    assert (kept.id, kept.created_ms) == (new.id, 10)
    assert kept.wishes == (Wanted(THREE, 10), Wanted(FOUR, 50))
    assert replaced(ticket(1, TWO, at_ms=10), new) == new
    assert replaced(None, new) == new


def test_no_table_that_could_begin_is_left_whoever_waits() -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    kinds = [Kind(GameKey(f"g{n}"), None, seats) for n, seats in enumerate((2, 2, 3, 4, 4, 6))]
    for _ in range(300):
        waiting = [
            ticket(n, *rng.sample(kinds, rng.randint(1, 4)), at_ms=rng.randrange(50))
            for n in range(rng.randrange(40))
        ]
        made = groups(waiting)
        seated = [one.id for group in made for one in group.tickets]
        assert len(seated) == len(set(seated))
        for group in made:
            assert len(group.tickets) == group.kind.seats
            assert all(group.kind in {w.kind for w in one.wishes} for one in group.tickets)
        left = [one for one in waiting if one.id not in set(seated)]
        wanted = Counter(w.kind for one in left for w in one.wishes)
        assert all(count < kind.seats for kind, count in wanted.items())
        # Nobody who came later sits at a table of a kind that somebody who waits wanted before him.
        for group in made:
            latest = max(
                w.since_ms for t in group.tickets for w in t.wishes if w.kind == group.kind
            )
            leader = group.tickets[0].created_ms
            for one in left:
                since = [w.since_ms for w in one.wishes if w.kind == group.kind]
                assert not since or since[0] >= min(latest, leader) or since[0] >= latest
