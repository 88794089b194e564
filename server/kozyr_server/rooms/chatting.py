"""Chat of rooms: who may write in it, and lines that their host takes away."""

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.phrases import PHRASES
from kozyr_server.rooms import committing
from kozyr_server.rooms.deciding import Decider, no_such_room
from kozyr_server.rooms.followed import Followed
from kozyr_server.rooms.peers import Person, RefusedError
from kozyr_server.rooms.room import Room
from kozyr_server.store.model import HiddenLine, Store, TooManyHiddenError, TooSoon


class Chatting:
    """Takes what is said in the rooms that this process follows.

    Args:
        store: the truth.
        decider: knows the rooms.
    """

    def __init__(self, store: Store, decider: Decider) -> None:
        self._store = store
        self._decider = decider

    async def say(
        self, followed: Followed, person: Person, seat: int | None, command: messages.Chat
    ) -> None:
        """Say something in a followed room.

        Args:
            followed: the room.
            person: who says it.
            seat: his own; None: he watches.
            command: what he says.

        Raises:
            RefusedError: `unknown_phrase`, `muted`, `too_fast`, `no_such_room`,
                `store_unavailable`, or `outcome_unknown`, when it may have been said.
        """
        if command.phrase is not None and command.phrase not in PHRASES:
            raise RefusedError(
                ErrorCode.UNKNOWN_PHRASE, "no such quick phrase", {"phrases": list(PHRASES)}
            )
        line = messages.ChatLine(
            0, person.player, person.name, seat, command.text, 0, command.phrase
        )
        with committing.reading(command.room):
            table = await self._decider.need_table(followed)
            if await self._refusal(table.room, line) is None:
                return
            # Only the store may refuse: the host may have allowed it by another process just now.
            table = await self._decider.stored_table(followed)
            refusal = await self._refusal(table.room, line)
        if refusal is not None:
            raise refusal

    async def _refusal(self, room: Room, line: messages.ChatLine) -> RefusedError | None:
        """Say it by the rules of the room, or why it was not said."""
        if line.player in room.door.silenced:
            return RefusedError(
                ErrorCode.MUTED,
                "the host of this room does not let you write here",
                {"reason": "host", "until_ms": None},
                room.id,
            )
        slow_s = 0 if line.player == room.host else room.door.slow_s
        said = await self._store.say(room.id, line, slow_s * 1000)
        if isinstance(said, TooSoon):
            return RefusedError(
                ErrorCode.TOO_FAST,
                f"the host lets everybody write here once in {slow_s} s: wait a little",
                {"retry_ms": said.wait_ms, "slow_s": slow_s},
                room.id,
                limit="room_slow_s",
            )
        if not said.n:
            raise no_such_room(room.id)
        return None

    async def hide(
        self, followed: Followed, player: PlayerId, command: messages.HideLine
    ) -> HiddenLine:
        """Take a line of a followed room's chat away, as its host; done again it is done.

        Raises:
            RefusedError: `not_host`, `no_such_line`, `no_such_room`, `too_many`,
                `store_unavailable`, or `outcome_unknown`, when it may be done.
        """
        with committing.reading(command.room):
            table = await self._decider.need_table(followed)
            if table.room.host != player:
                # Somebody may have become the host by another process, a moment ago.
                table = await self._decider.stored_table(followed)
            if table.room.host != player:
                raise RefusedError(
                    ErrorCode.NOT_HOST, "only the host of the room may do this", room=command.room
                )
            try:
                hidden = await self._store.hide(command.room, command.n)
            except TooManyHiddenError as error:
                raise RefusedError(
                    ErrorCode.TOO_MANY,
                    f"{error.most} lines were taken away today, and that is all that is kept for "
                    "reports; silence or send out who writes them",
                    {"max": error.most},
                    command.room,
                    limit="lines_hidden",
                ) from None
        if hidden is None:
            raise RefusedError(
                ErrorCode.NO_SUCH_LINE,
                "this line is not kept, or was hidden already",
                room=command.room,
            )
        return hidden
