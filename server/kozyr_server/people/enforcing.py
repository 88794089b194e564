"""What becomes of those who are connected when something changed for them, on whatever process."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import structlog
from msgspec.structs import replace

from kozyr_protocol import messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.errors import TEMPORARY, ErrorCode
from kozyr_protocol.ids import PlayerId
from kozyr_server.people.callers import Caller
from kozyr_server.people.parts import Parts
from kozyr_server.people.sanctions import shown
from kozyr_server.store.sanctions import StoredSanction

AT_ONCE: Final = 500
"""Connections whose tokens are asked for in one call."""

Drain = Callable[[str, bool], None]
"""(process, or empty for all; whether it drains or serves again)."""

_log = structlog.get_logger("kozyr.people")


class Enforcer:
    """Hears the news of people.

    Attributes:
        drain: Called when an admin sends clients elsewhere.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.drain: Drain = lambda process, drains: None

    async def hear(self, words: tuple[str, ...]) -> None:
        """One piece of news; see `server/STORE.md`."""
        match words:
            case ("sanction", key):
                await self._sanction(key)
            case ("revoked", _, digest):
                for caller in self._parts.register.with_token(digest):
                    _revoke(caller)
            case ("orphaned", player):
                for caller in self._parts.register.of(PlayerId(player)):
                    if caller.known.is_original:
                        _revoke(caller)
            case ("person", player):
                await self._person(PlayerId(player))
            case ("rules",):
                await self._parts.rules.refresh()
            case ("announce", text):
                self._say_all(messages.Notice("announcement", text))
            case ("warn", player, text):
                for caller in self._parts.register.of(PlayerId(player)):
                    caller.say(messages.Notice("warning", text))
            case ("drain", process, word):
                self.drain(process, word == "on")
            case _:
                # Of a newer server.
                _log.debug("news of an unknown kind")

    async def catch_up(self) -> None:
        """Some news may have been lost: read all anew, and act on it."""
        parts = self._parts
        parts.book.load(await parts.store.sanctions.all())
        await parts.rules.refresh()
        now_ms = parts.unix_ms()
        callers = list(parts.register)
        for caller in callers:
            ban = parts.book.ban_of(caller.person.player, caller.address, now_ms)
            if ban is not None:
                turn_out(caller, ban)
        for start in range(0, len(callers), AT_ONCE):
            await self._check_tokens(callers[start : start + AT_ONCE])
            await asyncio.sleep(0)

    async def _check_tokens(self, callers: Sequence[Caller]) -> None:
        revoked = await self._parts.store.persons.are_revoked(
            [(each.known.digest, each.person.player, each.known.is_original) for each in callers]
        )
        for caller, is_revoked in zip(callers, revoked, strict=True):
            if is_revoked:
                _revoke(caller)

    async def _sanction(self, key: str) -> None:
        parts, now_ms = self._parts, self._parts.unix_ms()
        before = parts.book.get(key, now_ms)
        parts.book.put(key, await parts.store.sanctions.one(key))
        now = parts.book.get(key, now_ms)
        kind, _, whom = key.partition(":")
        if kind == "range":
            for caller in parts.register:
                ban = parts.book.ban_of_address(caller.address, now_ms)
                if ban is not None:
                    turn_out(caller, ban)
            return
        for caller in parts.register.of(PlayerId(whom)):
            if now is not None:
                caller.say(messages.Sanctioned(shown(kind, now)))
                if kind == "ban":
                    turn_out(caller, now)
            elif before is not None:
                caller.say(messages.Sanctioned(shown(kind, before), lifted=True))

    async def _person(self, player: PlayerId) -> None:
        callers = self._parts.register.of(player)
        if not callers:
            return
        person = await self._parts.store.persons.read(player)
        name, ignored = person.name, frozenset(person.ignored)
        for caller in callers:
            known = caller.known
            known = replace(known, claimed=person.claimed, ignored=ignored)
            if known == caller.known and name in {None, caller.person.name}:
                continue
            if name is not None:
                caller.call(name)
            caller.known = known
            caller.say(self._parts.you(caller, None))

    def _say_all(self, message: messages.ServerMessage) -> None:
        for caller in self._parts.register:
            caller.say(message)


def banned(ban: StoredSanction) -> messages.Error:
    """Why somebody may not come in."""
    facts = {"reason": ban.reason, "until_ms": ban.until_ms}
    code = ErrorCode.BANNED
    return messages.Error(None, code, code in TEMPORARY, "you may not come in", facts=facts)


def turn_out(caller: Caller, ban: StoredSanction) -> None:
    """End the connection of somebody who may not be here any more."""
    caller.say(banned(ban))
    caller.close(CloseCode.BANNED)


def _revoke(caller: Caller) -> None:
    code = ErrorCode.TOKEN_REVOKED
    text = "the token was made worthless by its owner"
    caller.say(messages.Error(None, code, code in TEMPORARY, text))
    caller.close(CloseCode.TOKEN_REVOKED)
