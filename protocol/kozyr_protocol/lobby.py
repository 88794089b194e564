"""Messages of the lobby: tables that can be joined, people, quick match."""

from typing import Annotated

from msgspec import Meta, Struct

from kozyr_protocol.base import Command, Language, ServerMessageBase, Text
from kozyr_protocol.ids import GameKey, PlayerId, RoomId
from kozyr_protocol.limits import MAX_INTEGER
from kozyr_protocol.rooms import ChatLine, Phase

PresetName = Annotated[str, Meta(max_length=64)]
PhraseId = Annotated[str, Meta(max_length=32)]
After = Annotated[str, Meta(max_length=64)]

# --- What a client says


class ListRooms(Command, tag="list", frozen=True):
    """Ask for public rooms that can be joined or watched; answered by `rooms`."""

    game: GameKey | None = None
    after: After | None = None
    """`next` of the page before."""
    preset: PresetName | None = None
    """Rooms of this preset only."""
    language: Language | None = None
    """Rooms where this is spoken, and those that name none."""
    free: bool = False
    """Only rooms that wait and have a free seat."""


class WatchLobby(Command, tag="lobby", frozen=True):
    """Be in the lobby: one page of rooms, kept up to date, its chat, and who is there.

    Answered by `lobby`; asked again it changes the page. Fields as in `list`.
    """

    game: GameKey | None = None
    after: After | None = None
    preset: PresetName | None = None
    language: Language | None = None
    free: bool = False


class LeaveLobby(Command, tag="leave_lobby", frozen=True):
    """Hear no more of the lobby."""


class LobbyChat(Command, tag="lobby_chat", frozen=True):
    """Say something to all who are in the lobby; one must be there."""

    text: Text = ""
    phrase: PhraseId | None = None
    """Instead of a text: a quick phrase, which each reads in his language."""


class ListPeople(Command, tag="people", frozen=True):
    """Ask who is connected; answered by `people`."""

    after: After | None = None


class Wish(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table that somebody would play at."""

    game: GameKey
    preset: PresetName | None = None
    """None: the game's default table."""
    seats: Annotated[int, Meta(ge=2, le=16)] | None = None
    """None: what the game is best with."""


class FindMatch(Command, tag="match", frozen=True):
    """Quick match: be given a table of one of these kinds. Answered by `matching`, then `matched`.

    A person has one ticket, on whatever connection; asked again it is replaced and keeps its place
    in the line for the tables that stay wished. It ends with `unmatch`, or some seconds after its
    last connection is gone.
    """

    wishes: Annotated[tuple[Wish, ...], Meta(min_length=1, max_length=8)]
    """The most wanted first."""
    bots: bool = False
    """Begin at once, with house bots in the seats that are left."""


class StopMatch(Command, tag="unmatch", frozen=True):
    """Look for a table no longer."""


LobbyCommand = ListRooms | WatchLobby | LeaveLobby | LobbyChat | ListPeople | FindMatch | StopMatch
"""Commands about tables and people that belong to no room."""

# --- What the server says


class RoomSummary(Struct, frozen=True, omit_defaults=True):
    """A room as the lobby lists it."""

    room: RoomId
    game: GameKey
    preset: str | None
    name: str
    phase: Phase
    seats: int
    taken: int
    """Seats that are not free, those of house bots included."""
    spectators: bool
    language: str | None = None
    access: str = "open"
    """`open`, `knock` or `password`: what it takes to sit down."""
    bots: int = 0
    """Seats of house bots among those taken."""
    host: str = ""
    """Name of the host; empty: there is none."""


class Rooms(ServerMessageBase, tag="rooms", frozen=True):
    """Answer to `list`: up to 50 rooms, those with free seats first."""

    id: int
    rooms: tuple[RoomSummary, ...]
    next: str | None
    """Give it as `after` for the next page; None: this was the last."""


class Lobby(ServerMessageBase, tag="lobby", frozen=True):
    """Answer to `lobby`."""

    id: int
    rooms: tuple[RoomSummary, ...]
    """Up to 50, those with free seats first, then by id."""
    next: str | None
    total: int
    """Rooms that the filter leaves, on all pages."""
    online: int
    """People who are connected, bots included."""
    chat: tuple[ChatLine, ...] = ()
    """The last 100 lines, oldest first."""
    read_only: bool = False
    """Nobody but the admins may write in the lobby now."""
    slow_s: float = 0.0
    """Seconds that everybody has to wait between two lines."""
    announcement: str = ""
    """What the host has to say to all."""


class LobbyChanged(ServerMessageBase, tag="lobby_changed", frozen=True):
    """The page of the lobby changed: at most once a second, and only what is new."""

    rooms: tuple[RoomSummary, ...] = ()
    """New on the page, or changed: put each in the place of the one with its id."""
    gone: tuple[RoomId, ...] = ()
    """No longer on the page."""
    next: str | None = None
    total: int = 0
    online: int = 0
    read_only: bool = False
    slow_s: float = 0.0


def folded(rooms: tuple[RoomSummary, ...], changed: LobbyChanged) -> tuple[RoomSummary, ...]:
    """The rooms of a page after a change, in the order of the list: free seats first, then by id.

    Args:
        rooms: as `lobby` showed them, or as this function left them.
        changed: what the server says next.
    """
    gone = {*changed.gone, *(room.room for room in changed.rooms)}
    kept = (room for room in rooms if room.room not in gone)
    return tuple(
        sorted((*kept, *changed.rooms), key=lambda room: (room.taken >= room.seats, room.room))
    )


class LobbySaid(ServerMessageBase, tag="lobby_chat", frozen=True):
    """Somebody said something in the lobby, or (`hidden`) a line is taken away."""

    line: ChatLine


class PersonSummary(Struct, frozen=True, omit_defaults=True):
    """Somebody who is connected."""

    player: PlayerId
    name: str
    claimed: bool = False
    bot: bool = False
    doing: str = "lobby"
    """`lobby`, `playing` or `watching`."""
    room: RoomId | None = None
    """The public room in which he is."""


class People(ServerMessageBase, tag="people", frozen=True):
    """Answer to `people`: up to 50, by name."""

    id: int
    people: tuple[PersonSummary, ...]
    next: str | None
    total: int


class Matching(ServerMessageBase, tag="matching", frozen=True):
    """A table is looked for: the answer to `match`, and (`id` None) when something changed."""

    id: int | None
    waiting: Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
    """People who wait for one of the same tables, this one included; 0: he waits no longer."""
    bots_offered: bool = False
    """He has waited for some time: `match` with `bots` begins at once."""


class Matched(ServerMessageBase, tag="matched", frozen=True):
    """A table was found, and a seat there is his: follow the room and be ready.

    Who does not follow it within 30 seconds loses the seat. Also said to connections of his that
    come within a minute after it was found.
    """

    room: RoomId
    seat: int
