"""Whole games without a server (`kozyr_bots.playing`)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec
import pytest

from kozyr_bots import dealing
from kozyr_bots.dealing import Shoe
from kozyr_bots.playing import ACTION_MS, Table, play
from kozyr_games.options import table_options
from kozyr_games.registry import GAMES
from kozyr_games.replay import verify
from kozyr_games.spec import AnyGame, IllegalActionError, Pack, Seat
from kozyr_protocol.fair import Fairness
from kozyr_protocol.ids import GameKey
from kozyr_protocol.record import By, Ended, Record, RecordSeat

KING = GAMES[GameKey("king")]


@dataclass
class House:
    """Plays the first legal action, and remembers what it was told."""

    spec: AnyGame = KING
    shoe: Shoe = field(
        default_factory=lambda: Shoe(dealing.room_id("y"), dealing.chain("y"), (None,) * 4)
    )
    orders: list[tuple[Seat, ...]] = field(default_factory=list)

    def shuffle(self, pack: Pack) -> tuple[Pack, Fairness]:
        return self.shoe.shuffle(pack)

    def reseat(self, order: Sequence[Seat]) -> None:
        self.orders.append(tuple(order))

    def decide(self, state: Any) -> tuple[Seat, Any, By]:
        seat = self.spec.to_act(state)[0]
        return seat, self.spec.legal_actions(state, seat)[0], By.STAND_IN


class Cheat(House):
    """Acts for a seat that is not to act."""

    def decide(self, state: Any) -> tuple[Seat, Any, By]:
        seat, action, by = super().decide(state)
        return (seat + 1) % 4, action, by


def _played(house: House, *, deals: int | None = None, **given: object) -> Record:
    options = table_options(KING, "king/published", given, 4)
    seats = tuple(RecordSeat(f"p{seat}", "bot") for seat in range(4))
    table = Table(KING, "king/published", options, house.shoe.room, seats)
    return play(table, house, deals=deals)


def test_a_game_is_played_to_its_end() -> None:
    record = _played(House())
    assert (record.ended, len(record.deals)) == (Ended.COMPLETE, 12)
    assert verify(record) == []


def test_a_game_may_be_ended_after_some_deals() -> None:
    record = _played(House(), deals=3)
    assert (record.ended, len(record.deals)) == (Ended.VOTED, 3)
    assert verify(record) == []


def test_names_and_house_follow_a_draw_for_seats() -> None:
    house = House()
    record = _played(house)
    (order,) = house.orders
    assert order != (0, 1, 2, 3)
    assert [seat.name for seat in record.seats] == [f"p{old}" for old in order]


def test_without_a_draw_nobody_moves() -> None:
    house = House()
    record = _played(house, draw="off")
    assert record.draw is None
    assert [seat.name for seat in record.seats] == ["p0", "p1", "p2", "p3"]
    assert house.orders == []


def test_times_go_on_and_the_end_follows_from_them() -> None:
    record = _played(House())
    for deal in record.deals:
        assert [each.at_ms for each in deal.actions] == [
            ACTION_MS * place for place in range(1, len(deal.actions) + 1)
        ]
        assert {each.by for each in deal.actions} <= {By.STAND_IN}
    started, finished = map(datetime.fromisoformat, (record.started, record.finished))
    last_ms = sum(deal.actions[-1].at_ms for deal in record.deals if deal.actions)
    assert (finished - started).total_seconds() * 1000 == last_ms
    assert started.utcoffset() is not None


def test_options_are_all_in_the_record() -> None:
    record = _played(House(), stake=5)
    assert record.options == msgspec.to_builtins(
        table_options(KING, "king/published", {"stake": 5}, 4)
    )
    assert record.settlement is not None


def test_the_rules_are_not_asked_to_look_away() -> None:
    with pytest.raises(IllegalActionError):
        _played(Cheat())
