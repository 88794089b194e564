"""People of this process who look for a table, and what they were told."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Final

from kozyr_protocol import codec
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.messages import Matched, Matching
from kozyr_server.rooms.peers import Peer
from kozyr_server.store.tickets import Found, Ticket

REMEMBERED: Final = 4096
"""Tables of which is known that they were told: the message and the next look both bring them."""


class Wait:
    """One person who looks for a table."""

    __slots__ = ("began_at", "gone_at", "number", "offered", "ticket")

    def __init__(self, ticket: Ticket, began_at: float) -> None:
        self.ticket = ticket
        self.began_at = began_at
        """Seconds of the loop's clock."""
        self.number = 0
        """People who wait for the same, as he was told last."""
        self.offered = False
        """Whether he was told that he may begin with bots."""
        self.gone_at: float | None = None
        """Since when his ticket is not in the store: his table is being opened, or it ended."""


class WaitingRoom:
    """All who wait here.

    Args:
        peers: the connections of a person to this process.

    Attributes:
        peers: As given.
        waits: By player.
    """

    def __init__(self, peers: Callable[[PlayerId], list[Peer]]) -> None:
        """Nobody waits."""
        self.waits: dict[PlayerId, Wait] = {}
        self.peers = peers
        self._told: OrderedDict[tuple[PlayerId, str], None] = OrderedDict()

    def enter(self, ticket: Ticket, now: float, number: int) -> Wait:
        """Somebody has a ticket, a first one or another one."""
        known = self.waits.get(ticket.player)
        wait = Wait(ticket, now if known is None else known.began_at)
        wait.number = number
        self.waits[ticket.player] = wait
        return wait

    def is_here(self, player: PlayerId) -> bool:
        """Whether he is connected to this process."""
        return bool(self.peers(player))

    def matched(self, player: PlayerId, found: Found) -> float | None:
        """Tell somebody his table, once, on all his connections to this process.

        Returns:
            At which moment of the loop's clock his wait began; None where he did not wait here.
        """
        wait = self.waits.get(player)
        if wait is not None and wait.ticket.id == found.ticket:
            del self.waits[player]
        peers = self.peers(player)
        if peers and self._is_news(player, found.ticket):
            _send(peers, Matched(found.room, found.seat))
        return None if wait is None else wait.began_at

    def again(self, peer: Peer, found: Found) -> None:
        """Tell his table to a connection that came after it was found."""
        self._is_news(peer.person.player, found.ticket)
        _send([peer], Matched(found.room, found.seat))

    def number(self, player: PlayerId, number: int, *, offered: bool) -> None:
        """Tell somebody how many wait for the same, if that is new."""
        wait = self.waits.get(player)
        if wait is None or (wait.number, wait.offered) == (number, offered):
            return
        wait.number, wait.offered = number, offered
        _send(self.peers(player), Matching(None, number, offered))

    def ended(self, player: PlayerId) -> None:
        """Tell somebody that he waits no longer."""
        if self.waits.pop(player, None) is not None:
            _send(self.peers(player), Matching(None, 0))

    def _is_news(self, player: PlayerId, ticket: str) -> bool:
        key = (player, ticket)
        is_new = key not in self._told
        self._told[key] = None
        if len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        return is_new


def _send(peers: Iterable[Peer], message: Matched | Matching) -> None:
    frame = codec.encode(message)
    for peer in peers:
        peer.send(frame)
