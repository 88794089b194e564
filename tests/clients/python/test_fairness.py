"""Taking part in shuffles and checking them, in `kozyr_client.fairness`."""

from dataclasses import replace
from typing import Any

import pytest

from kozyr_client.errors import FairnessProblem
from kozyr_client.fairness import FairSeat
from kozyr_protocol import fair, rooms
from kozyr_protocol.messages import LinkWanted
from kozyr_protocol.rooms import OpenShuffle, Phase, RoomView, SeatView
from kozyr_testing.sdk import ME, OTHER, ROOM, view

SEEDS = [bytes([n]) * 32 for n in range(1, 5)]
SERVER, MINE, THEIRS, NEXT = (fair.Chain.from_seed(seed) for seed in SEEDS)
TIPS = (MINE.tip.hex(), THEIRS.tip.hex())


def room(n: int | None = None, **changes: Any) -> RoomView:
    """A room in play; `n`: with this shuffle open."""
    shuffle = None if n is None else OpenShuffle(n, (0, 1), TIPS)
    seats = (SeatView(ME, tip=TIPS[0]), SeatView(OTHER, tip=TIPS[1]))
    return view(tip=SERVER.tip.hex(), **{"seats": seats, "shuffle": shuffle, **changes})


def seat() -> FairSeat:
    seeds = iter([SEEDS[1], SEEDS[3]])
    mine = FairSeat(ROOM, lambda: next(seeds))
    mine.take_picture(view(Phase.WAITING, tip=SERVER.tip.hex()))
    return mine


def opened(n: int, tips: tuple[str | None, ...] = TIPS) -> rooms.ShuffleOpened:
    return rooms.ShuffleOpened(n, (0, 1), tips)


def wanted(n: int, first_n: int = 1, tip: str = TIPS[0]) -> LinkWanted:
    return LinkWanted(ROOM, n, first_n, tip, 3000)


def shown(n: int = 1, first: int = 1) -> fair.Fairness:
    """An honest shuffle."""
    k = n - first + 1
    links = (MINE.link(k).hex(), THEIRS.link(k).hex())
    return fair.Fairness(n, SERVER.tip.hex(), SERVER.link(n).hex(), TIPS, links, ())


def fed(n: int = 1) -> FairSeat:
    """A seat whose link for shuffle `n` was acknowledged; its tip was listed from the first."""
    mine = seat()
    for each in range(1, n + 1):
        mine.take_events([opened(each)], room(each))
    mine.link(wanted(n), room(n))
    mine.acknowledged(n)
    return mine


def problems(mine: FairSeat, what: fair.Fairness) -> str:
    found = mine.take_events([rooms.FairnessShown(what)], room())
    return " ".join(str(each) for each in found)


@pytest.mark.parametrize("n", [1, 2, 7])
def test_links_are_those_that_the_tip_promises(n: int) -> None:
    mine = seat()
    for each in range(1, n + 1):
        mine.take_events([opened(each)], room(each))
    link = mine.link(wanted(n), room(n))
    assert link is not None
    assert fair.is_link(MINE.tip, bytes.fromhex(link), n)


def test_a_tip_that_came_late_counts_from_its_own_first_shuffle() -> None:
    mine = seat()
    mine.take_events([opened(1, (None, TIPS[1]))], room(1, seats=(SeatView(ME), SeatView(OTHER))))
    mine.take_events([opened(2)], room(2))
    assert mine.link(wanted(2, first_n=2), room(2)) == MINE.link(1).hex()


@pytest.mark.parametrize(
    ("question", "picture"),
    [
        (wanted(1), room()),
        (wanted(2), room(1)),
        (wanted(1, tip=TIPS[1]), room(1)),
        (wanted(1, first_n=0), room(1)),
        (wanted(1, first_n=2), room(1)),
    ],
    ids=["nothing open", "another shuffle", "another chain", "too deep", "in the future"],
)
def test_no_link_for_what_was_not_announced(question: LinkWanted, picture: RoomView) -> None:
    mine = seat()
    mine.take_events([opened(1)], room(1))
    with pytest.raises(FairnessProblem):
        mine.link(question, picture)


def test_another_program_of_the_player_had_the_seat_when_the_shuffle_was_opened() -> None:
    before = (NEXT.tip.hex(), TIPS[1])
    seats = (SeatView(ME, tip=before[0]), SeatView(OTHER, tip=TIPS[1]))
    picture = room(seats=seats, shuffle=OpenShuffle(3, (0, 1), before))
    mine = seat()
    mine.take_picture(picture)
    assert mine.link(wanted(3, tip=before[0]), picture) is None
    # Once the own tip is shown, what is opened has it.
    own = room(shuffle=OpenShuffle(4, (0, 1), before))
    mine.take_events([opened(4, before)], own)
    with pytest.raises(FairnessProblem):
        mine.link(wanted(4, tip=before[0]), own)


def test_no_deeper_link_after_a_picture_hid_the_first_shuffle() -> None:
    mine = seat()
    mine.take_events([opened(4, (None, None))], room(None, seats=(SeatView(ME), SeatView(OTHER))))
    mine.take_picture(room(6))
    with pytest.raises(FairnessProblem):
        mine.link(wanted(6, first_n=4), room(6))
    assert mine.link(wanted(6, first_n=5), room(6)) == MINE.link(2).hex()


def test_honest_shuffles_are_found_right() -> None:
    for n in (1, 2, 3):
        assert problems(fed(n), shown(n)) == ""


def test_an_acknowledged_link_that_is_called_missing_is_noticed_at_once_and_afterwards() -> None:
    mine = fed()
    (problem,) = mine.take_events([rooms.Shuffled(1, (0,))], room())
    assert "acknowledged" in str(problem)
    without = replace(shown(), seat_links=(None, THEIRS.link(1).hex()), missing=(0,))
    assert "acknowledged" in problems(mine, without)


def test_a_link_that_was_not_acknowledged_may_be_missing() -> None:
    mine = seat()
    mine.take_events([opened(1)], room(1))
    mine.link(wanted(1), room(1))
    assert mine.take_events([rooms.Shuffled(1, (0,))], room()) == []
    without = replace(shown(), seat_links=(None, THEIRS.link(1).hex()), missing=(0,))
    assert problems(mine, without) == ""


def test_the_room_shows_that_a_link_was_taken() -> None:
    mine = seat()
    mine.take_events([opened(1)], room(1))
    mine.link(wanted(1), room(1))
    events = (rooms.LinkTaken(0), rooms.Shuffled(1, (0,)))
    assert len(mine.take_events(events, room())) == 1


def test_the_draw_moves_seats_after_its_shuffle() -> None:
    mine = fed()
    assert mine.take_events([rooms.Seated((1, 0)), rooms.Shuffled(1, (1,))], room(you=1)) == []


@pytest.mark.parametrize(
    ("what", "text"),
    [
        (replace(shown(), tip=NEXT.tip.hex()), "not the one that was published"),
        (replace(shown(), server_link=SERVER.link(2).hex()), "server's link does not hash"),
        (replace(shown(), seat_links=(MINE.link(1).hex(), "0" * 64)), "seat 1 does not hash"),
        (replace(shown(), seat_links=(MINE.link(2).hex(), None), missing=(1,)), "was sent"),
        (replace(shown(), seat_tips=(TIPS[0], None), seat_links=(MINE.link(1).hex(), None)), "ann"),
        (replace(shown(), missing=(1,)), "marked missing"),
        (replace(shown(), seat_links=()), "entries"),
    ],
)
def test_fraud_is_found(what: fair.Fairness, text: str) -> None:
    assert text in problems(fed(), what)


def test_nothing_secret_is_in_a_problem() -> None:
    text = problems(fed(), replace(shown(), seat_links=(MINE.link(2).hex(), "0" * 64)))
    assert MINE.link(2).hex() not in text
    assert MINE.tip.hex() not in text


def test_tips_from_before_one_came_are_not_judged() -> None:
    mine = seat()
    mine.take_picture(room())
    late = replace(shown(5), seat_links=(None, "0" * 64), missing=(0,))
    assert problems(mine, late) == ""


def test_a_new_game_has_a_new_chain() -> None:
    mine = fed()
    again = room(game_no=2, phase=Phase.WAITING)
    mine.take_events([rooms.Reopened(2, SERVER.tip.hex(), {})], again)
    assert mine.tip == NEXT.tip.hex()
    with pytest.raises(FairnessProblem):
        mine.link(wanted(1), room(1, game_no=2))
