"""Whole games by the rules alone, without a server, as records."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

import msgspec
from msgspec import Raw

from kozyr_games.spec import AnyGame, Pack, Seat
from kozyr_protocol.fair import Fairness
from kozyr_protocol.ids import RoomId
from kozyr_protocol.record import (
    By,
    Ended,
    Record,
    RecordAction,
    RecordDeal,
    RecordDraw,
    RecordSeat,
)

STARTED = datetime(2026, 1, 1, 12, tzinfo=UTC)
"""When each of these games began, as its record says: no clock is looked at."""
ACTION_MS = 1_000
"""What each action took, as the record says."""


@dataclass(frozen=True)
class Table:
    """A game about to begin."""

    spec: AnyGame
    preset: str | None
    options: Any
    """The game's resolved `Options`."""
    room: RoomId
    seats: tuple[RecordSeat, ...]
    """As numbered before the draw."""


class House(Protocol):
    """Decks and decisions of one game."""

    def shuffle(self, pack: Pack) -> tuple[Pack, Fairness]:
        """The next deck."""

    def reseat(self, order: Sequence[Seat]) -> None:
        """After a draw for seats: for each new seat its number before."""

    def decide(self, state: Any) -> tuple[Seat, Any, By]:
        """Who acts now, how, and who made the decision."""


def play(table: Table, house: House, *, deals: int | None = None) -> Record:
    """Play a game to its end.

    Args:
        table: What is played.
        house: Is asked for each deck and each action.
        deals: The players end the game after so many; None: they play it out.

    Returns:
        Its record, which verifies if the house keeps to the rules of the shuffle.

    Raises:
        IllegalActionError: The house decided what the rules forbid.
    """
    spec, seats = table.spec, table.seats
    state = spec.setup(table.options, len(seats))
    draw: RecordDraw | None = None
    played: list[RecordDeal] = []
    while spec.outcome(state) is None and len(played) != deals:
        pack = spec.wants_deck(state)
        assert pack is not None, "a game that goes on wants a deck between deals"
        deck, fairness = house.shuffle(pack)
        step = spec.deal(state, deck)
        if step.draw is not None:
            draw, state = RecordDraw(step.draw, fairness), step.state
            if step.order is not None:
                house.reseat(step.order)
                seats = tuple(seats[old] for old in step.order)
            continue
        state, deal = _played(spec, step.state, house, fairness)
        played.append(deal)
    result = spec.outcome(state) or spec.standing(state)
    return Record(
        game=spec.key,
        rules=spec.rules,
        preset=table.preset,
        ended=Ended.VOTED if spec.outcome(state) is None else result.ended,
        options=msgspec.to_builtins(table.options),
        room=table.room,
        seats=seats,
        started=_rfc3339(0),
        finished=_rfc3339(sum(len(deal.actions) for deal in played) * ACTION_MS),
        draw=draw,
        deals=tuple(played),
        totals=result.totals,
        winners=result.winners,
        settlement=result.settlement,
    )


def _played(spec: AnyGame, state: Any, house: House, fairness: Fairness) -> tuple[Any, RecordDeal]:
    """A deal played out: the state after it and what the record says of it."""
    actions: list[RecordAction] = []
    while (facts := spec.deal_record(state)) is None:
        seat, action, by = house.decide(state)
        state = spec.apply(state, seat, action).state
        # The first action of a deal is not made in the moment of the deal.
        at_ms = ACTION_MS * (len(actions) + 1)
        actions.append(RecordAction(seat, Raw(msgspec.json.encode(action)), at_ms, by))
    fields = msgspec.structs.asdict(facts)
    return state, RecordDeal(**fields, actions=tuple(actions), fairness=fairness)


def _rfc3339(after_ms: int) -> str:
    moment = STARTED + timedelta(milliseconds=after_ms)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
