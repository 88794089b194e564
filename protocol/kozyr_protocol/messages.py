"""All messages of protocol 1: what a client may say and what the server says.

One frame is one message, a map with readable keys; `type` names it. `protocol/README.md` is the
normative text; this module changes together with it.
"""

from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

from kozyr_protocol.discreet import Discreet
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import ActionKey, GameKey, PlayerId, RoomId, Tag
from kozyr_protocol.limits import MAX_CHAT_CHARS, MAX_INTEGER, MAX_NAME_CHARS
from kozyr_protocol.rooms import Clock, Phase, RoomView, SeatIndex

CommandId = Annotated[
    int, Meta(ge=0, le=MAX_INTEGER, description="chosen by the client; the answer carries it")
]
VersionNumber = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
Room = Annotated[RoomId, Meta(min_length=1, max_length=32)]
# `$` alone would also match before a line feed at the end.
Key = Annotated[ActionKey, Meta(pattern=r"^[A-Za-z0-9_-]{16,32}$(?!\n)")]
Hash = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", description="32 bytes in lower-case hexadecimal")
]
Name = Annotated[str, Meta(max_length=MAX_NAME_CHARS * 4)]
Mode = Annotated[str, Meta(pattern=r"^(events|views)$(?!\n)")]


class ClientMessageBase(
    Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of what a client says; the server refuses unknown fields.

    A field that has its default is left out of the frame: so a newer client that does not use what
    a later version added can still be read by an older server.
    """


class Hello(Discreet, ClientMessageBase, tag="hello", frozen=True):
    """The first message of every connection."""

    min_version: Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
    max_version: Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
    token: Annotated[str, Meta(max_length=128)] | None = None
    """From an earlier `welcome`: come back as the same player. None: a new guest."""
    name: Name | None = None
    """The name to play under; None keeps the last one, or lets the server propose one."""
    client: Annotated[str, Meta(max_length=64)] | None = None
    """The program and its version, `my-bot/1.0`."""


class Ping(ClientMessageBase, tag="ping", frozen=True):
    """Are you there? The server answers `pong`."""

    id: CommandId = 0


class Pong(ClientMessageBase, tag="pong", frozen=True):
    """Answer to the server's `ping`."""

    id: CommandId = 0


class Command(ClientMessageBase, frozen=True):
    """Base of the commands: each is answered, by a message that carries its `id`."""

    id: CommandId


class ListRooms(Command, tag="list", frozen=True):
    """Ask for public rooms that can be joined or watched; answered by `rooms`."""

    game: GameKey | None = None
    after: Annotated[str, Meta(max_length=64)] | None = None
    """`next` of the page before."""


class Create(Command, tag="create", frozen=True):
    """Open a room; answered by `created`. The same player and key give the same room."""

    key: Key
    game: GameKey
    preset: Annotated[str, Meta(max_length=64)] | None = None
    """`GAME/name`; None: the game's default."""
    options: dict[str, Any] = {}
    """Options beside those of the preset."""
    seats: Annotated[int, Meta(ge=0, le=MAX_INTEGER)] | None = None
    """None: what the preset or the game is best with."""
    name: Name | None = None
    public: bool = True
    spectators: bool = True
    clock: Clock = Clock()


class Follow(Command, tag="follow", frozen=True):
    """Follow a room, as what one is there: its player, or a spectator. Answered by `followed`."""

    room: Room
    mode: Mode = "events"
    version: VersionNumber | None = None
    """With `tag`: the last update that the client has; it gets all later ones."""
    tag: Annotated[Tag, Meta(max_length=16)] | None = None


class Unfollow(Command, tag="unfollow", frozen=True):
    """Follow the room no longer. A seat is kept, its line is lost."""

    room: Room


class Join(Command, tag="join", frozen=True):
    """Take a seat; the room must be followed. Whoever sits keeps his seat."""

    room: Room
    seat: SeatIndex | None = None
    """None: the first free one."""
    tip: Hash | None = None
    """Take part in the shuffles with this chain."""


class Leave(Command, tag="leave", frozen=True):
    """Give the seat up; in play it is played by the clock and cannot be given to others."""

    room: Room


class SetReady(Command, tag="ready", frozen=True):
    """Be ready for the game to begin, or not. When all seats are taken and ready it begins."""

    room: Room
    ready: bool = True


class Start(Command, tag="start", frozen=True):
    """The host begins with fewer players than seats; all who sit must be ready."""

    room: Room


class Act(Command, tag="act", frozen=True):
    """Answer a prompt with an action of the game."""

    room: Room
    prompt: VersionNumber
    """Number of the prompt that is answered."""
    key: Key
    """Never used before by this player in this room, but to repeat the same action."""
    action: Raw
    """As in `legal` of the prompt."""


class Rematch(Command, tag="rematch", frozen=True):
    """After a game: open the room again with the players who are there."""

    room: Room


class CommitTip(Command, tag="tip", frozen=True):
    """Take part in the shuffles that are opened from now on; None: no more."""

    room: Room
    tip: Hash | None


class FeedLink(Discreet, Command, tag="link", frozen=True):
    """The link that `link_wanted` asked for."""

    room: Room
    n: Annotated[int, Meta(ge=1, le=MAX_INTEGER)]
    link: Hash


class Chat(Command, tag="chat", frozen=True):
    """Say something in a followed room."""

    room: Room
    text: Annotated[str, Meta(max_length=MAX_CHAT_CHARS * 4)]


RoomCommand = Join | Leave | SetReady | Start | Act | Rematch | CommitTip | FeedLink
"""Commands that change a room's state, through a commit."""

ClientMessage = (
    Hello
    | Ping
    | Pong
    | ListRooms
    | Create
    | Follow
    | Unfollow
    | Join
    | Leave
    | SetReady
    | Start
    | Act
    | Rematch
    | CommitTip
    | FeedLink
    | Chat
)


class ServerMessageBase(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base of what the server says; clients ignore unknown fields.

    A field that has its default is left out of the frame.
    """


class Limits(Struct, frozen=True):
    """What this server enforces."""

    frame_bytes: int
    outbox_bytes: int
    rooms: int
    name_chars: int
    chat_chars: int
    ping_s: float
    gone_s: float
    commands_per_s: float
    commands_burst: int


class Welcome(Discreet, ServerMessageBase, tag="welcome", frozen=True):
    """Answer to `hello`."""

    version: int
    """The protocol version that both sides speak from now on."""
    player: PlayerId
    name: str
    token: str | None
    """Only for a new guest: keep it, it is shown once and is the only way back."""
    limits: Limits
    server: str
    """`kozyr/0.1.0`."""
    durability: str
    """`always`, `everysec` or `unverified`: what an acknowledgement survives."""


class ServerPing(ServerMessageBase, tag="ping", frozen=True):
    """Are you there? Answer `pong`."""

    id: int


class ServerPong(ServerMessageBase, tag="pong", frozen=True):
    """Answer to `ping`."""

    id: int


class Ok(ServerMessageBase, tag="ok", frozen=True):
    """A command was done and there is nothing more to say.

    `version` is one at which what was asked is so; for an action that was accepted before under the
    same key it is the one of then.
    """

    id: int
    room: RoomId | None = None
    version: int | None = None


class Error(ServerMessageBase, tag="error", frozen=True):
    """A command was refused, and nothing changed; or a frame could not be read (`id` None)."""

    id: int | None
    code: ErrorCode
    temporary: bool
    """Whether the same command may succeed later."""
    message: str
    """One sentence for people who read logs."""
    room: RoomId | None = None
    facts: dict[str, Any] = {}
    """What was wrong and what would be right, by code."""


class Created(ServerMessageBase, tag="created", frozen=True):
    """Answer to `create`."""

    id: int
    room: RoomId


class RoomSummary(Struct, frozen=True):
    """A room as the lobby lists it."""

    room: RoomId
    game: GameKey
    preset: str | None
    name: str
    phase: Phase
    seats: int
    taken: int
    spectators: bool


class Rooms(ServerMessageBase, tag="rooms", frozen=True):
    """Answer to `list`: up to 50 rooms, those with free seats first."""

    id: int
    rooms: tuple[RoomSummary, ...]
    next: str | None
    """Give it as `after` for the next page; None: this was the last."""


class Turn(Struct, frozen=True):
    """A decision that is open: the prompt of a seat."""

    seat: SeatIndex
    prompt: int
    """Its number: the version at which this decision opened."""
    decision: str
    """What kind it is, a word of the game: `play`."""
    deadline_ms: int
    """Play time by which it must be made; the bank is part of it."""
    legal: tuple[Raw, ...] | None = None
    """All actions that the rules allow now; for the seat itself only, None for others."""


class Prompts(Struct, frozen=True):
    """Who is to act."""

    now_ms: int
    """Play time at which this was said."""
    turns: tuple[Turn, ...]
    """One for each seat that is to act, ascending; empty where nobody is."""


class Followed(ServerMessageBase, tag="followed", frozen=True):
    """Answer to `follow`. Then come the missed updates, or one `snapshot`; then live updates."""

    id: int
    room: RoomId
    mode: str
    seat: SeatIndex | None
    version: int
    """The room's version now; the missed updates lead to it."""
    tag: Tag
    now_ms: int
    reason: str | None
    """None: resumed, the missed updates follow. Else why a `snapshot` follows instead:
    `first`, `too_old`, `rolled_back`, `role_changed`, `asked`, `too_much`."""
    chat: tuple["ChatLine", ...] = ()
    """The last lines of chat, oldest first."""
    watchers: int = 0


class Snapshot(ServerMessageBase, tag="snapshot", frozen=True):
    """The whole picture, instead of events. `reason` as in `followed`."""

    room: RoomId
    version: int
    tag: Tag
    reason: str
    view: RoomView
    prompts: Prompts


class Answer(Struct, frozen=True):
    """Part of an `update` for its actor: his command was done."""

    id: int


class Update(ServerMessageBase, tag="update", frozen=True):
    """One step of a room: version and tag after it, and what happened.

    By `events`: the events this role may see, in order. By `views`: the picture after them.
    """

    room: RoomId
    version: int
    tag: Tag
    events: tuple[Raw, ...]
    """`RoomEvent`s; empty with `views`."""
    prompts: Prompts | None = None
    """Who is to act now; None: as before this update."""
    view: RoomView | None = None
    """With `views` only."""
    answer: Answer | None = None


class LinkWanted(ServerMessageBase, tag="link_wanted", frozen=True):
    """Send the link for this shuffle of yours within `within_ms`, or be left out of it."""

    room: RoomId
    n: int
    first_n: int
    """First shuffle that listed your tip: the link is the one whose (n − first_n + 1)-fold hash
    is the tip."""
    tip: str
    within_ms: int


class ChatLine(Struct, frozen=True):
    """One line of a room's chat."""

    n: int
    """Its number in the room, from 1; chat is not part of the room's version."""
    player: PlayerId
    name: str
    seat: SeatIndex | None
    text: str
    at_ms: int
    """Unix time of the store's clock, ms."""


class ChatSaid(ServerMessageBase, tag="chat", frozen=True):
    """Somebody said something."""

    room: RoomId
    line: ChatLine


class Watchers(ServerMessageBase, tag="watchers", frozen=True):
    """How many people watch; best effort, not part of the version."""

    room: RoomId
    count: int


class Unfollowed(ServerMessageBase, tag="unfollowed", frozen=True):
    """The server ended the following of a room."""

    room: RoomId
    reason: str
    """`line_taken`: another connection of yours follows it now. `closed`: the room is gone.
    `watching_refused`: you have no seat here any more and the room takes no spectators.
    `outdated`: a newer server wrote the room; connect again and another will serve it."""


class Notice(ServerMessageBase, tag="notice", frozen=True):
    """The server says something to everybody."""

    code: str
    """`draining`: it goes down; come back after `delay_ms`, another one serves your rooms."""
    message: str
    delay_ms: int = 0


ServerMessage = (
    Welcome
    | ServerPing
    | ServerPong
    | Ok
    | Error
    | Created
    | Rooms
    | Followed
    | Snapshot
    | Update
    | LinkWanted
    | ChatSaid
    | Watchers
    | Unfollowed
    | Notice
)


class Unknown(Struct, frozen=True):
    """A message of a type that this side does not know; clients ignore it."""

    type: str
