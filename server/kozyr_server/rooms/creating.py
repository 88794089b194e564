"""How rooms are opened: the same player and key give the same room, whatever gets lost."""

import structlog

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import RoomId
from kozyr_server.rooms import committing, core, projection
from kozyr_server.rooms.core import Unsaid
from kozyr_server.rooms.deciding import ATTEMPTS, fresh_chance, unix_ms
from kozyr_server.rooms.decision import Games, Now
from kozyr_server.rooms.due import Patience
from kozyr_server.rooms.house import House
from kozyr_server.rooms.passwords import Passwords
from kozyr_server.rooms.peers import Person, RefusedError
from kozyr_server.rooms.room import decode
from kozyr_server.store.keys import room_id
from kozyr_server.store.model import Status, Store

log = structlog.get_logger()


class Creator:
    """Opens rooms.

    Args:
        games: the registry.
        store: the truth.
        patience: with people who are away.
        house: knows whether there are bots to keep seats for.
        passwords: hashes them.
    """

    def __init__(
        self, games: Games, store: Store, patience: Patience, house: House, passwords: Passwords
    ) -> None:
        """Open nothing yet."""
        self._games = games
        self._store = store
        self._patience = patience
        self._house = house
        self._passwords = passwords

    async def create(self, person: Person, command: messages.Create) -> messages.Created:
        """Open a room, or find the one that was opened before.

        Raises:
            RefusedError: with the code of the wire.
        """
        room = room_id(person.player, command.key)
        with committing.reading(None):
            if await self._store.record(f"{room}-1", private=True) is not None:
                return await self._opened_before(command, room)
            if command.bots:
                await self.need_bots()
        kept = b"" if command.password is None else await self._passwords.hashed(command.password)
        was_lost = False
        for _ in range(ATTEMPTS):
            with committing.reading(None):
                decision = core.open_room(
                    self._games,
                    room,
                    person.player,
                    command,
                    Now(self._store.play_ms(room), unix_ms(), self._patience),
                    fresh_chance(),
                    Unsaid(person.name, kept),
                )
                entry = projection.entry(self._games[command.game], decision)
                result = await self._store.commit(committing.commit(decision, entry))
            if result.status is not Status.CONFLICT:
                committing.need_ok(result, room)
                log.info("room created", room=room, game=command.game)
                return _created(command, room, decision.after.room.door.code)
            if result.version:
                with committing.reading(None):
                    return await self._opened_before(command, room)
            # No such room: the commit was lost on its way, and is to be decided again.
            was_lost = result.was_lost
        if was_lost:
            raise committing.unknown(room)
        raise RefusedError(ErrorCode.BUSY, "the room could not be opened; nothing was done")

    async def need_bots(self) -> None:
        """Keep no seat for a bot where there is none.

        Raises:
            RefusedError: `no_bots`.
            StoreUnavailableError: it could not be asked.
        """
        if not await self._house.is_anywhere():
            raise RefusedError(ErrorCode.NO_BOTS, "no house bots play on this server")

    async def _opened_before(self, command: messages.Create, room: RoomId) -> messages.Created:
        """A room of this key is there, or has played: it is never opened anew over its records."""
        stored = await self._store.read(room)
        if stored is None:
            raise RefusedError(
                ErrorCode.KEY_REUSED, "this key opened a room that is closed by now; draw another"
            )
        return _created(command, room, decode(stored, self._games).room.door.code)


def _created(command: messages.Create, room: RoomId, code: str) -> messages.Created:
    return messages.Created(command.id, room, code or None)
