"""`kozyr_server.rooms.projection`: what each role is told, through whole games."""

import pytest

from kozyr_games.registry import GAMES
from kozyr_protocol.ids import GameKey, PlayerId
from kozyr_protocol.rooms import Phase
from kozyr_server.rooms import due
from kozyr_server.rooms.decision import Unchanged
from kozyr_testing.desk import Desk, player
from kozyr_testing.random_play import presets

EVERY = [(key, preset, seats) for key, spec in GAMES.items() for preset, seats in presets(spec)]

STEPS = 90
"""Steps of each walk; the soak goes on to the end of the second game."""


def walk(desk: Desk, count: int, steps: int | None) -> None:
    """Play with everything that can happen in a room, at random."""
    desk.watch()
    players = desk.begun(count, chains=count - 1)
    games = 1
    while steps is None or len(desk.decisions) < steps:
        if desk.phase is Phase.FINISHED:
            if games == 2:
                return
            games += 1
            left_over = [s.player for s in desk.room.seats if s.player is not None and s.line]
            if len(left_over) < len(players):
                return
            desk.rematch(players[0])
            for who in players:
                desk.ready(who)
        happen(desk, players)


def happen(desk: Desk, players: list[PlayerId]) -> None:
    """One more thing."""
    who = desk.rng.choice([player(number) for number in range(len(players))])
    seat = desk.seat(who)
    desk.now_ms += desk.rng.randrange(2_000)
    match desk.rng.randrange(40):
        case 0:
            desk.lose(who)
        case 1 | 2:
            desk.take(who)
        case 3 if seat.line is not None:
            desk.leave(who)
            desk.take(who)
        case 4 | 5:
            desk.until_due()
        case 6 if seat.line is not None:
            desk.tip(who, None)
        case _:
            play(desk)


def play(desk: Desk) -> None:
    assert desk.room.play is not None
    pending = desk.room.play.pending
    if desk.phase is not Phase.PLAYING:
        return
    if pending is not None:
        waiting = [i for i in pending.seats if i not in pending.links]
        holder = desk.room.seats[waiting[0]]
        assert holder.player is not None
        if holder.line is None:
            desk.until_due()
        else:
            desk.feed(holder.player)
        return
    acting = desk.rng.choice(desk.acting())
    if desk.seat(acting).line is None:
        desk.until_due()
    else:
        desk.play_one(acting)


@pytest.mark.parametrize(("key", "preset", "seats"), EVERY)
def test_folded_views_equal_the_built_ones_byte_for_byte(
    key: GameKey, preset: str, seats: int
) -> None:
    walk(Desk(key, seats, preset=preset, seats=seats, options={}), seats, STEPS)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("key", "preset", "seats"), EVERY)
def test_folded_views_equal_the_built_ones_to_the_end(
    key: GameKey, preset: str, seats: int, seed: int
) -> None:
    walk(Desk(key, seed, preset=preset, seats=seats), seats, None)


@pytest.mark.parametrize("key", GAMES)
def test_a_draw_for_seats_moves_views_and_prompts(key: GameKey) -> None:
    spec = GAMES[key]
    seats = spec.usual_seats
    moved = 0
    for seed in range(8):
        desk = Desk(key, seed, seats=seats, options={"draw": "seats"})
        watch = desk.watch()
        players = desk.begun(seats)
        order = [desk.index(who) for who in players]
        moved += order != list(range(seats))
        for who in players:
            assert watch.views[who].you == desk.index(who)
        for _ in range(20):
            desk.step()
    # Of two the one who deals keeps his seat, and so does the other.
    assert moved or seats == 2


def test_nothing_is_told_to_a_seat_alone_without_need() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo")
    desk.begun(3)
    acted = len(desk.entries)
    while desk.phase is Phase.PLAYING and len(desk.entries) < acted + 10:
        desk.step()
        if not desk.last.deals:
            # Only the seat on turn has bytes of its own: its legal actions.
            assert set(desk.entries[-1].seats) <= {desk.index(who) for who in desk.acting()}


def test_a_step_that_asks_for_links_asks_each_seat_that_takes_part() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo")
    desk.begun(3, chains=2)
    assert set(desk.entries[-1].wants) == {0, 1}
    desk.feed(player(0))
    assert desk.entries[-1].wants == {}
    assert isinstance(desk.timer(), Unchanged)
    assert due.next_ms(desk.room) > desk.now_ms
