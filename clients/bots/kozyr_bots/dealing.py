"""Decks for games without a server: chains of links whose seeds are given, and ids of rooms.

What is dealt is checked like any other deal, but nothing in it is secret: who knows the seeds
knows the cards.
"""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from kozyr_games.spec import Pack, Seat
from kozyr_protocol import fair
from kozyr_protocol.fair import Chain, Fairness
from kozyr_protocol.ids import RoomId

_ROOM_DOMAIN = b"kozyr.selfplay.room/1"
_CHAIN_DOMAIN = b"kozyr.selfplay.chain/1"


def room_id(name: str) -> RoomId:
    """The id of a room that no server has, in the form of all rooms; the same for the same name."""
    digest = hashlib.sha256(_ROOM_DOMAIN + b"\0" + name.encode()).digest()
    return RoomId(f"{digest[0]:02x}{base64.b32encode(digest[1:11]).decode().lower()[:12]}")


def chain(name: str) -> Chain:
    """A chain of links; the same for the same name, and so no secret."""
    return Chain.from_seed(hashlib.sha256(_CHAIN_DOMAIN + b"\0" + name.encode()).digest())


@dataclass(repr=False)
class Shoe:
    """Where the decks of one game come from, shuffle after shuffle.

    Attributes:
        room: The room's id, which is part of every shuffle.
        server: The server's chain.
        players: The chain of each seat; None where the seat takes no part.
        n: The number of the last shuffle.
    """

    room: RoomId
    server: Chain
    players: tuple[Chain | None, ...]
    n: int = 0

    def shuffle(self, pack: Pack, missing: Sequence[Seat] = ()) -> tuple[Pack, Fairness]:
        """The next deck, and what verifies it.

        Args:
            pack: In its fixed order.
            missing: Seats, ascending, that take part and send no link.

        Raises:
            FairnessError: The chain has no link left.
        """
        self.n += 1
        links = [
            None if own is None or seat in missing else own.link(self.n)
            for seat, own in enumerate(self.players)
        ]
        server_link = self.server.link(self.n)
        deck = fair.shuffled(pack, fair.deal_key(server_link, self.room, self.n, links))
        return deck, Fairness(
            n=self.n,
            tip=self.server.tip.hex(),
            server_link=server_link.hex(),
            seat_tips=tuple(None if own is None else own.tip.hex() for own in self.players),
            seat_links=tuple(None if link is None else link.hex() for link in links),
            missing=tuple(missing),
        )

    def reseat(self, order: Sequence[Seat]) -> None:
        """Let the chains follow their players: for each new seat its number before."""
        self.players = tuple(self.players[old] for old in order)
