"""The ten laws that every game obeys, checked over a game played at random.

1. Who is not to act has no legal actions, who is has some: sorted, canonical, no duplicates.
2. `apply` accepts exactly the legal ones, and leaves its argument untouched.
3. A state survives its encoding, and so do views, events and actions.
4. The same decks and actions give the same states.
5. Every card is in exactly one place.
6. No card hidden from a seat is in its view, events, legal actions or errors; and what a spectator
   is told whole, every seat is told as it is.
7. Two states that differ only in what a seat cannot see give it equal bytes.
8. The game ends within its bound.
9. The sums of the rules hold.
10. Folding the projected events of a step over the old view gives the new view.

Law 6 does not look into `sheet`, where a card of an earlier deal may stand that is hidden again in
this one; law 7 covers what is there. Law 7 exchanges only cards that stay hidden through the step,
and does not compare where the other state is one that cannot be: cards that everybody could exclude
may then lie in a hand. Such a state shows itself by refusing the action, or by ending the deal.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NoReturn, get_args

import msgspec
from msgspec.structs import replace

from kozyr_games.spec import (
    MAX_SHUFFLES,
    AnyGame,
    IllegalActionError,
    Outcome,
    Pack,
    Seat,
    Step,
    Zone,
)
from kozyr_protocol.cards import JOKERS, PACK_52, by_suit
from kozyr_testing.random_play import Table, shuffled

MAX_ACTIONS = 2_000
"""No deal of any game takes more."""

_ALL_CARDS = frozenset((*PACK_52, *JOKERS))
_CARD_IN_TEXT = re.compile(r"\b(?:[2-9TJQKA][CDHS]|X[12])\b")
_CARD_IN_JSON = re.compile(rb'"([2-9TJQKA][CDHS]|X[12])"')
_encode = msgspec.msgpack.Encoder().encode

Role = Seat | None


class LawBrokenError(AssertionError):
    """A game broke a law; the text has the table with its seed."""


def check_game(
    table: Table, *, max_deals: int | None = None, thoroughly: float = 0.1
) -> Counter[str]:
    """Play one game at random and check all laws on the way.

    Args:
        table: what is played, with the seed.
        max_deals: stop after so many; None: play to the end, which must come.
        thoroughly: the part of the moves at which laws 2, 4 and 7 are checked, which take long.

    Returns:
        How often each law was checked.

    Raises:
        LawBrokenError: which law, by what, and where.
    """
    walk = _Walk(table, thoroughly)
    walk.play(max_deals)
    return walk.counts


class _Walk:
    """One game on its way."""

    def __init__(self, table: Table, thoroughly: float) -> None:
        self.table = table
        self.spec: AnyGame = table.spec
        self.rng = table.rng()
        self.thoroughly = thoroughly
        self.counts: Counter[str] = Counter()
        self.roles: tuple[Role, ...] = (None, *range(table.seats))
        self.pack: Pack = ()
        self.pool: list[Any] = []
        self.deals = self.moves = self.shuffles = 0

    def fail(self, law: int, what: str) -> NoReturn:
        raise LawBrokenError(
            f"law {law}: {what} [{self.table}; deal {self.deals}, move {self.moves}]"
        )

    def need(self, law: int, holds: object, what: str) -> None:
        self.counts[f"law {law}"] += 1
        if not holds:
            self.fail(law, what)

    # --- the game -----------------------------------------------------------------------------

    def play(self, max_deals: int | None) -> None:
        spec, state = self.spec, self.spec.setup(self.table.options(), self.table.seats)
        self.state_laws(state)
        while spec.outcome(state) is None:
            if spec.wants_deck(state) is not None:
                if self.deals == max_deals:
                    return
                state = self.shuffle(state)
            else:
                state = self.move(state)
        self.need(8, spec.wants_deck(state) is None, "a finished game wants a deck")
        self.need(8, not spec.to_act(state), "somebody is to act in a finished game")
        for seat in range(self.table.seats):
            for action in self.pool[:5]:
                self.refused(state, seat, action)

    def shuffle(self, state: Any) -> Any:
        pack = self.spec.wants_deck(state)
        assert pack is not None
        self.shuffles += 1
        self.need(8, self.shuffles <= MAX_SHUFFLES, "too many shuffles")
        self.need(1, not self.spec.to_act(state), "somebody is to act while a deck is awaited")
        deck = shuffled(pack, self.rng)
        step = self.spec.deal(state, deck)
        again = self.spec.deal(state, deck)
        self.need(4, _encode(again.state) == _encode(step.state), "the same deck, another state")
        if step.draw is None:
            self.pack, self.moves, self.deals = pack, 0, self.deals + 1
        else:
            self.need(5, sorted(step.draw) == sorted(pack), "the draw lost cards")
            order = step.order or tuple(range(self.table.seats))
            self.need(5, sorted(order) == list(range(self.table.seats)), "the order of seats")
        self.step_laws(state, step)
        return step.state

    def move(self, state: Any) -> Any:
        self.moves += 1
        self.need(8, self.moves <= MAX_ACTIONS, "the deal does not end")
        seat = self.rng.choice(self.spec.to_act(state))
        legal = self.spec.legal_actions(state, seat)
        action = self.rng.choice(legal)
        self.pool = [*self.pool[-40:], action]
        before = _encode(state)
        step = self.apply(state, seat, action)
        self.need(2, _encode(state) == before, "apply changed its argument")
        self.step_laws(state, step)
        if self.rng.random() < self.thoroughly:
            self.exactness(state)
            self.determinism(state, seat, action, step)
            for role in self.roles:
                self.blindness(state, role, seat, action, step)
        return step.state

    def apply(self, state: Any, seat: Seat, action: Any) -> Step[Any, Any]:
        try:
            return self.spec.apply(state, seat, action)
        except IllegalActionError as error:
            self.fail(2, f"a legal {type(action).__name__} was refused: {error.reason}")

    # --- laws of a state ----------------------------------------------------------------------

    def state_laws(self, state: Any) -> None:
        encoded = _encode(state)
        decoded = msgspec.msgpack.decode(encoded, type=self.spec.state)
        self.need(3, decoded == state, "the state is another one after its encoding")
        self.need(3, _encode(decoded) == encoded, "the state is encoded otherwise after decoding")
        self.turns(state)
        self.places(state)
        self.sums(state)
        for role in self.roles:
            self.hiding(state, role)

    def turns(self, state: Any) -> None:
        spec, acting = self.spec, self.spec.to_act(state)
        self.need(1, acting == tuple(sorted(set(acting))), "to_act is not ascending")
        waiting = (spec.wants_deck(state) is not None, spec.outcome(state) is not None)
        self.need(1, sum((*waiting, bool(acting))) == 1, "not one of: deck, action, result")
        for seat in range(self.table.seats):
            legal = spec.legal_actions(state, seat)
            self.need(1, bool(legal) == (seat in acting), f"legal actions of seat {seat}")
            order = [canonical(spec, action) for action in legal]
            self.need(1, order == sorted(order), "legal actions are not sorted")
            self.need(1, len(set(map(_encode, legal))) == len(legal), "an action twice")
            if seat in acting:
                self.need(1, spec.timeout_action(state, seat) in legal, "the timeout's action")
                self.need(1, spec.decision(state, seat) in spec.time_factors, "the decision's word")

    def places(self, state: Any) -> None:
        zones = self.spec.zones(state)
        playing = bool(self.spec.to_act(state))
        self.need(5, bool(zones) == playing, "zones are there exactly while a deal is played")
        names = [zone.name for zone in zones]
        self.need(5, len(set(names)) == len(names), "two zones of one name")
        cards = sorted(card for zone in zones for card in zone.cards)
        self.need(5, not zones or cards == sorted(self.pack), "cards are lost or doubled")
        same = self.spec.with_zones(state, zones)
        self.need(5, _encode(same) == _encode(state), "with_zones is not the inverse of zones")

    def sums(self, state: Any) -> None:
        spec = self.spec
        broken = spec.checks(state)
        self.need(9, not broken, f"does not hold: {'; '.join(broken)}")
        totals = (0,) * self.table.seats
        for number, row in enumerate(spec.sheet(state), start=1):
            self.need(9, row.deal == number, "the rows of the sheet are not numbered from 1")
            right = row.check is None or sum(row.scores) == row.check
            self.need(9, right, f"the scores {row.scores} do not add up to {row.check}")
            totals = tuple(a + b for a, b in zip(totals, row.scores, strict=True))
            self.need(9, row.totals == totals, f"the totals after deal {number}")
        self.result(spec.standing(state), totals)
        facts = spec.deal_record(state)
        if spec.to_act(state):
            self.need(9, facts is None, "there is a deal_record while a deal is played")
        elif self.deals:
            last_row = spec.sheet(state)[-1:]
            fits = facts is not None and [
                (facts.number, facts.dealer, facts.scores, facts.detail)
            ] == [(row.deal, row.dealer, row.scores, row.detail) for row in last_row]
            self.need(9, fits, "deal_record is not the last row of the sheet")

    def result(self, result: Outcome, totals: tuple[int, ...]) -> None:
        self.need(9, result.totals == totals, "the result is not the sum of the sheet")
        seats, winners = range(self.table.seats), result.winners
        known = winners and winners == tuple(sorted(set(winners) & set(seats)))
        self.need(9, known, f"the winners {winners}")
        paid = result.settlement
        self.need(9, paid is None or sum(paid) == 0, f"the settlement {paid} is not even")

    def hiding(self, state: Any, role: Role) -> None:
        secret = hidden(self.spec.zones(state), role)
        view = self.spec.view(state, role)
        encoded = _encode(view)
        self.need(3, self.spec.wire.views.decode(encoded) == view, "the view after its encoding")
        plain = msgspec.to_builtins(view)
        plain.pop("sheet", None)
        self.need(6, not secret & cards_in(plain), f"the view of {role} holds a hidden card")
        if role is not None:
            shown = secret & cards_in(self.spec.legal_actions(state, role))
            self.need(6, not shown, f"the legal actions of {role} hold a hidden card")

    # --- laws of a step -----------------------------------------------------------------------

    def step_laws(self, before: Any, step: Step[Any, Any]) -> None:
        self.state_laws(step.state)
        for event in step.events:
            if self.spec.project(event, None) is event:
                told = [self.spec.project(event, seat) for seat in range(self.table.seats)]
                self.need(6, all(each == event for each in told), "a seat is told less than all")
        order = step.order or tuple(range(self.table.seats))
        for role in self.roles:
            secret = hidden(self.spec.zones(step.state), role)
            view = self.spec.view(before, role if role is None else order[role])
            raw = msgspec.Raw(_encode(view))
            for event in self.projected(step, role):
                encoded = _encode(event)
                self.need(3, self.spec.wire.events.decode(encoded) == event, "an event's encoding")
                name = type(event).__name__
                self.need(6, not secret & cards_in(event), f"{name} shows {role} a hidden card")
                view = self.spec.wire.fold(view, event)
                raw = self.spec.wire.fold_raw(raw, msgspec.Raw(encoded))
            whole = self.spec.view(step.state, role)
            self.need(10, view == whole, f"the folded view of {role} is not the view")
            self.need(10, bytes(raw) == _encode(whole), f"the folded bytes of {role}")

    def projected(self, step: Step[Any, Any], role: Role) -> list[Any]:
        events = (self.spec.project(event, role) for event in step.events)
        return [event for event in events if event is not None]

    def exactness(self, state: Any) -> None:
        acting = self.spec.to_act(state)
        cards = self.rng.sample(sorted(_ALL_CARDS), 8)
        for seat in (-1, *range(self.table.seats), self.table.seats):
            legal = self.spec.legal_actions(state, seat) if seat in acting else ()
            for action in legal:
                self.apply(state, seat, action)
            tried = [*self.pool, *(a for s in acting for a in self.spec.legal_actions(state, s))]
            if seat in acting:
                sample = self.rng.sample(tried, min(len(tried), 12))
                tried += [m for action in sample for m in mutations(action, cards)]
            for action in tried:
                if action not in legal:
                    self.refused(state, seat, action)

    def refused(self, state: Any, seat: Seat, action: Any) -> None:
        what = f"{type(action).__name__} of seat {seat}"
        try:
            self.spec.apply(state, seat, action)
        except IllegalActionError as error:
            named = set(_CARD_IN_TEXT.findall(error.reason))
            if named:
                secret = hidden(self.spec.zones(state), seat)
                self.need(6, not named & secret, f"the refusal of a {what} names a hidden card")
            self.need(2, error.reason, f"the refusal of a {what} gives no reason")
        else:
            self.fail(2, f"an illegal {what} was accepted")

    def determinism(self, state: Any, seat: Seat, action: Any, step: Step[Any, Any]) -> None:
        stored = msgspec.msgpack.decode(_encode(state), type=self.spec.state)
        sent = self.spec.wire.actions.decode(_encode(action))
        self.need(3, sent == action, "an action's encoding")
        again = self.apply(stored, seat, sent)
        same = _encode(again.state) == _encode(step.state)
        self.need(4, same and again.events == step.events, "the same action, another result")

    def blindness(
        self, state: Any, role: Role, seat: Seat, action: Any, step: Step[Any, Any]
    ) -> None:
        spec, zones = self.spec, self.spec.zones(state)
        after = spec.zones(step.state)
        stays = hidden(zones, role) & (hidden(after, role) if after else hidden(zones, role))
        other = spec.with_zones(state, exchanged(zones, stays - cards_in(action), self.rng))
        self.alike(state, other, role)
        try:
            twin = spec.apply(other, seat, action)
        except IllegalActionError:
            return
        if not after or not spec.zones(twin.state):
            return
        ours, theirs = self.projected(step, role), self.projected(twin, role)
        self.need(7, _encode(ours) == _encode(theirs), f"events tell {role} what is hidden")
        self.alike(step.state, twin.state, role)

    def alike(self, state: Any, other: Any, role: Role) -> None:
        spec = self.spec
        same = _encode(spec.view(state, role)) == _encode(spec.view(other, role))
        self.need(7, same, f"the view of {role} depends on what is hidden from it")
        acting = spec.to_act(state)
        self.need(7, acting == spec.to_act(other), "whose turn it is depends on hidden cards")
        for seat in acting:
            word = spec.decision(state, seat) == spec.decision(other, seat)
            self.need(7, word, "the word of a decision depends on hidden cards")
        if role is not None:
            ours, theirs = spec.legal_actions(state, role), spec.legal_actions(other, role)
            same = _encode(ours) == _encode(theirs)
            self.need(7, same, f"the legal actions of {role} depend on hidden cards")


# --- helpers ----------------------------------------------------------------------------------


def canonical(spec: AnyGame, action: Any) -> tuple[Any, ...]:
    """The sort key of legal actions: kinds as in the union, then the fields in their order.

    Cards count by the order of the pack, None before everything.
    """
    kinds = get_args(spec.wire.action) or (spec.wire.action,)
    fields = [getattr(action, name) for name in type(action).__struct_fields__]
    return (kinds.index(type(action)), *map(_key, fields))


def _key(value: Any) -> tuple[Any, ...]:
    if value is None:
        return (0,)
    if isinstance(value, tuple):
        return (1, *map(_key, value))
    if isinstance(value, str) and value in _ALL_CARDS:
        return (1, by_suit(value))
    return (1, value)


def hidden(zones: tuple[Zone, ...], role: Role) -> frozenset[str]:
    """The cards that a seat, or a spectator, may not know."""
    return frozenset(
        card
        for zone in zones
        if zone.seen_by is not None and role not in zone.seen_by
        for card in zone.cards
    )


def cards_in(value: Any) -> set[str]:
    """All cards that stand as a text of their own in an encodable value, keys included."""
    return {found.decode() for found in _CARD_IN_JSON.findall(msgspec.json.encode(value))}


def exchanged(
    zones: tuple[Zone, ...], cards: frozenset[str], rng: random.Random
) -> tuple[Zone, ...]:
    """The zones with some cards exchanged at random among their own places."""
    old = sorted(cards)
    new = dict(zip(old, rng.sample(old, len(old)), strict=True))
    return tuple(
        replace(zone, cards=tuple(new.get(card, card) for card in zone.cards)) for zone in zones
    )


def mutations(action: Any, cards: list[str]) -> Iterator[Any]:
    """Actions like this one with one field changed; most are illegal."""
    for name in type(action).__struct_fields__:
        value = getattr(action, name)
        tried: tuple[object, ...] = ()
        if isinstance(value, bool):
            tried = (not value,)
        elif isinstance(value, int):
            tried = (value - 1, value + 1, -1, 1_000)
        elif isinstance(value, str) and value in _ALL_CARDS:
            tried = (*cards, "ZZ", "")
        elif isinstance(value, str):
            tried = (*"CDHSX", "")
        elif isinstance(value, tuple):
            tried = ((), value[1:])
        for each in tried:
            yield replace(action, **{name: each})
