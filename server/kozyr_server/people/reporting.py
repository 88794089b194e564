"""Telling the host about somebody."""

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.limits import MAX_CHAT_CHARS
from kozyr_server.people import texts, tokens
from kozyr_server.people.callers import Caller, RefusedError
from kozyr_server.people.limits import HOUR_S
from kozyr_server.people.parts import Parts
from kozyr_server.store.keys import is_room_id
from kozyr_server.store.reports import StoredReport

LINES = 20
"""Of the chat around it are kept with a report; in a room also those that its host took away."""

_DAY_MS = 24 * 3_600_000


class Reporting:
    """Takes reports."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def report(self, caller: Caller, command: messages.Report) -> None:
        """Keep a report; the same one of the same day only once.

        Raises:
            RefusedError: `too_fast`, `bad_text`, `no_such_room`, `no_such_player`.
            StoreUnavailableError: the store is away.
        """
        parts, person = self._parts, caller.person
        text = _cleaned(command.text)
        if command.room is not None and not is_room_id(command.room):
            raise RefusedError(ErrorCode.NO_SUCH_ROOM, "no room has this id", room=command.room)
        tries, limits = parts.tries, parts.limits
        await tries.need("reports_per_hour", person.player, limits.reports, HOUR_S)
        most = limits.reports_from_address
        await tries.need_of_address("reports_per_address", caller.address, most, HOUR_S)
        if command.room is None:
            lines = tuple(await parts.lobby.lines())[-LINES:]
        else:
            said = await parts.store.chat.reported(command.room, command.player, LINES)
            lines = tuple(said)
        report = StoredReport(
            by=person.player,
            by_name=person.name,
            player=command.player,
            name=await self._name(command.player, lines),
            reason=command.reason,
            text=text,
            room=command.room,
            lines=lines,
        )
        await parts.store.reports.add(report, parts.unix_ms() // _DAY_MS)
        caller.say(messages.Ok(command.id))

    async def _name(self, player: PlayerId, lines: tuple[messages.ChatLine, ...]) -> str:
        """The name of somebody who wrote, is connected here, or was seen before."""
        for line in reversed(lines):
            if line.player == player:
                return line.name
        for caller in self._parts.register.of(player):
            return caller.person.name
        if not tokens.is_player_id(player):
            raise RefusedError(ErrorCode.NO_SUCH_PLAYER, "nobody here has this id")
        # A guest who has done nothing yet is known to his own process alone.
        return (await self._parts.store.persons.read(player)).name or ""


def _cleaned(text: str) -> str:
    if not text.strip():
        return ""
    try:
        return texts.cleaned(text, MAX_CHAT_CHARS, what="a report")
    except texts.BadTextError as error:
        facts = {"max_chars": error.max_chars}
        raise RefusedError(ErrorCode.BAD_TEXT, error.reason, facts) from None
