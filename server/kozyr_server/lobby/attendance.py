"""Who is connected to this process, told to the store as it changes."""

from collections.abc import Iterable
from typing import Final

from kozyr_protocol.ids import PlayerId
from kozyr_protocol.messages import PersonSummary
from kozyr_server.lobby.hooks import Manners, Whereabouts
from kozyr_server.rooms.peers import Peer
from kozyr_server.store.presence import AT_ONCE, Presence

SWEEP: Final = 20
"""Each round one of so many parts of all people is looked at again: what rooms do by themselves
(a seat given up, a game that ends) is seen by this alone."""

_RANK: Final = {"lobby": 0, "watching": 1, "playing": 2}


class Attendance:
    """People of this process.

    Attributes:
        online: People who are connected to any process, as of the last round.
        bots: House bots among them.
    """

    def __init__(self, presence: Presence, whereabouts: Whereabouts, manners: Manners) -> None:
        """Nobody is here."""
        self.online = 0
        self.bots = 0
        self._presence = presence
        self._whereabouts = whereabouts
        self._manners = manners
        self._peers: dict[PlayerId, list[Peer]] = {}
        self._told: dict[PlayerId, PersonSummary] = {}
        self._changed: dict[PlayerId, None] = {}
        self._sweep: list[PlayerId] = []

    def __len__(self) -> int:
        return len(self._peers)

    def peers(self, player: PlayerId) -> list[Peer]:
        """His connections to this process."""
        return list(self._peers.get(player, ()))

    def came(self, peer: Peer) -> None:
        """A connection was greeted."""
        player = peer.person.player
        self._peers.setdefault(player, []).append(peer)
        self._changed[player] = None

    def went(self, peer: Peer) -> None:
        """A greeted connection ended."""
        player = peer.person.player
        peers = self._peers.get(player, [])
        if peer in peers:
            peers.remove(peer)
        if not peers:
            self._peers.pop(player, None)
        self._changed[player] = None

    def touched(self, peer: Peer) -> None:
        """Somebody did what may change how he is shown."""
        self._changed[peer.person.player] = None

    async def round(self) -> None:
        """Tell the store what changed; called once a second.

        Raises:
            StoreUnavailableError: the store is away; it is told the next time.
        """
        self._look_again()
        bots = sum(1 for person in self._told.values() if person.bot)
        while True:
            players = list(self._changed)[:AT_ONCE]
            changed = self._news(players)
            for player in players:
                del self._changed[player]
            bots += sum(_bots(self._told.get(p), now) for p, now in changed.items())
            try:
                told = await self._presence.tell(changed, bots)
            except BaseException:
                self._changed.update(dict.fromkeys(players))
                raise
            for player, person in changed.items():
                if person is None:
                    self._told.pop(player, None)
                else:
                    self._told[player] = person
            self.online, self.bots = told.online, told.bots
            if not told.is_known and self._told:
                self._changed.update(dict.fromkeys(p for p in self._told if p not in changed))
                self._told = {p: s for p, s in changed.items() if s is not None}
                bots = sum(1 for person in self._told.values() if person.bot)
            if not self._changed:
                return

    def _news(self, players: Iterable[PlayerId]) -> dict[PlayerId, PersonSummary | None]:
        """What is new of these people."""
        found: dict[PlayerId, PersonSummary | None] = {}
        for player in players:
            peers = self._peers.get(player)
            now = None if peers is None else self._shown(player, peers)
            if now != self._told.get(player):
                found[player] = now
        return found

    def _shown(self, player: PlayerId, peers: list[Peer]) -> PersonSummary:
        doing, room = max((self._whereabouts(peer) for peer in peers), key=_rank)
        newest = peers[-1]
        return PersonSummary(
            player,
            newest.person.name,
            self._manners.is_claimed(newest),
            any(peer.person.is_house for peer in peers),
            doing,
            room,
        )

    def _look_again(self) -> None:
        if not self._sweep:
            self._sweep = list(self._peers)
        part = -(-len(self._peers) // SWEEP)
        for player in self._sweep[:part]:
            self._changed[player] = None
        del self._sweep[:part]


def _rank(where: tuple[str, object]) -> tuple[int, bool]:
    """Of several connections the one that does most is shown, in a public room rather."""
    doing, room = where
    return _RANK.get(doing, 0), room is not None


def _bots(before: PersonSummary | None, now: PersonSummary | None) -> int:
    was = before is not None and before.bot
    return int(now is not None and now.bot) - int(was)
