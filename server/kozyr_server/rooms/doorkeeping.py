"""Whether a connection may come into a room, before it takes part: codes and passwords."""

from kozyr_protocol import messages
from kozyr_server.rooms import access
from kozyr_server.rooms.deciding import Decider
from kozyr_server.rooms.followed import Followed
from kozyr_server.rooms.passwords import Passwords
from kozyr_server.rooms.peers import Peer


async def need_may_come_in(
    passwords: Passwords,
    decider: Decider,
    followed: Followed,
    peer: Peer,
    command: messages.Follow,
) -> None:
    """Let those in who are known here, or have what it takes. Safe to cancel.

    Not under the room's lock: nobody's game waits for a password. Who sat down a moment ago by
    another process is known to the store, not yet here: so the store is asked about a shut door.

    Raises:
        RefusedError: `needs_code`, `needs_password`, `too_fast`, `busy`.
    """
    person = peer.person
    table = await decider.need_table(followed)
    door = table.room.door
    if peer in followed.members or person.is_house or not (door.code or door.password):
        return
    table = await decider.stored_table(followed)
    if access.is_known(table, person.player):
        return
    access.need_code(table.room, command.code)
    kept = table.room.door.password
    if kept:
        await passwords.check(table.room.id, person.player, kept, command.password)
