"""Tokens: one for each device of a person, given by his passphrase and taken back by himself."""

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId
from kozyr_server.people import tokens
from kozyr_server.people.callers import Caller, RefusedError
from kozyr_server.people.limits import TEN_MINUTES_S
from kozyr_server.people.parts import Parts
from kozyr_server.people.skeletons import skeleton
from kozyr_server.store.persons import Person, StoredToken

_NOBODY = PlayerId("p" + "a" * 16)
SHOWN_CHARS = 16
"""So many of a token's hash name it to its owner."""


class Devices:
    """Each call answers its command, or raises `RefusedError` or `StoreUnavailableError`."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def sign_in(self, caller: Caller, command: messages.SignIn) -> None:
        """Give a token of the person who claimed a name."""
        person = await self._signed_in(caller, command)
        parts, token = self._parts, tokens.from_bytes(self._parts.draw(tokens.TOKEN_BYTES))
        dropped = await parts.store.persons.add_token(
            person.player, tokens.digest(token), caller.known.client, parts.unix_ms()
        )
        caller.say(messages.SignedIn(command.id, person.player, person.name or "", token))
        if dropped is not None:
            await parts.store.news.spread("revoked", person.player, dropped.digest)

    async def _signed_in(self, caller: Caller, command: messages.SignIn) -> Person:
        parts, limits = self._parts, self._parts.limits
        looks = skeleton(parts.naming.cleaned(command.name))
        await parts.tries.need_of_address(
            "sign_ins_per_address", caller.address, limits.sign_ins_from_address, TEN_MINUTES_S
        )
        await parts.tries.need("sign_ins_per_name", looks, limits.sign_ins, TEN_MINUTES_S)
        persons = parts.store.persons
        # The same work for a name that nobody has: how long it takes says nothing.
        person = await persons.read(await persons.holder(looks) or _NOBODY)
        if not await parts.hasher.is_right(person.passphrase, command.passphrase):
            raise RefusedError(ErrorCode.WRONG_PASSPHRASE, "no such name, or another passphrase")
        await parts.tries.forget("sign_ins_per_name", looks)
        ban = parts.book.ban_of(person.player, caller.address, parts.unix_ms())
        if ban is not None:
            facts = {"reason": ban.reason, "until_ms": ban.until_ms}
            raise RefusedError(ErrorCode.BANNED, "this person may not come in", facts)
        return person

    async def list_tokens(self, caller: Caller, command: messages.ListTokens) -> None:
        """Show somebody his tokens."""
        own = caller.known.digest
        found = await self._own(caller)
        caller.say(
            messages.Tokens(
                command.id,
                tuple(
                    messages.TokenInfo(
                        each.digest[:SHOWN_CHARS],
                        each.created_ms,
                        each.seen_ms,
                        each.client,
                        each.digest == own,
                    )
                    for each in found
                ),
            )
        )

    async def revoke(self, caller: Caller, command: messages.RevokeToken) -> None:
        """Make one token, or all others, worthless."""
        player, own = caller.person.player, caller.known.digest
        found = await self._own(caller)
        parts, asked = self._parts, command.token
        if asked is None:
            gone = [each.digest for each in found if each.digest != own]
            if not caller.known.is_original:
                # Whether it was ever noted down or not.
                await parts.store.persons.orphan(player)
                await parts.store.news.spread("orphaned", player)
        else:
            gone = [each.digest for each in found if each.digest[:SHOWN_CHARS] == asked]
        for digest in gone:
            await parts.store.persons.revoke(player, digest)
        # Before the news: they may end this very connection.
        caller.say(messages.Ok(command.id))
        for digest in gone:
            await parts.store.news.spread("revoked", player, digest)

    async def _own(self, caller: Caller) -> list[StoredToken]:
        """All tokens of somebody, this one among them."""
        parts, known = self._parts, caller.known
        persons, player = parts.store.persons, caller.person.player
        person = await persons.read(player)
        await persons.touch(person, known.digest, known.client, parts.unix_ms())
        return await persons.tokens(player)
