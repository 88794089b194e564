"""What the hosts of rooms do to others there, noted for the admins of the server."""

import structlog

from kozyr_protocol import messages
from kozyr_protocol.ids import RoomId
from kozyr_server.rooms.background import Background
from kozyr_server.rooms.decision import Decision
from kozyr_server.rooms.peers import Person
from kozyr_server.store.model import HostAct, Store, StoreUnavailableError

log = structlog.get_logger()

MAX_WAITING = 100
"""Acts that a process writes down at once; what comes on top is in its log only."""


def done(command: messages.RoomCommand, decision: Decision) -> tuple[str, str] | None:
    """What a host did to others by a command that was committed; pure.

    Returns:
        What, and to whom or what; None: nothing that anybody need know.
    """
    match command:
        case messages.Kick():
            assert decision.before is not None
            # Bots are put where they are wanted, and taken away again.
            seat = decision.before.room.seats[command.seat]
            return None if seat.bot is not None else ("kick", f"seat {command.seat} {seat.player}")
        case messages.Silence():
            return "silence" if command.silence else "unsilence", command.player
        case messages.SlowMode():
            return "slow", f"{command.seconds} s"
        case _:
            return None


class HostActs:
    """Notes what hosts do, as well as can be: nobody waits for it, and an act may be lost.

    Args:
        store: of the notes.
        background: writes them.
    """

    def __init__(self, store: Store, background: Background) -> None:
        self._store = store
        self._background = background
        self._waiting = 0

    def note(self, at_ms: int, host: Person, room: RoomId, what: str, target: str) -> None:
        """Note an act.

        Args:
            at_ms: Unix time.
            host: who did it.
            room: where.
            what: see `HostAct.what`.
            target: of whom or what in the room.
        """
        log.info("host", room=room, host=host.player, what=what, target=target)
        if self._waiting >= MAX_WAITING:
            return
        act = HostAct(at_ms, host.player, host.name, what, f"{room} {target}")
        self._waiting += 1
        if not self._background.run(self._write(act)):
            self._waiting -= 1

    async def _write(self, act: HostAct) -> None:
        try:
            await self._store.note_host(act)
        except StoreUnavailableError:
            log.warning("an act of a host is in the log alone", what=act.what, target=act.target)
        finally:
            self._waiting -= 1
