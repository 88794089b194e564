"""Messages about people: names that are kept, tokens, and what keeps a place civil."""

from typing import Annotated

from msgspec import Meta, Struct

from kozyr_protocol.base import Command, Name, Passphrase, Player, Room, ServerMessageBase, Text
from kozyr_protocol.discreet import Discreet
from kozyr_protocol.ids import PlayerId

TokenId = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}$(?!\n)")]

# --- What a client says


class Me(Command, tag="me", frozen=True):
    """Ask who one is here; answered by `you`."""


class Rename(Command, tag="rename", frozen=True):
    """Go by another name from now on; answered by `you`. Seats keep the name they were taken with.

    Who has claimed a name gives it up by this, unless it is the same name in other capitals.
    """

    name: Name


class ClaimName(Discreet, Command, tag="claim", frozen=True):
    """Keep a name for oneself: nobody else can go by it. Answered by `you`."""

    name: Name
    passphrase: Passphrase
    """8 to 128 characters after trimming. With it one signs in on other devices."""


class SignIn(Discreet, Command, tag="sign_in", frozen=True):
    """Get a token of the person who claimed a name; answered by `signed_in`.

    The connection stays who it was: connect anew with the token.
    """

    name: Name
    passphrase: Passphrase


class ChangePassphrase(Discreet, Command, tag="passphrase", frozen=True):
    """Take another passphrase for one's claimed name."""

    old: Passphrase
    new: Passphrase


class ListTokens(Command, tag="tokens", frozen=True):
    """Ask for one's tokens: on how many devices one is known. Answered by `tokens`."""


class RevokeToken(Command, tag="revoke", frozen=True):
    """Make a token worthless; its connections are closed with 4505."""

    token: TokenId | None = None
    """As `tokens` names it; None: all but the one of this connection."""


class Ignore(Command, tag="ignore", frozen=True):
    """Hear no more of what somebody writes, or hear it again; nobody is told."""

    player: Player
    ignore: bool = True


class Report(Command, tag="report", frozen=True):
    """Tell the host about somebody; the lines of chat around it are kept with the report."""

    player: Player
    reason: Annotated[str, Meta(pattern=r"^(chat|name|cheating|spoiling|other)$(?!\n)")]
    text: Text = ""
    room: Room | None = None
    """Where it happened; None: in the lobby."""


class EnterHouse(Discreet, Command, tag="house", frozen=True):
    """Be a house bot: offered seats, and seats of people who are away. From this machine only."""

    key: Annotated[str, Meta(max_length=128)]
    """The key that the server handed to its bots when it started."""
    name: Name | None = None
    """To play under, also one with the mark of house bots, ♣; None: as greeted."""


PeopleCommand = (
    Me
    | Rename
    | ClaimName
    | SignIn
    | ChangePassphrase
    | ListTokens
    | RevokeToken
    | Ignore
    | Report
    | EnterHouse
)
"""Commands about oneself and others, in no room."""

# --- What the server says


class Sanction(Struct, frozen=True):
    """What somebody may not do here, for how long and why. He is always told."""

    kind: str
    """`mute`: he may not write. `ban`: he may not come in."""
    until_ms: int | None
    """Unix time, ms; None: until it is lifted."""
    reason: str


class You(ServerMessageBase, tag="you", frozen=True):
    """Who one is here. Also said without being asked (`id` None) when it changed elsewhere."""

    id: int | None
    player: PlayerId
    name: str
    claimed: bool = False
    """Whether the name is kept for him."""
    ignored: tuple[PlayerId, ...] = ()
    """Whom he does not want to hear."""
    sanctions: tuple[Sanction, ...] = ()


class SignedIn(Discreet, ServerMessageBase, tag="signed_in", frozen=True):
    """Answer to `sign_in`: connect anew with this token."""

    id: int
    player: PlayerId
    name: str
    token: str
    """Shown once."""


class TokenInfo(Struct, frozen=True):
    """One token of a person: a device, most often."""

    token: str
    """16 hexadecimal digits, by which `revoke` names it; not the token itself."""
    created_ms: int
    """Unix time, ms."""
    seen_ms: int
    """When it was last used, to the hour."""
    client: str
    """The program that used it last, as it called itself."""
    current: bool
    """Whether this connection uses it."""


class Tokens(ServerMessageBase, tag="tokens", frozen=True):
    """Answer to `tokens`, the last used first; at most 32."""

    id: int
    tokens: tuple[TokenInfo, ...]


class Sanctioned(ServerMessageBase, tag="sanction", frozen=True):
    """One is punished from now on, or (`lifted`) not any more."""

    sanction: Sanction
    lifted: bool = False
