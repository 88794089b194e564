"""People as the transport knows them: who comes in, what he asks for himself, who goes."""

from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from kozyr_protocol import messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_server.people import tokens
from kozyr_server.people.callers import (
    Caller,
    Coming,
    Known,
    Person,
    RefusedError,
    TurnedAwayError,
)
from kozyr_server.people.claims import Claims
from kozyr_server.people.devices import Devices
from kozyr_server.people.enforcing import Drain, Enforcer, banned
from kozyr_server.people.naming import Naming
from kozyr_server.people.parts import Parts
from kozyr_server.people.reporting import Reporting
from kozyr_server.store import persons as stored
from kozyr_server.store.model import StoreUnavailableError
from kozyr_server.store.rules import LobbyRules
from kozyr_server.store.sanctions import StoredSanction

OwnCommand = (
    messages.Me
    | messages.Rename
    | messages.ClaimName
    | messages.SignIn
    | messages.ChangePassphrase
    | messages.ListTokens
    | messages.RevokeToken
    | messages.Ignore
    | messages.Report
)
"""Commands that this service does."""


class Greeting(Struct, frozen=True):
    """What a good `hello` is answered with."""

    person: Person
    is_claimed: bool
    is_new: bool
    """Whether neither the store knows him nor another connection to this process is his."""
    sanctions: tuple[messages.Sanction, ...]


class PeopleService:
    """All people, as far as this process serves them.

    Attributes:
        parts: What it is done with.
    """

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self._enforcer = Enforcer(parts)
        self._claims = Claims(parts)
        self._devices = Devices(parts)
        self._reporting = Reporting(parts)

    async def start(self) -> None:
        """Hear the news, and know what is in force.

        Raises:
            StoreUnavailableError: the store is away.
        """
        self.parts.store.news.listen(self._enforcer.hear, self._enforcer.catch_up)
        await self._enforcer.catch_up()

    async def stop(self) -> None:
        """End what runs beside the loop."""
        self.parts.hasher.close()

    def on_drain(self, drain: Drain) -> None:
        """Set who is called when an admin sends clients elsewhere; before `start`."""
        self._enforcer.drain = drain

    # --- Coming and going

    async def arrive(self, caller: Caller, coming: Coming) -> Greeting:
        """Let somebody in who said a good `hello`.

        Raises:
            TurnedAwayError: he may not come in, or not under this name.
            StoreUnavailableError: the store is away.
        """
        parts = self.parts
        self._need_no_ban(parts.book.ban_of_address(caller.address, parts.unix_ms()))
        parts.register.come(caller, coming.digest)
        person, is_original = await self._look_up(coming)
        name = await self._name(person, coming)
        # Asked last: what was said while the store was asked is known by now.
        now_ms = parts.unix_ms()
        self._need_no_ban(parts.book.ban_of(person.player, caller.address, now_ms))
        caller.known = Known(
            coming.digest,
            coming.client,
            is_original,
            person.claimed,
            frozenset(person.ignored),
            coming.language,
        )
        caller.is_saved = person.is_claimed
        is_new = person.name is None and not parts.register.of(person.player)
        parts.register.enter(caller, person.player)
        who = Person(person.player, name)
        return Greeting(who, person.is_claimed, is_new, parts.book.of(person.player, now_ms))

    async def _look_up(self, coming: Coming) -> tuple[stored.Person, bool]:
        if coming.is_new:
            return stored.Person(coming.derived), True
        persons = self.parts.store.persons
        arrival = await persons.arrive(coming.digest, coming.derived)
        if arrival.is_revoked:
            text = "the token was made worthless by its owner"
            refused = RefusedError(ErrorCode.TOKEN_REVOKED, text)
            raise TurnedAwayError(CloseCode.TOKEN_REVOKED, refused)
        if arrival.person.name is not None:
            now_ms = self.parts.unix_ms()
            await persons.touch(arrival.person, coming.digest, coming.client, now_ms)
        return arrival.person, arrival.is_original

    async def _name(self, person: stored.Person, coming: Coming) -> str:
        naming: Naming = self.parts.naming
        said, language = coming.name, coming.language
        if said is None or person.is_claimed:
            # Who keeps a name goes by it, whatever a program of his is set to say.
            return await naming.usual(person, language)
        try:
            await naming.need_free(said, person.player, language)
        except RefusedError as error:
            raise TurnedAwayError(CloseCode.BAD_HELLO, error) from None
        return said

    def _need_no_ban(self, ban: StoredSanction | None) -> None:
        if ban is not None:
            error = banned(ban)
            refused = RefusedError(error.code, error.message, error.facts)
            raise TurnedAwayError(CloseCode.BANNED, refused)

    def dropped(self, caller: Caller) -> None:
        """A connection ended. Never raises."""
        self.parts.register.leave(caller)

    async def remember(self, caller: Caller) -> None:
        """Write somebody down whom others can have seen. Never raises; it is tried again."""
        if caller.is_saved:
            return
        parts, person, known = self.parts, caller.person, caller.known
        with suppress(StoreUnavailableError):
            await parts.guests.save_guest(person.player, person.name)
            seen = stored.Person(person.player, person.name)
            await parts.store.persons.touch(seen, known.digest, known.client, parts.unix_ms())
            caller.is_saved = True

    # --- Commands

    async def do(self, caller: Caller, command: OwnCommand) -> None:
        """Do a command and answer it.

        Raises:
            RefusedError: with the code of the wire.
            StoreUnavailableError: the store is away; it may have been done in part, and may be
                asked again.
        """
        match command:
            case messages.Me():
                caller.say(self.parts.you(caller, command.id))
            case messages.Rename():
                await self._claims.rename(caller, command)
            case messages.ClaimName():
                await self._claims.claim(caller, command)
            case messages.SignIn():
                await self._devices.sign_in(caller, command)
            case messages.ChangePassphrase():
                await self._claims.change_passphrase(caller, command)
            case messages.ListTokens():
                await self._devices.list_tokens(caller, command)
            case messages.RevokeToken():
                await self._devices.revoke(caller, command)
            case messages.Ignore():
                await self._ignore(caller, command)
            case messages.Report():
                await self._reporting.report(caller, command)

    async def _ignore(self, caller: Caller, command: messages.Ignore) -> None:
        parts, player, other = self.parts, caller.person.player, command.player
        if not tokens.is_player_id(other) or other == player:
            raise RefusedError(ErrorCode.NO_SUCH_PLAYER, "nobody else here has this id")
        if command.ignore:
            await parts.store.persons.ignore(player, other, parts.unix_ms())
        else:
            await parts.store.persons.hear(player, other)
        ignored = frozenset((await parts.store.persons.read(player)).ignored)
        caller.known = replace(caller.known, ignored=ignored)
        caller.say(messages.Ok(command.id))
        await parts.store.news.spread("person", player)

    # --- What others ask of it

    def rules(self) -> LobbyRules:
        """The rules of the lobby now."""
        return self.parts.rules.current

    def need_may_write(self, peer: object, room: RoomId | None = None) -> None:
        """Whether somebody may write at all.

        Args:
            peer: his connection.
            room: named in the refusal.

        Raises:
            RefusedError: `muted`.
        """
        player = self.parts.register.player_of(peer)
        now_ms = self.parts.unix_ms()
        mute = None if player is None else self.parts.book.get(f"mute:{player}", now_ms)
        if mute is not None:
            facts = {"reason": mute.reason, "until_ms": mute.until_ms}
            raise RefusedError(ErrorCode.MUTED, "you may not write now", facts, room)

    def is_moderator(self, peer: object) -> bool:
        """Whether he may write where only admins may: they have their own way, `announce`."""
        return False

    def hears(self, peer: object, author: PlayerId) -> bool:
        """Whether a connection wants to read what somebody writes."""
        caller = self.parts.register.caller(peer)
        return caller is None or author not in caller.known.ignored

    def is_claimed(self, peer: object) -> bool:
        """Whether its person keeps the name that he goes by."""
        caller = self.parts.register.caller(peer)
        return caller is not None and caller.known.claimed != ""
