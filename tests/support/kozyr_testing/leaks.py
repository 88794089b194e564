"""What each role may not be told at each version of a game, and a search for it in what was told.

The truth is the game's record, replayed: where each card lay, and which links were still secret.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from kozyr_games.replay import Position, game_of, positions
from kozyr_protocol import messages
from kozyr_protocol.codec import decode_event, pack, unpack
from kozyr_protocol.ids import RoomId
from kozyr_protocol.record import Record
from kozyr_protocol.rooms import Shuffled, TimedOut
from kozyr_testing.taps import Tap

Role = int | None
"""A seat of the record, or a spectator."""

Twin = Callable[[Any, Role], Any]
"""A state in which something that is no card, and that a role may not know now, is otherwise."""

CARD = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][CDHS]|X[12])(?![A-Za-z0-9])")


class Truth:
    """A game, moment by moment, by the versions of its room.

    Attributes:
        record: the game.
        steps: how many moments of `positions` had passed at each version.
    """

    def __init__(self, record: Record, watched: Tap, acted: Sequence[int]) -> None:
        """Line the record up with the versions.

        Args:
            record: the game; each of its shuffles was announced by `shuffled`.
            watched: of a spectator who followed by events from before its start.
            acted: versions in which a player's action was acknowledged.
        """
        self.record = record
        self._spec = game_of(record)
        self._positions: list[Position] = list(positions(record))
        self.steps: dict[int, int] = {}
        done, by_player = 0, set(acted)
        for message in watched.messages():
            if isinstance(message, messages.Update) and message.room == record.room:
                events = [decode_event(event) for event in message.events]
                done += sum(isinstance(event, Shuffled | TimedOut) for event in events)
                done += message.version in by_player
                self.steps[message.version] = done
        assert done == len(self._positions) - 1, "the record does not fit what was told"

    def position(self, version: int) -> Position:
        """The moment that a version shows."""
        return self._positions[self.steps.get(version, 0)]

    def hidden(self, version: int, role: Role) -> frozenset[str]:
        """The cards that a role may not know at a version."""
        return frozenset(
            str(card)
            for zone in self._spec.zones(self.position(version).state)
            if zone.seen_by is not None and role not in zone.seen_by
            for card in zone.cards
        )

    def unplayed(self, version: int, role: Role) -> frozenset[str]:
        """By the record alone: cards dealt to others that no action has named yet."""
        position = self.position(version)
        if position.deal == 0 or self._spec.deal_record(position.state) is not None:
            return frozenset()
        deal = self.record.deals[position.deal - 1]
        named: set[str] = set()
        for moment in self._positions[: self.steps.get(version, 0) + 1]:
            if moment.deal == position.deal and moment.entry is not None:
                named |= cards_in(msgspec.json.decode(moment.entry.action))
        dealt = {str(c) for s, hand in enumerate(deal.hands) if s != role for c in hand}
        shown = {str(card) for card in (deal.turned, deal.upcard, deal.last_card) if card}
        # A knocker's deadwood lies open, and no action names it.
        for zone in self._spec.zones(position.state):
            if zone.seen_by is None or role in zone.seen_by:
                shown |= {str(card) for card in zone.cards}
        return frozenset(dealt - named - shown)

    def states(self) -> Iterator[Any]:
        """The state of each version that was told of."""
        return (self.position(version).state for version in self.steps)

    def unseen(self) -> frozenset[str]:
        """Names of the places in which cards lay that not everybody may know, at some version."""
        zones = (zone for state in self.states() for zone in self._spec.zones(state))
        return frozenset(zone.name for zone in zones if zone.cards and zone.seen_by is not None)

    def table_of(self, version: int, role: Role, twin: Twin) -> Any:
        """What a role would be shown if what it may not know were otherwise."""
        state = twin(self.position(version).state, role)
        return unpack(pack(self._spec.view(state, role)))

    def told_of(self, version: int, role: Role, twin: Twin) -> Any:
        """The events of the one action of a version, if what is still hidden were otherwise.

        Returns:
            None where a version is no action of one seat.
        """
        after = self.position(version)
        now = self.steps.get(version, 0)
        if after.seat is None or self.steps.get(version - 1) != now - 1:
            return None
        state = self._positions[now - 1].state
        if twin(after.state, role) is not after.state:
            state = twin(state, role)
        events = self._spec.apply(state, after.seat, after.action).events
        seen = (self._spec.project(event, role) for event in events)
        return [unpack(pack(event)) for event in seen if event is not None]

    def sheet(self, version: int) -> Any:
        """The score sheet, which holds cards of deals that are over."""
        return unpack(pack(self._spec.sheet(self.position(version).state)))

    def secrets(self, version: int) -> frozenset[str]:
        """Links of shuffles whose deal is not over."""
        position = self.position(version)
        over = position.deal
        if position.deal and self._spec.deal_record(position.state) is None:
            over -= 1
        kept: set[str] = set()
        for deal in self.record.deals[over:]:
            kept.add(deal.fairness.server_link)
            kept.update(link for link in deal.fairness.seat_links if link is not None)
        return frozenset(kept)


def cards_in(value: Any) -> set[str]:
    """All that reads like a card, anywhere in a plain value."""
    found: set[str] = set()
    for text in _texts(value):
        found.update(CARD.findall(text))
    return found


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case Mapping():
            for name, inner in value.items():
                yield from _texts(name)
                yield from _texts(inner)
        case list() | tuple():
            for inner in value:
                yield from _texts(inner)


def same(state: Any, role: Role) -> Any:
    """The twin where cards alone are hidden: the state itself."""
    return state


def leaks(truth: Truth, tap: Tap, seat: Role, twin: Twin = same) -> list[str]:
    """Everything in what one connection heard that it may not have been told.

    Args:
        truth: the game.
        tap: what was heard.
        seat: the seat in the record of whoever listened, None for a spectator; while the server
            calls him a spectator, he is one.
        twin: what he was shown must fit it as well.
    """
    found: list[str] = []
    for place, (frame, role, version) in enumerate(_told(truth.record.room, tap, seat)):
        plain = unpack(frame)
        hidden = truth.hidden(version, role) | truth.unplayed(version, role)
        table = (plain.get("view") or {}).get("table")
        if isinstance(table, dict) and "sheet" in table:
            if table != truth.table_of(version, role, twin):
                found.append(f"frame {place}: the table tells more of version {version} to {role}")
            if table["sheet"] != truth.sheet(version):
                found.append(f"frame {place}: the sheet is not that of version {version}")
            del table["sheet"]
        happened = truth.told_of(version, role, twin) if "prompts" in plain else None
        events = [each["event"] for each in plain.get("events", ()) if each["type"] == "game"]
        if happened is not None and events not in ([], happened):
            found.append(f"frame {place}: the events tell more of version {version} to {role}")
        told = cards_in({name: plain[name] for name in plain if name not in {"tag", "token"}})
        if hidden & told:
            kind = plain["type"]
            found.append(f"frame {place}, {kind} of {version}: {sorted(hidden & told)} to {role}")
        text = frame.decode(errors="replace")
        found += [
            f"frame {place}: a link before its time" for s in truth.secrets(version) if s in text
        ]
    return found


def _told(room: RoomId | str, tap: Tap, seat: Role) -> Iterator[tuple[bytes, Role, int]]:
    """Each frame with who was told, and the version that he knew with it."""
    said = tap.messages()
    role: Role = None
    version = 0
    for place, (frame, message) in enumerate(zip(tap.frames, said, strict=True)):
        match message:
            case messages.Followed(room=of) if of == room:
                role = None if message.seat is None else seat
            case messages.Snapshot(room=of) if of == room:
                role = None if message.view.you is None else seat
                version = message.version
            case messages.Update(room=of) if of == room:
                version = message.version
                role = _role_at(said, place, role, seat)
        yield frame, role, version


def _role_at(said: Sequence[Any], place: int, role: Role, seat: Role) -> Role:
    """The role of an update: that of a snapshot of the same version right after it, if any."""
    update = said[place]
    if update.view is not None:
        return None if update.view.you is None else seat
    after = said[place + 1] if place + 1 < len(said) else None
    is_moved = (
        isinstance(after, messages.Snapshot)
        and after.reason == "role_changed"
        and (after.room, after.version) == (update.room, update.version)
    )
    if is_moved and after is not None:
        return None if after.view.you is None else role
    return role
