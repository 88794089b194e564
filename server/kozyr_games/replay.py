"""A record replayed, recounted and verified, for any game, by the functions of its `GameSpec`.

The decks are not believed but made again from the links, each action is judged by the rules that
the record names, and everything that the record says is compared with what follows.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from kozyr_games import record_head
from kozyr_games.options import table_options
from kozyr_games.registry import find
from kozyr_games.spec import (
    AnyGame,
    GameError,
    IllegalActionError,
    OptionError,
    Outcome,
    Pack,
    Seat,
    Step,
    UnknownGameError,
)
from kozyr_protocol import fair
from kozyr_protocol.fair import Fairness, FairnessError
from kozyr_protocol.games.wire import SheetRow
from kozyr_protocol.record import By, DealFacts, Ended, Record, RecordAction, RecordDeal

_FACTS = DealFacts.__struct_fields__


class ReplayError(GameError):
    """The record cannot be followed any further; the text says where and why, without cards."""


@dataclass(frozen=True, repr=False)
class Position:
    """A moment of a replayed game: the state after a shuffle or an action, and what led to it."""

    state: Any
    events: tuple[Any, ...]
    deal: int
    """Number of the deal in the record; 0 for the start and the draw."""
    seat: Seat | None = None
    """Who acted; None after a shuffle."""
    action: Any = None
    entry: RecordAction | None = None


@dataclass(frozen=True)
class Recount:
    """What the rules make of a record."""

    outcome: Outcome
    sheet: tuple[SheetRow, ...]


def game_of(record: Record) -> AnyGame:
    """The game and rules that a record names.

    Raises:
        ReplayError: this version does not know them.
    """
    try:
        return find(record.game, record.rules)
    except UnknownGameError as error:
        raise ReplayError(str(error)) from error


def positions(record: Record) -> Iterator[Position]:
    """The game from its start, moment by moment; the first one is before any card.

    Raises:
        ReplayError: in the place from which the record cannot be followed: an illegal action, a
            deal too many, a deck that cannot be made.
    """
    return _Replay(record, _give_up).positions()


def recount(record: Record) -> Recount:
    """The totals, winners, settlement and score sheet by the rules, whatever the record says.

    Raises:
        ReplayError: as for `positions`.
    """
    replay = _Replay(record, _give_up)
    spec, state = replay.spec, replay.end()
    return Recount(spec.outcome(state) or spec.standing(state), spec.sheet(state))


def verify(record: Record) -> list[str]:
    """Everything in a record that is not as the links and the rules have it.

    Returns:
        A sentence for each problem; empty for a sound record. No sentence holds a card, link or
        seed.
    """
    problems = list(record_head.problems(record))
    try:
        replay = _Replay(record, problems.append)
        state = replay.end()
    except ReplayError as error:
        return [*problems, str(error)]
    return [*problems, *_end_problems(replay.spec, record, state)]


def _give_up(problem: str) -> None:
    raise ReplayError(problem)


class _Replay:
    """One pass through a record; `report` is told of problems after which one can go on."""

    def __init__(self, record: Record, report: Callable[[str], None]) -> None:
        self.record = record
        self.report = report
        self.spec = game_of(record)
        self.options = self._options()
        self.firsts = self._firsts()
        self.actions: msgspec.json.Decoder[Any] = msgspec.json.Decoder(self.spec.wire.action)

    def _options(self) -> Any:
        record, seats = self.record, len(self.record.seats)
        try:
            options = self.spec.resolve(record.options, seats)
            if record.preset is not None:
                table_options(self.spec, record.preset, record.options, seats)
        except OptionError as error:
            raise ReplayError(f"The options are not possible: {error}.") from error
        if msgspec.to_builtins(options) != record.options:
            self.report("The options are not all there.")
        return options

    def _firsts(self) -> Mapping[str, int]:
        draw = self.record.draw
        run = [] if draw is None else [draw.fairness]
        run += [deal.fairness for deal in self.record.deals]
        try:
            return fair.first_shuffles(run)
        except FairnessError as error:
            for problem in error.problems:
                self.report(problem)
        firsts: dict[str, int] = {}
        for number, fairness in enumerate(run, start=1):
            for tip in fairness.seat_tips:
                if tip is not None:
                    firsts.setdefault(tip, number)
        return firsts

    def positions(self) -> Iterator[Position]:
        spec, record = self.spec, self.record
        state = spec.setup(self.options, len(record.seats))
        yield Position(state, (), 0)
        if record.draw is not None:
            step = self._shuffled("the draw", state, record.draw.fairness)
            if step.draw is None:
                raise ReplayError("The record has a draw, and the options have none.")
            if step.draw != record.draw.cards:
                self.report("The cards of the draw are not those that the links give.")
            state = step.state
            yield Position(state, step.events, 0)
        for number, deal in enumerate(record.deals, start=1):
            for position in self._deal(number, deal, state):
                state = position.state
                yield position

    def end(self) -> Any:
        state = None
        for position in self.positions():
            state = position.state
        return state

    def _shuffled(self, what: str, state: Any, fairness: Fairness) -> Step[Any, Any]:
        pack = self.spec.wants_deck(state)
        if pack is None:
            raise ReplayError(f"By the rules {what} is not due: the game is over before it.")
        seats = len(self.record.seats)
        if len(fairness.seat_tips) != seats:
            self.report(f"The fairness of {what} is not that of {seats} seats.")
        return self.spec.deal(state, self._deck(what, fairness, pack))

    def _deck(self, what: str, fairness: Fairness, pack: Pack) -> Pack:
        room = self.record.room
        try:
            return fair.check_deal(room, fairness, self.firsts, pack)
        except FairnessError as error:
            for problem in error.problems:
                self.report(f"The shuffle of {what}: {problem}")
        # The links are wrong, and maybe the deck that was dealt follows from them all the same.
        try:
            links = [
                None if link is None else fair.from_hex("link of a seat", link)
                for link in fairness.seat_links
            ]
            server_link = fair.from_hex("server's link", fairness.server_link)
            return fair.shuffled(pack, fair.deal_key(server_link, room, fairness.n, links))
        except FairnessError as error:
            raise ReplayError(f"The deck of {what} cannot be made.") from error

    def _deal(self, number: int, deal: RecordDeal, state: Any) -> Iterator[Position]:
        what = f"deal {number}"
        step = self._shuffled(what, state, deal.fairness)
        if step.draw is not None:
            raise ReplayError("The options have a draw, and the record has none.")
        state = step.state
        yield Position(state, step.events, number)
        at_ms = 0
        for place, entry in enumerate(deal.actions, start=1):
            where = f"{what}, action {place}"
            if entry.at_ms < at_ms:
                self.report(f"In {where} the time goes back.")
            at_ms = entry.at_ms
            position = self._action(where, number, state, entry)
            state = position.state
            yield position
        facts = self.spec.deal_record(state)
        if facts is None:
            self.report(f"In {what} the actions end before the deal does.")
            return
        for name in _FACTS:
            if not _same(getattr(facts, name), getattr(deal, name)):
                self.report(f"In {what} `{name}` is not what the deck and the rules give.")

    def _action(self, where: str, number: int, state: Any, entry: RecordAction) -> Position:
        try:
            action = self.actions.decode(entry.action)
        except msgspec.ValidationError as error:
            raise ReplayError(f"In {where} stands no action of this game.") from error
        try:
            step = self.spec.apply(state, entry.seat, action)
        except IllegalActionError as error:
            raise ReplayError(f"In {where} seat {entry.seat} may not: {error.reason}.") from error
        if entry.by is By.TIMEOUT and action != self.spec.timeout_action(state, entry.seat):
            self.report(f"In {where} the rules choose another action for a seat that is late.")
        return Position(step.state, step.events, number, entry.seat, action, entry)


def _same(ours: object, theirs: object) -> bool:
    """Whether two values are written alike: a list in a record may be a tuple in the rules."""
    return bool(msgspec.to_builtins(ours) == msgspec.to_builtins(theirs))


def _end_problems(spec: AnyGame, record: Record, state: Any) -> Iterator[str]:
    outcome = spec.outcome(state)
    if outcome is None and record.ended in {Ended.COMPLETE, Ended.LIMIT}:
        yield f"The record says {record.ended}, and by the rules the game goes on."
    elif outcome is not None and outcome.ended is not record.ended:
        yield f"The record says {record.ended}, and by the rules it is {outcome.ended}."
    result = outcome or spec.standing(state)
    for name in ("totals", "winners", "settlement"):
        if getattr(result, name) != getattr(record, name):
            yield f"`{name}` is not what the deals give."
