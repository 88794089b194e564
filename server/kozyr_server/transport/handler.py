"""Commands of a connection: hand them to the rooms, and answer each of them."""

import time
from collections.abc import Callable
from typing import Final, Protocol, assert_never

import structlog
from msgspec.structs import replace

from kozyr_protocol import messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import RoomId
from kozyr_server.figures import ACT, OTHER
from kozyr_server.people import names, texts
from kozyr_server.people.callers import Caller, Coming, TurnedAwayError
from kozyr_server.people.service import Greeting, OwnCommand
from kozyr_server.rooms.peers import Peer, RefusedError
from kozyr_server.store.model import StoreFullError, StoreUnavailableError
from kozyr_server.telemetry import Metrics
from kozyr_server.transport.connection import Connection
from kozyr_server.transport.house_key import HouseKey
from kozyr_server.transport.limits import Paces
from kozyr_server.transport.session import Command, Greet, refusal

_log = structlog.get_logger("kozyr.transport")

_FULL: Final = "the server is nearly full; nothing was done"
_MEMORY: Final = "store_memory_mb"
"""The limit that this is counted under."""


class RoomService(Protocol):
    """What is asked of the rooms; what answers a command may raise `RefusedError`."""

    async def create(self, peer: Peer, command: messages.Create) -> messages.Created:
        """Open a room."""

    async def invite(self, peer: Peer, command: messages.Invite) -> messages.Invitation:
        """The code of a room."""

    def enter_house(self, peer: Peer) -> None:
        """A connection is a house bot's from now on. Never raises."""

    async def follow(self, peer: Peer, command: messages.Follow) -> None:
        """Follow a room; sends `followed` and what comes after it to the peer."""

    async def unfollow(self, peer: Peer, command: messages.Unfollow) -> None:
        """Follow it no longer."""

    async def perform(self, peer: Peer, command: messages.RoomCommand) -> None:
        """Change a room; sends the update with the answer, or `ok`, to the peer."""

    async def say(self, peer: Peer, command: messages.Chat) -> None:
        """Add a line to a room's chat."""

    async def hide(self, peer: Peer, command: messages.HideLine) -> None:
        """Take a line of a room's chat away, as its host."""

    def whereabouts(self, peer: Peer) -> tuple[str, RoomId | None]:
        """What somebody does, in the words of `PersonSummary.doing`, and in which public room."""

    def dropped(self, peer: Peer) -> None:
        """A connection ended. Never raises."""

    async def start(self) -> None:
        """Begin the work in the background."""

    async def stop(self) -> None:
        """End the work in the background."""


class PeopleService(Protocol):
    """What is asked of people; what answers a command may raise `RefusedError`."""

    async def arrive(self, caller: Caller, coming: Coming) -> Greeting:
        """Let somebody in; may raise `TurnedAwayError`."""

    async def do(self, caller: Caller, command: OwnCommand) -> None:
        """Do a command and answer it."""

    def need_may_write(self, peer: object, room: RoomId | None = None) -> None:
        """Refuse who is muted."""

    async def remember(self, caller: Caller) -> None:
        """Write somebody down whom others can have seen. Never raises."""

    def dropped(self, caller: Caller) -> None:
        """A connection ended. Never raises."""

    async def start(self) -> None:
        """Begin the work in the background."""

    async def stop(self) -> None:
        """End it."""


class Lobby(Protocol):
    """What is asked of the lobby; what answers a command may raise `RefusedError`."""

    async def do(self, peer: Peer, command: messages.LobbyCommand) -> messages.ServerMessage:
        """Do a command; its answer."""

    async def list_rooms(self, command: messages.ListRooms) -> messages.Rooms:
        """One page of the public rooms."""

    def greeted(self, peer: Peer) -> None:
        """A connection was let in."""

    def touched(self, peer: Peer) -> None:
        """Somebody did what may change how others see him."""

    def dropped(self, peer: Peer) -> None:
        """A connection ended. Never raises."""

    async def start(self) -> None:
        """Begin the work in the background."""

    async def stop(self) -> None:
        """End it."""


_TOUCHING = frozenset(
    {
        messages.Follow,
        messages.Unfollow,
        messages.Join,
        messages.Leave,
        messages.StandIn,
        messages.Rename,
        messages.ClaimName,
        messages.EnterHouse,
    }
)
"""Commands that may change how somebody is shown in the list of people."""


class Handler:
    """Does what connections ask for."""

    def __init__(  # noqa: PLR0913, PLR0917  the parts of a server
        self,
        rooms: RoomService,
        people: PeopleService,
        lobby: Lobby,
        metrics: Metrics,
        limits: messages.Limits,
        now: Callable[[], float] = time.perf_counter,
        house_key: HouseKey | None = None,
        newcomers: Paces | None = None,
    ) -> None:
        """Do commands with these parts.

        Args:
            rooms: what is done in them.
            people: what is done for oneself.
            lobby: what is done there.
            metrics: counts.
            limits: as in `welcome`.
            now: seconds of a clock for the time that a command takes.
            house_key: of this server's house bots; None: it has none.
            newcomers: how fast new guests may come from each address; None: as fast as they like.
        """
        self._now = now
        self._newcomers = newcomers
        self._house_key = house_key
        self._limits = limits
        self._rooms = rooms
        self._people = people
        self._lobby = lobby
        self._metrics = metrics

    async def greet(self, connection: Connection, greet: Greet, now_s: float) -> bool:
        """Answer a good `hello`.

        Args:
            connection: said it.
            greet: what it said.
            now_s: seconds of a clock that never goes back.

        Returns:
            False: he was told why he is not let in; the connection is to be closed, if it is not.
        """
        try:
            greeting = await self._people.arrive(connection, greet.coming)
        except TurnedAwayError as error:
            why = error.refused
            connection.say(refusal(why.code, why.message, facts=why.facts), why.limit)
            connection.close(error.close)
            return False
        except StoreFullError:
            connection.say(refusal(ErrorCode.STORE_FULL, _FULL), _MEMORY)
            return False
        except StoreUnavailableError:
            connection.say(refusal(ErrorCode.STORE_UNAVAILABLE, "the store is away"))
            return False
        if greeting.is_new and not self._may_be_new(connection, now_s):
            return False
        connection.say(
            connection.session.greeted(
                greeting.person,
                now_s,
                is_claimed=greeting.is_claimed,
                sanctions=greeting.sanctions,
            )
        )
        self._lobby.greeted(connection)
        return True

    def _may_be_new(self, connection: Connection, now_s: float) -> bool:
        """Whether one more guest may come from there; a token that he drew himself is no ticket."""
        if self._newcomers is None or connection.is_near:
            return True
        wait_ms = self._newcomers.take(connection.address, now_s)
        if not wait_ms:
            return True
        text = "too many new guests from this address: come back after the delay"
        error = refusal(ErrorCode.TOO_FAST, text, facts={"retry_ms": wait_ms})
        connection.say(error, "guests_per_address_per_min")
        connection.close(CloseCode.TOO_MANY_CONNECTIONS)
        return False

    async def do(self, connection: Connection, command: Command) -> None:
        """Have a command done and answer it, whatever happens."""
        self._metrics.commands[type(command).__struct_config__.tag] += 1  # type: ignore[index]
        began_s = self._now()
        kind = OTHER
        try:
            if isinstance(command, messages.Act):
                # Most commands are actions: one coroutine less.
                kind = ACT
                await self._rooms.perform(connection, command)
            else:
                await self._do(connection, command)
        except RefusedError as error:
            room = error.room or getattr(command, "room", None)
            said = refusal(error.code, error.message, command.id, room, error.facts)
            connection.say(said, error.limit)
            if error.code is ErrorCode.SERVER_OUTDATED:
                # Asked again here it would be refused again: the client is to find another server.
                connection.close(CloseCode.OUTDATED)
        except StoreFullError:
            room = getattr(command, "room", None)
            connection.say(refusal(ErrorCode.STORE_FULL, _FULL, command.id, room), _MEMORY)
        except StoreUnavailableError:
            self._fail(connection, command, ErrorCode.STORE_UNAVAILABLE, "the store is away")
        except Exception:
            self._metrics.faults.labels("command").inc()
            _log.exception("command failed", command=type(command).__name__)
            text = "a fault of the server; it is in the server's log"
            self._fail(connection, command, ErrorCode.INTERNAL, text)
        # `isinstance` with a union of types costs a microsecond in every action.
        if type(command) in _TOUCHING:
            self._lobby.touched(connection)
        self._metrics.people.seconds[kind].append(self._now() - began_s)

    def dropped(self, connection: Connection) -> None:
        """A connection ended; the rooms hear of it once, if they can know it."""
        self._people.dropped(connection)
        if connection.session.person is not None:
            self._lobby.dropped(connection)
            self._rooms.dropped(connection)

    async def _do(self, connection: Connection, command: Command) -> None:
        rooms = self._rooms
        match command:
            case messages.Create():
                connection.say(
                    await rooms.create(connection, _with_clean_name(command, self._limits))
                )
                await self._remember(connection)
            case (
                messages.ListRooms()
                | messages.WatchLobby()
                | messages.LeaveLobby()
                | messages.ListPeople()
                | messages.StopMatch()
            ):
                connection.say(await self._lobby.do(connection, command))
            case messages.LobbyChat() | messages.FindMatch():
                connection.say(await self._lobby.do(connection, command))
                await self._remember(connection)
            case messages.Follow():
                await rooms.follow(connection, command)
            case messages.Unfollow():
                await rooms.unfollow(connection, command)
                connection.say(messages.Ok(command.id, command.room))
            case messages.Chat():
                self._people.need_may_write(connection, command.room)
                await rooms.say(connection, _with_clean_text(command, self._limits))
                connection.say(messages.Ok(command.id, command.room))
                await self._remember(connection)
            case messages.HideLine():
                await rooms.hide(connection, command)
                connection.say(messages.Ok(command.id, command.room))
            case messages.Invite():
                connection.say(await rooms.invite(connection, command))
            case messages.EnterHouse():
                self._enter_house(connection, command)
            case messages.Join() | messages.Knock():
                await rooms.perform(connection, command)
                await self._remember(connection)
            case (
                messages.Act()
                | messages.Leave()
                | messages.SetReady()
                | messages.Start()
                | messages.Rematch()
                | messages.CommitTip()
                | messages.FeedLink()
                | messages.AnswerKnock()
                | messages.Kick()
                | messages.Silence()
                | messages.SlowMode()
                | messages.AddBot()
                | messages.Pause()
                | messages.GiveTime()
                | messages.VoteEnd()
                | messages.ClaimTable()
                | messages.StandIn()
            ):
                await rooms.perform(connection, command)
            case (
                messages.Me()
                | messages.Rename()
                | messages.ClaimName()
                | messages.SignIn()
                | messages.ChangePassphrase()
                | messages.ListTokens()
                | messages.RevokeToken()
                | messages.Ignore()
                | messages.Report()
            ):
                await self._people.do(connection, command)
            case _:
                assert_never(command)

    def _enter_house(self, connection: Connection, command: messages.EnterHouse) -> None:
        key = self._house_key
        if key is None or not (connection.is_near and key.fits(command.key)):
            raise RefusedError(
                ErrorCode.NOT_HOUSE, "house bots have this server's key, and its machine"
            )
        connection.session.enter_house()
        if command.name is not None:
            connection.call(command.name)
            connection.is_saved = False
        connection.say(messages.Ok(command.id))
        self._rooms.enter_house(connection)

    async def _remember(self, connection: Connection) -> None:
        """Write a guest down when others can have seen him. The command was answered already."""
        if not connection.is_saved:
            await self._people.remember(connection)

    def _fail(
        self, connection: Connection, command: Command, code: ErrorCode, message: str
    ) -> None:
        room = getattr(command, "room", None)
        connection.say(refusal(code, message, command.id, room))


def _with_clean_name(command: messages.Create, limits: messages.Limits) -> messages.Create:
    if command.name is None:
        return command
    try:
        return replace(command, name=names.cleaned(command.name, limits.name_chars))
    except texts.BadTextError as error:
        facts = {"max_chars": error.max_chars}
        raise RefusedError(ErrorCode.BAD_NAME, error.reason, facts) from None


def _with_clean_text(command: messages.Chat, limits: messages.Limits) -> messages.Chat:
    try:
        if command.phrase is not None and not command.text:
            return command
        if command.phrase is not None:
            raise texts.BadTextError("a phrase stands in place of a text", limits.chat_chars)
        return replace(command, text=texts.cleaned(command.text, limits.chat_chars, what="a line"))
    except texts.BadTextError as error:
        facts = {"max_chars": error.max_chars}
        raise RefusedError(ErrorCode.BAD_TEXT, error.reason, facts, command.room) from None
