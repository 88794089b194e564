"""Names: gone by, kept for oneself, given up; and the passphrase of a kept one."""

from msgspec.structs import replace

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_server.people import passphrases
from kozyr_server.people.callers import Caller, RefusedError
from kozyr_server.people.limits import HOUR_S, MINUTE_S, TEN_MINUTES_S
from kozyr_server.people.parts import Parts
from kozyr_server.people.skeletons import skeleton
from kozyr_server.store import people_keys


class Claims:
    """Each call answers its command, or raises `RefusedError` or `StoreUnavailableError`."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def rename(self, caller: Caller, command: messages.Rename) -> None:
        """Go by another name."""
        parts, player = self._parts, caller.person.player
        name = parts.naming.cleaned(command.name)
        await parts.tries.need("renames_per_min", player, parts.limits.renames, MINUTE_S)
        key = people_keys.name_key(skeleton(name))
        if caller.known.claimed == key:
            await parts.store.persons.rename(player, name)
        else:
            await parts.naming.need_free(name, player, caller.known.language)
            # First the guest's name, so that he has one whatever comes between.
            await parts.guests.save_guest(player, name)
            if caller.known.claimed:
                await parts.store.persons.give_up(player, caller.known.claimed)
            key = ""
        await self._changed(caller, name, key, command.id)

    async def claim(self, caller: Caller, command: messages.ClaimName) -> None:
        """Keep a name for oneself."""
        parts, player = self._parts, caller.person.player
        name = parts.naming.cleaned(command.name)
        passphrase = passphrases.cleaned(command.passphrase)
        limits = parts.limits
        await parts.tries.need("claims_per_hour", player, limits.claims, HOUR_S)
        await parts.tries.need_of_address(
            "claims_per_address", caller.address, limits.claims_from_address, HOUR_S
        )
        await parts.naming.need_free(name, player, caller.known.language)
        if not parts.naming.may_be_claimed(name):
            proposal = await parts.naming.instead(player, caller.known.language)
            raise RefusedError(
                ErrorCode.NAME_TAKEN, "names of guests cannot be kept", {"proposal": proposal}
            )
        hashed = await parts.hasher.hash(passphrase)
        if not await parts.store.persons.claim(player, skeleton(name), name, hashed):
            # Somebody was faster, just now: this says so, with a proposal.
            await parts.naming.need_free(name, player, caller.known.language)
            raise RefusedError(ErrorCode.BUSY, "try it again; nothing was done")
        key = people_keys.name_key(skeleton(name))
        caller.known = replace(caller.known, claimed=key)
        await self._touch(caller)
        await self._changed(caller, name, key, command.id)

    async def change_passphrase(self, caller: Caller, command: messages.ChangePassphrase) -> None:
        """Take another passphrase."""
        parts, player = self._parts, caller.person.player
        new = passphrases.cleaned(command.new)
        await parts.tries.need("sign_ins_per_name", player, parts.limits.sign_ins, TEN_MINUTES_S)
        person = await parts.store.persons.read(player)
        if not await parts.hasher.is_right(person.passphrase, command.old):
            raise RefusedError(ErrorCode.WRONG_PASSPHRASE, "no such name, or another passphrase")
        await parts.store.persons.set_passphrase(player, await parts.hasher.hash(new))
        caller.say(messages.Ok(command.id))

    async def _touch(self, caller: Caller) -> None:
        parts, known = self._parts, caller.known
        person = await parts.store.persons.read(caller.person.player)
        await parts.store.persons.touch(person, known.digest, known.client, parts.unix_ms())

    async def _changed(self, caller: Caller, name: str, key: str, command_id: int) -> None:
        caller.call(name)
        caller.is_saved = True
        caller.known = replace(caller.known, claimed=key)
        caller.say(self._parts.you(caller, command_id))
        # His other connections learn of it; this one knows.
        await self._parts.store.news.spread("person", caller.person.player)
