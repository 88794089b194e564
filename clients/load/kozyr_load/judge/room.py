"""All clients of one room held against each other."""

from msgspec import Struct

from kozyr_load.judge import masks
from kozyr_load.judge.court import Court
from kozyr_load.judge.ring import Ring
from kozyr_load.judge.violation import Kind

VERSIONS = 256
"""Versions of a room whose pictures are kept to compare later ones with."""

ROLLBACK_S = 5.0
"""For so long after a rollback frames of the old history may still be on their way to others."""


class Seen(Struct, frozen=True):
    """What one client saw at one version."""

    client: str
    seat: int | None
    """Its seat; None: a spectator."""
    hand: int
    """Cards that it holds, as bits."""
    hidden: int
    """Those of them that nobody else may know."""
    seen: int
    """Cards that it was shown in this deal."""


class _Step(Struct):
    tag: str
    digest: bytes
    first: str
    """The client that told of it first."""
    clients: dict[str, Seen]


class RoomJudge:
    """Compares what the clients of a room saw, version by version.

    Args:
        court: takes violations.
        room: its id.
        game: the game's key.
    """

    def __init__(self, court: Court, room: str, game: str) -> None:
        """Nothing was seen yet."""
        self.court = court
        self.room = room
        self.game = game
        self.rings: dict[str, Ring] = {}
        self._steps: dict[int, _Step] = {}
        self._rolled_back_s = float("-inf")

    def see(self, version: int, tag: str, digest: bytes, seen: Seen) -> None:
        """Take what a client saw at a version, and compare it with what the others saw.

        Args:
            version: of the room.
            tag: of that version.
            digest: of the public part of the client's picture.
            seen: the cards.
        """
        counts = self.court.counts
        step = self._steps.get(version)
        if step is None:
            self._steps[version] = _Step(tag, digest, seen.client, {seen.client: seen})
            if len(self._steps) > VERSIONS:
                del self._steps[next(iter(self._steps))]
            counts.count("judged.versions")
            return
        counts.count("judged.pictures")
        if step.tag != tag:
            if self.court.now_s() - self._rolled_back_s > ROLLBACK_S:
                self.report(
                    Kind.HISTORY,
                    f"{seen.client} was told another tag for this version than {step.first}",
                    version,
                    seen.client,
                    step.first,
                )
            return
        if step.digest != digest:
            self.report(
                Kind.PICTURE,
                f"{seen.client} sees another picture than {step.first}",
                version,
                seen.client,
                step.first,
            )
        for other in step.clients.values():
            self._compare(version, seen, other)
            self._compare(version, other, seen)
        step.clients[seen.client] = seen

    def rolled_back(self, version: int) -> None:
        """The server said that the room is at this version again."""
        self._rolled_back_s = self.court.now_s()
        for gone in [each for each in self._steps if each >= version]:
            del self._steps[gone]

    def report(
        self, kind: Kind, message: str, version: int | None, client: str, *others: str
    ) -> None:
        """Take a violation, with the frames of the clients named and of a few others."""
        names = [client, *others]
        names += [name for name in self.rings if name not in names][: max(0, 4 - len(names))]
        self.court.report(
            kind,
            message,
            room=self.room,
            game=self.game,
            version=version,
            client=client,
            rings=[(name, self.rings[name]) for name in names if name in self.rings],
        )

    def _compare(self, version: int, watching: Seen, holding: Seen) -> None:
        """Report a card that one holds and the other was shown."""
        if holding.seat is None or holding.seat == watching.seat:
            return
        leaked = watching.seen & holding.hidden
        if not leaked:
            return
        # The same card for the rest of the deal is one leak.
        where = f"{watching.client} was shown {', '.join(masks.names(leaked))}"
        self.report(
            Kind.LEAK,
            f"{where} in the hand of {holding.client}",
            version,
            watching.client,
            holding.client,
        )
