"""One connection without its socket: what a frame means, and what is due when nothing comes.

A session waits for `hello`, then talks. It reads no clock and sends nothing: every call is given
the time and gives back a reaction for `kozyr_server.transport.socket` to carry out.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kozyr_protocol import codec, messages
from kozyr_protocol.__about__ import __version__
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.codec import MalformedFrameError, Subprotocol, UnknownMessageError
from kozyr_protocol.errors import TEMPORARY, ErrorCode
from kozyr_protocol.ids import RoomId
from kozyr_protocol.version import OLDEST_VERSION, PROTOCOL_VERSION, negotiate
from kozyr_server.people import names, texts, tokens
from kozyr_server.people.callers import Coming
from kozyr_server.rooms.peers import Person
from kozyr_server.transport.limits import Allowance, Allowances, FloodGuard, Rate, TokenBucket

Command = (
    messages.Create
    | messages.Follow
    | messages.Unfollow
    | messages.RoomCommand
    | messages.Chat
    | messages.HideLine
    | messages.LobbyCommand
    | messages.PeopleCommand
)
"""Everything that a client may say after `hello` but `ping` and `pong`."""

SERVER_NAME = f"kozyr/{__version__}"


Decode = Callable[[bytes | str, Subprotocol], messages.ClientMessage]
"""Reads a frame of a client. Raises `MalformedFrameError` or `UnknownMessageError`."""

VERSIONS: Mapping[int, Decode] = MappingProxyType(
    dict.fromkeys(range(OLDEST_VERSION, PROTOCOL_VERSION + 1), codec.decode_client)
)
"""The versions that are served, without a gap, and how the frames of each are read."""


class SessionSettings(Struct, frozen=True):
    """What all sessions of a server have in common."""

    limits: messages.Limits
    """Told in `welcome`, and enforced."""
    durability: str
    hello_timeout_s: float
    rate: Rate
    """Frames of one connection."""
    max_refusals: int
    """Within `refusals_within_s`."""
    refusals_within_s: float = 10.0
    versions: Mapping[int, Decode] = VERSIONS
    """See `VERSIONS`: each connection is served in its own."""


class Say(Struct, frozen=True, gc=False):
    """Send this at once."""

    message: messages.ServerMessage


class HangUp(Struct, frozen=True, gc=False):
    """Send the error, if any, and close."""

    code: CloseCode
    error: messages.Error | None = None


class Greet(Struct, frozen=True, gc=False):
    """A good `hello`: find out who it is, then call `Session.greeted`."""

    coming: Coming


class Do(Struct, frozen=True, gc=False):
    """Have the command done, then answer it."""

    command: Command


_LIMITED: Mapping[type, tuple[str, str]] = MappingProxyType(
    {
        messages.Create: ("creates", "creates_per_s"),
        messages.FindMatch: ("creates", "creates_per_s"),
        messages.ListRooms: ("lists", "lists_per_s"),
        messages.WatchLobby: ("lists", "lists_per_s"),
        messages.ListPeople: ("lists", "lists_per_s"),
        messages.Chat: ("chat", "chat_per_s"),
        messages.LobbyChat: ("chat", "chat_per_s"),
    }
)
"""Commands with a rate of their own: which bucket of the player's allowance, and its setting."""

Reaction = Say | HangUp | Greet | Do | None
"""None: nothing to do."""


def refusal(
    code: ErrorCode,
    message: str,
    command_id: int | None = None,
    room: RoomId | None = None,
    facts: Mapping[str, Any] | None = None,
) -> messages.Error:
    """An `error` message; whether it is temporary follows from its code."""
    return messages.Error(command_id, code, code in TEMPORARY, message, room, dict(facts or {}))


class Session:
    """The state of one connection.

    Attributes:
        subprotocol: How its frames are written.
        person: Who speaks; None before `greeted`.
        limit: Setting that the last command refused as too fast came up against.
    """

    __slots__ = (
        "_allowance",
        "_allowances",
        "_decode",
        "_draw",
        "_flood",
        "_frames",
        "_has_hello",
        "_heard_s",
        "_opened_s",
        "_pinged_s",
        "_settings",
        "_shared",
        "_token",
        "_version",
        "_wait_until_s",
        "limit",
        "person",
        "subprotocol",
    )

    def __init__(
        self,
        settings: SessionSettings,
        subprotocol: Subprotocol,
        allowances: Allowances,
        draw: Callable[[int], bytes],
        now_s: float,
        shared: Allowance | None = None,
    ) -> None:
        """Begin to wait for `hello`.

        Args:
            settings: the same for all sessions.
            subprotocol: agreed on by the sockets.
            allowances: what each player has left in this process.
            draw: gives so many random bytes from the system's generator; for the token of a guest.
            now_s: seconds of a clock that never goes back, here and in all calls.
            shared: what its address has left; None: it is free.
        """
        self.subprotocol = subprotocol
        self.person: Person | None = None
        self._settings = settings
        self._allowances = allowances
        self._allowance: Allowance | None = None
        self._shared = shared
        self._draw = draw
        self._token: str | None = None
        self._version = 0
        # `hello` has the same form in all versions.
        self._decode = settings.versions[min(settings.versions)]
        self._has_hello = False
        self.limit = "commands_per_s"
        self._frames = TokenBucket(settings.rate, now_s)
        self._wait_until_s = 0.0
        self._flood = FloodGuard(settings.max_refusals, settings.refusals_within_s, now_s)
        self._opened_s = self._heard_s = self._pinged_s = now_s

    def receive(self, frame: bytes | str, now_s: float) -> Reaction:
        """What one frame of the client asks for."""
        self._heard_s = now_s
        try:
            message = self._decode(frame, self.subprotocol)
        except MalformedFrameError as error:
            return self._unread(refusal(ErrorCode.MALFORMED, error.reason, error.id), now_s)
        except UnknownMessageError as error:
            unknown = refusal(ErrorCode.UNKNOWN_MESSAGE, str(error), error.id)
            return self._unread(unknown, now_s)
        if isinstance(message, messages.Hello):
            return self._hello(message, now_s)
        if not self._has_hello:
            number = message.id if isinstance(message, messages.Command) else None
            text = "the first message must be hello"
            return HangUp(CloseCode.BAD_HELLO, refusal(ErrorCode.NOT_GREETED, text, number))
        retry_ms = self._frames.take(now_s)
        if isinstance(message, messages.Pong):
            # It has no answer, but a flood of them is one.
            return self._refused(None, now_s) if retry_ms else None
        retry_ms = retry_ms or self._take(message, now_s)
        if retry_ms:
            return self._hurried(message.id, retry_ms, now_s)
        if isinstance(message, messages.Ping):
            return Say(messages.ServerPong(message.id))
        return Do(message)

    def greeted(
        self,
        person: Person,
        now_s: float,
        *,
        is_claimed: bool = False,
        sanctions: tuple[messages.Sanction, ...] = (),
    ) -> messages.Welcome:
        """The answer to `hello`; from now on `person` is known.

        Args:
            person: who it is.
            now_s: seconds of a clock that never goes back.
            is_claimed: whether the name is kept for him.
            sanctions: what he may not do.
        """
        self.person = person
        self._allowance = self._allowances.of(person.player, now_s)
        welcome = messages.Welcome(
            version=self._version,
            player=person.player,
            name=person.name,
            token=self._token,
            limits=self._settings.limits,
            server=SERVER_NAME,
            durability=self._settings.durability,
            claimed=is_claimed,
            sanctions=sanctions,
        )
        # Shown once: nothing here needs it any more.
        self._token = None
        return welcome

    def call(self, name: str) -> None:
        """The person goes by another name from now on."""
        assert self.person is not None
        self.person = replace(self.person, name=name)

    def enter_house(self) -> None:
        """The person is a house bot from now on: it plays at many tables, and is no danger."""
        assert self.person is not None
        self.person = replace(self.person, is_house=True)
        self._frames = TokenBucket(Rate(0.0, 1), self._heard_s)

    def due(self, now_s: float) -> Reaction:
        """What is due because of the time: `ping`, or the end."""
        if not self._has_hello:
            is_late = now_s >= self._opened_s + self._settings.hello_timeout_s
            return HangUp(CloseCode.NO_HELLO) if is_late else None
        limits = self._settings.limits
        if now_s >= self._heard_s + limits.gone_s:
            return HangUp(CloseCode.SILENT)
        if now_s >= self._next_ping_s():
            self._pinged_s = now_s
            return Say(messages.ServerPing(0))
        return None

    def next_due_s(self) -> float:
        """When `due` must be called next; earlier calls do nothing."""
        if not self._has_hello:
            return self._opened_s + self._settings.hello_timeout_s
        return min(self._heard_s + self._settings.limits.gone_s, self._next_ping_s())

    def _next_ping_s(self) -> float:
        return max(self._heard_s, self._pinged_s) + self._settings.limits.ping_s

    def _hello(self, hello: messages.Hello, now_s: float) -> Reaction:
        if self._has_hello:
            return self._unread(refusal(ErrorCode.ALREADY_GREETED, "hello was said before"), now_s)
        served = self._settings.versions
        oldest, newest = min(served), max(served)
        version = negotiate(hello.min_version, hello.max_version, oldest, newest)
        if version is None:
            text = f"this server speaks versions {oldest} to {newest}"
            facts = {"min_version": oldest, "max_version": newest}
            error = refusal(ErrorCode.UNSUPPORTED_VERSION, text, facts=facts)
            return HangUp(CloseCode.UNSUPPORTED_VERSION, error)
        if hello.token is not None and not tokens.is_token(hello.token):
            text = "a token has 43 characters of A-Z a-z 0-9 - _"
            return HangUp(CloseCode.BAD_HELLO, refusal(ErrorCode.BAD_TOKEN, text))
        try:
            name = (
                None
                if hello.name is None
                else names.cleaned(hello.name, self._settings.limits.name_chars)
            )
        except texts.BadTextError as error:
            facts = {"max_chars": error.max_chars}
            return HangUp(
                CloseCode.BAD_HELLO, refusal(ErrorCode.BAD_NAME, error.reason, facts=facts)
            )
        return self._known(hello, name, version)

    def _known(self, hello: messages.Hello, name: str | None, version: int) -> Greet:
        token = hello.token
        if token is None:
            self._token = token = tokens.from_bytes(self._draw(tokens.TOKEN_BYTES))
        client = "".join(filter(str.isprintable, hello.client or ""))
        self._has_hello = True
        self._version = version
        self._decode = self._settings.versions[version]
        return Greet(
            Coming(
                digest=tokens.digest(token),
                derived=tokens.player_id(token),
                name=name,
                client=client,
                is_new=self._token is not None,
                language=hello.language,
            )
        )

    def _take(self, message: messages.Ping | Command, now_s: float) -> int:
        """0, or in how many milliseconds the player may ask again."""
        allowance = self._allowance
        assert allowance is not None
        kind = type(message)
        if kind is not messages.Act:
            return self._take_other(kind, allowance, now_s)
        # Actions need a seat in a game, and are what must be quick: nothing else is asked.
        if self.person is not None and self.person.is_house:
            return 0
        self.limit = "commands_per_s"
        return allowance.commands.take(now_s)

    def _take_other(self, kind: type, allowance: Allowance, now_s: float) -> int:
        """The same for all but actions, which are held to what the address has left, too."""
        shared, limited = self._shared, _LIMITED.get(kind)
        if limited is not None:
            name, self.limit = limited
            wait_ms: int = getattr(allowance, name).take(now_s)
            # The player first: what he is refused takes nothing from his neighbours.
            if not wait_ms and shared is not None:
                wait_ms = getattr(shared, name).take(now_s)
                self.limit = f"address_{self.limit}"
            if wait_ms:
                return wait_ms
        elif kind is messages.Ping:
            return 0
        if self.person is not None and self.person.is_house:
            return 0
        self.limit = "commands_per_s"
        wait_ms = allowance.commands.take(now_s)
        if wait_ms or shared is None:
            return wait_ms
        wait_ms = shared.commands.take(now_s)
        if wait_ms:
            self.limit = "address_commands_per_s"
        return wait_ms

    def _unread(self, error: messages.Error, now_s: float) -> Reaction:
        """A frame that is no message at its place: fatal as the first, counted later."""
        if not self._has_hello:
            return HangUp(CloseCode.BAD_HELLO, error)
        return self._refused(error, now_s)

    def _hurried(self, command_id: int, retry_ms: int, now_s: float) -> Reaction:
        """Too fast. Only who did not wait as long as he was told is on his way to a flood."""
        waited = now_s >= self._wait_until_s
        self._wait_until_s = now_s + retry_ms / 1000
        error = _too_fast(command_id, retry_ms)
        return Say(error) if waited else self._refused(error, now_s)

    def _refused(self, error: messages.Error | None, now_s: float) -> Reaction:
        if self._flood.is_flood(now_s):
            return HangUp(CloseCode.FLOOD, error)
        return None if error is None else Say(error)


def _too_fast(command_id: int, retry_ms: int) -> messages.Error:
    return refusal(
        ErrorCode.TOO_FAST,
        "too many at once: wait a little",
        command_id,
        facts={"retry_ms": retry_ms},
    )
