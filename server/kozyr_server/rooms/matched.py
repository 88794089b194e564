"""Rooms that are opened for people who were matched: they have their seats before they come."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from kozyr_protocol import messages
from kozyr_protocol.ids import ActionKey, GameKey, RoomId
from kozyr_server.rooms import committing, core, due, projection
from kozyr_server.rooms.deciding import ATTEMPTS, fresh_chance, unix_ms
from kozyr_server.rooms.decision import Chance, Decision, Games, Now
from kozyr_server.rooms.due import PATIENCE, Patience
from kozyr_server.rooms.peers import Person
from kozyr_server.store.model import Status, Store, StoreUnavailableError

COME_WITHIN_MS: Final = 30_000
"""Who has not followed the room after so long loses his seat."""

_KEY: Final = ActionKey("0" * 16)
"""Not used: the room's id is given."""


def wanted(games: Games, game: GameKey, preset: str | None, seats: int | None) -> int:
    """The number of seats of a table that somebody would like.

    Raises:
        RefusedError: `unknown_game`, `unknown_preset` or `bad_seats`.
    """
    _, number = core.wanted(games, messages.Create(0, _KEY, game, preset, seats=seats))
    return number


def open_matched(
    games: Games,
    room: RoomId,
    table: messages.Wish,
    persons: Sequence[Person],
    now: Now,
    chance: Chance,
    come_within_ms: int = COME_WITHIN_MS,
) -> Decision:
    """A new room with these persons in its first seats and house bots in the others.

    Args:
        games: the registry.
        room: its id.
        table: what is played, with a number of seats.
        persons: at least one, the first is the host; nobody of them is there yet.
        now: the time of the decision.
        chance: random bytes.
        come_within_ms: who has not followed the room by then loses his seat.

    Raises:
        RefusedError: there is no such table.
    """
    seats = wanted(games, table.game, table.preset, table.seats)
    bots = seats - len(persons)
    command = messages.Create(0, _KEY, table.game, table.preset, seats=seats, bots=bots)
    unsaid = core.Unsaid(persons[0].name)
    decision = core.open_room(games, room, persons[0].player, command, now, chance, unsaid)
    # As if they had been away for as long as brings the end of their seats to the right moment.
    away_ms = now.play_ms + come_within_ms - now.patience.seat_kept_ms
    empty = decision.after.room
    taken = [
        replace(seat, player=person.player, name=person.name, away_since_ms=max(1, away_ms))
        for seat, person in zip(empty.seats, persons, strict=False)
    ]
    filled = replace(empty, seats=(*taken, *empty.seats[len(taken) :]))
    return replace(
        decision,
        after=replace(decision.after, room=filled),
        label="match",
        due_ms=due.next_ms(filled, now.patience),
    )


class MatchedRooms:
    """Opens rooms for people who were matched.

    Args:
        games: the registry.
        store: the truth.
        patience: how long rooms wait for people.
        come_within_ms: as in `open_matched`.
    """

    def __init__(
        self,
        games: Games,
        store: Store,
        patience: Patience = PATIENCE,
        come_within_ms: int = COME_WITHIN_MS,
    ) -> None:
        """Open nothing yet."""
        self._games = games
        self._store = store
        self._patience = patience
        self._come_within_ms = come_within_ms

    async def exists(self, room: RoomId) -> bool:
        """Whether the room was opened. Raises `StoreUnavailableError`."""
        ((version, _),) = await self._store.confirm([room])
        return version > 0

    async def open(self, room: RoomId, table: messages.Wish, persons: Sequence[Person]) -> None:
        """Open the room; done again it changes nothing, whoever does it.

        Raises:
            RefusedError: there is no such table (any more), or the store takes no new ones.
            StoreUnavailableError: it is not known whether it was opened.
        """
        for _ in range(ATTEMPTS):
            now = Now(self._store.play_ms(room), unix_ms(), self._patience)
            decision = open_matched(
                self._games, room, table, persons, now, fresh_chance(), self._come_within_ms
            )
            entry = projection.entry(self._games[table.game], decision)
            result = await self._store.commit(committing.commit(decision, entry))
            if result.status is Status.CONFLICT:
                if result.version:
                    return
                continue
            if result.status in {Status.UNAVAILABLE, Status.UNKNOWN}:
                raise StoreUnavailableError(result.detail)
            committing.need_ok(result, room)
            return
        raise StoreUnavailableError("the room could not be opened")
