"""All messages of protocol 1: what a client may say and what the server says.

One frame is one message, a map with readable keys; `type` names it. `protocol/README.md` is the
normative text; this module changes together with it.
"""

from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

from kozyr_protocol.base import (
    Access,
    CommandId,
    Hash,
    Key,
    Language,
    Level,
    Mode,
    Name,
    Room,
    Text,
    VersionNumber,
)
from kozyr_protocol.base import ClientMessageBase as ClientMessageBase
from kozyr_protocol.base import Command as Command
from kozyr_protocol.base import ServerMessageBase as ServerMessageBase
from kozyr_protocol.discreet import Discreet
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import GameKey, PlayerId, RoomId, Tag
from kozyr_protocol.limits import MAX_INTEGER
from kozyr_protocol.lobby import FindMatch as FindMatch
from kozyr_protocol.lobby import LeaveLobby as LeaveLobby
from kozyr_protocol.lobby import ListPeople as ListPeople
from kozyr_protocol.lobby import ListRooms as ListRooms
from kozyr_protocol.lobby import Lobby as Lobby
from kozyr_protocol.lobby import LobbyChanged as LobbyChanged
from kozyr_protocol.lobby import LobbyChat as LobbyChat
from kozyr_protocol.lobby import LobbyCommand as LobbyCommand
from kozyr_protocol.lobby import LobbySaid as LobbySaid
from kozyr_protocol.lobby import Matched as Matched
from kozyr_protocol.lobby import Matching as Matching
from kozyr_protocol.lobby import People as People
from kozyr_protocol.lobby import PersonSummary as PersonSummary
from kozyr_protocol.lobby import Rooms as Rooms
from kozyr_protocol.lobby import RoomSummary as RoomSummary
from kozyr_protocol.lobby import StopMatch as StopMatch
from kozyr_protocol.lobby import WatchLobby as WatchLobby
from kozyr_protocol.lobby import Wish as Wish
from kozyr_protocol.people import ChangePassphrase as ChangePassphrase
from kozyr_protocol.people import ClaimName as ClaimName
from kozyr_protocol.people import EnterHouse as EnterHouse
from kozyr_protocol.people import Ignore as Ignore
from kozyr_protocol.people import ListTokens as ListTokens
from kozyr_protocol.people import Me as Me
from kozyr_protocol.people import PeopleCommand as PeopleCommand
from kozyr_protocol.people import Rename as Rename
from kozyr_protocol.people import Report as Report
from kozyr_protocol.people import RevokeToken as RevokeToken
from kozyr_protocol.people import Sanction as Sanction
from kozyr_protocol.people import Sanctioned as Sanctioned
from kozyr_protocol.people import SignedIn as SignedIn
from kozyr_protocol.people import SignIn as SignIn
from kozyr_protocol.people import TokenInfo as TokenInfo
from kozyr_protocol.people import Tokens as Tokens
from kozyr_protocol.people import You as You
from kozyr_protocol.rooms import ChatLine as ChatLine
from kozyr_protocol.rooms import Clock, RoomView, SeatIndex
from kozyr_protocol.tables import AddBot as AddBot
from kozyr_protocol.tables import AnswerKnock as AnswerKnock
from kozyr_protocol.tables import ClaimTable as ClaimTable
from kozyr_protocol.tables import GiveTime as GiveTime
from kozyr_protocol.tables import HideLine as HideLine
from kozyr_protocol.tables import Invitation as Invitation
from kozyr_protocol.tables import Invite as Invite
from kozyr_protocol.tables import Kick as Kick
from kozyr_protocol.tables import Knock as Knock
from kozyr_protocol.tables import Offer as Offer
from kozyr_protocol.tables import Pause as Pause
from kozyr_protocol.tables import Silence as Silence
from kozyr_protocol.tables import SlowMode as SlowMode
from kozyr_protocol.tables import StandIn as StandIn
from kozyr_protocol.tables import TableCommand as TableCommand
from kozyr_protocol.tables import VoteEnd as VoteEnd


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
    language: Language | None = None
    """Of the person at the client: in it the server proposes a name."""


class Ping(ClientMessageBase, tag="ping", frozen=True):
    """Are you there? The server answers `pong`."""

    id: CommandId = 0


class Pong(ClientMessageBase, tag="pong", frozen=True):
    """Answer to the server's `ping`."""

    id: CommandId = 0


class Create(Discreet, Command, tag="create", frozen=True):
    """Open a room; answered by `created`. The same player and key give the same room."""

    key: Key
    game: GameKey
    preset: Annotated[str, Meta(max_length=64)] | None = None
    """`GAME/name`; None: the game's default."""
    options: dict[str, Any] = {}  # noqa: RUF012  msgspec copies it
    """Options beside those of the preset."""
    seats: Annotated[int, Meta(ge=0, le=MAX_INTEGER)] | None = None
    """None: what the preset or the game is best with."""
    name: Name | None = None
    public: bool = True
    spectators: bool = True
    clock: Clock = Clock()
    language: Language | None = None
    """What is spoken there; None: anything."""
    access: Access = "open"
    password: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """With `access` = `password`."""
    bots: Annotated[int, Meta(ge=0, le=15)] = 0
    """So many seats, the last ones, are played by house bots."""
    bot_level: Level = "strong"


class Follow(Discreet, Command, tag="follow", frozen=True):
    """Follow a room, as what one is there: its player, or a spectator. Answered by `followed`."""

    room: Room
    mode: Mode = "events"
    version: VersionNumber | None = None
    """With `tag`: the last update that the client has; it gets all later ones."""
    tag: Annotated[Tag, Meta(max_length=16)] | None = None
    code: Annotated[str, Meta(max_length=32)] | None = None
    """Of the invitation, to a private room in which one has no seat."""
    password: Annotated[str, Meta(max_length=64)] | None = None
    """To a room with `access` = `password` in which one has no seat."""


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
    text: Text = ""
    phrase: Annotated[str, Meta(max_length=32)] | None = None
    """Instead of a text: a quick phrase, which each reads in his language."""


RoomCommand = Join | Leave | SetReady | Start | Act | Rematch | CommitTip | FeedLink | TableCommand
"""Commands that change a room's state, through a commit."""

ClientMessage = (
    Hello
    | Ping
    | Pong
    | Create
    | Follow
    | Unfollow
    | Chat
    | HideLine
    | RoomCommand
    | LobbyCommand
    | PeopleCommand
)


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
    claimed: bool = False
    """Whether the name is kept for this player."""
    sanctions: tuple[Sanction, ...] = ()
    """What he may not do here now."""


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
    facts: dict[str, Any] = {}  # noqa: RUF012  msgspec copies it
    """What was wrong and what would be right, by code."""


class Created(Discreet, ServerMessageBase, tag="created", frozen=True):
    """Answer to `create`."""

    id: int
    room: RoomId
    code: str | None = None
    """Of the invitation to a room that is not public."""


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
    chat: tuple[ChatLine, ...] = ()
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
    `outdated`: a newer server wrote the room; connect again and another will serve it.
    `kicked`: the host sent you out."""


class Notice(ServerMessageBase, tag="notice", frozen=True):
    """The server says something to everybody."""

    code: str
    """`draining`: it goes down; come back after `delay_ms`, another one serves your rooms.
    `announcement`: the host says something to all. `warning`: to you alone."""
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
    | Lobby
    | LobbyChanged
    | LobbySaid
    | People
    | Matching
    | Matched
    | You
    | SignedIn
    | Tokens
    | Sanctioned
    | Invitation
    | Offer
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
