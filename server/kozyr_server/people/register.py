"""The connections of a process by who speaks on them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeVar

from kozyr_protocol.ids import PlayerId
from kozyr_server.people.callers import Caller

K = TypeVar("K")


class Register:
    """Who is connected to this process.

    A connection is found by its token from the beginning of its `hello`: what happens to the token
    while the store is asked about it must not be missed.
    """

    def __init__(self) -> None:
        self._digests: dict[Caller, str] = {}
        # By what others know a connection as: one side of it is a `Caller`, another a `Peer`.
        self._entered: dict[object, tuple[Caller, PlayerId]] = {}
        self._by_digest: defaultdict[str, set[Caller]] = defaultdict(set)
        self._by_player: defaultdict[PlayerId, set[Caller]] = defaultdict(set)

    def __len__(self) -> int:
        return len(self._digests)

    def __iter__(self) -> Iterator[Caller]:
        """Those whose `hello` was answered."""
        return iter([caller for caller, _ in self._entered.values()])

    def come(self, caller: Caller, digest: str) -> None:
        """A connection said `hello`."""
        self._digests[caller] = digest
        self._by_digest[digest].add(caller)

    def enter(self, caller: Caller, player: PlayerId) -> None:
        """It was answered."""
        if caller in self._digests:
            self._entered[caller] = caller, player
            self._by_player[player].add(caller)

    def leave(self, caller: Caller) -> None:
        """It is gone."""
        digest = self._digests.pop(caller, None)
        if digest is not None:
            _take_out(self._by_digest, digest, caller)
        entered = self._entered.pop(caller, None)
        if entered is not None:
            _take_out(self._by_player, entered[1], caller)

    def caller(self, peer: object) -> Caller | None:
        """A connection as people know it; None before its `hello` was answered."""
        entered = self._entered.get(peer)
        return None if entered is None else entered[0]

    def player_of(self, peer: object) -> PlayerId | None:
        """Who speaks on a connection; None before its `hello` was answered."""
        entered = self._entered.get(peer)
        return None if entered is None else entered[1]

    def of(self, player: PlayerId) -> Sequence[Caller]:
        """The connections of somebody."""
        return list(self._by_player.get(player, ()))

    def with_token(self, digest: str) -> Sequence[Caller]:
        """The connections that use a token."""
        return list(self._by_digest.get(digest, ()))


def _take_out(index: "defaultdict[K, set[Caller]]", key: K, caller: Caller) -> None:
    found = index[key]
    found.discard(caller)
    if not found:
        del index[key]
