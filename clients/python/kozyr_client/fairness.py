"""Taking part in the shuffles of a room, and watching that nobody cheats in them.

Pure: the seed of a chain is drawn by a function that is handed in. A chain serves one game. Links
are given out only for the shuffle that the room's picture shows as opened, once its tips are
fixed, and never deeper than the shuffle's own: a deeper link would show those of later shuffles.

A server that calls an acknowledged link missing has cheated; the player knows and cannot prove it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from kozyr_client.errors import FairnessProblem
from kozyr_protocol import fair, rooms
from kozyr_protocol.messages import LinkWanted
from kozyr_protocol.rooms import Phase, RoomEvent, RoomView, UnknownEvent

REMEMBERED = 16
"""Shuffles whose tips are remembered; a deal shows its fairness before the next few."""


@dataclass
class _Game:
    """What was seen of the shuffles of one game."""

    number: int
    floor: int = 0
    """The last shuffle that was opened before the own tip was shown."""
    opened: dict[int, tuple[str | None, ...]] = field(default_factory=dict)
    """The tips that were announced, by shuffle."""
    firsts: dict[str, int] = field(default_factory=dict)
    """The first shuffle that lists a tip, where that was seen."""
    unsure: set[str] = field(default_factory=set)
    """Tips whose first shuffle may have been among what was not seen."""


class FairSeat:
    """The own part in the shuffles of one room."""

    def __init__(self, room: str, draw_seed: Callable[[], bytes]) -> None:
        self.room = room
        self.is_off = False
        """Whether the server refused the tip for good; then nothing is committed any more."""
        self._draw_seed = draw_seed
        self._chain = fair.Chain.from_seed(draw_seed())
        self._game: _Game | None = None
        self._sent: dict[int, str] = {}
        self._taken: set[int] = set()

    @property
    def tip(self) -> str:
        """The tip of the present chain, 64 hexadecimal digits."""
        return self._chain.tip.hex()

    def link(self, wanted: LinkWanted, view: RoomView) -> str | None:
        """The link that the server asks for, in hexadecimal.

        Args:
            wanted: the question.
            view: the room's newest picture.

        Returns:
            None: the shuffle was opened before the own tip was shown, with that of a program which
            had this seat before: only that one has its chain.

        Raises:
            FairnessProblem: it must not be given: the question does not fit what was announced.
        """
        game = self._game_of(view)
        if wanted.tip != self.tip:
            if wanted.n <= game.floor and wanted.tip in game.opened.get(wanted.n, ()):
                return None
            raise FairnessProblem(self.room, wanted.n, "A link of another chain is asked for.")
        if view.shuffle is None or view.shuffle.n != wanted.n or self.tip not in view.shuffle.tips:
            raise FairnessProblem(self.room, wanted.n, "A link is asked for before its shuffle.")
        first = game.firsts.get(self.tip)
        if wanted.first_n != first if first is not None else wanted.first_n <= game.floor:
            problem = f"Shuffle {wanted.first_n} was not the first that listed the own tip."
            raise FairnessProblem(self.room, wanted.n, problem)
        try:
            link = self._chain.link(fair.folds(wanted.n, wanted.first_n)).hex()
        except fair.FairnessError as error:
            raise FairnessProblem(self.room, wanted.n, *error.problems) from None
        self._sent[wanted.n] = link
        return link

    def acknowledged(self, n: int) -> None:
        """The server has taken the link for shuffle `n`."""
        self._taken.add(n)

    def take_picture(self, view: RoomView) -> None:
        """The whole picture came anew; an open shuffle is as good as its announcement."""
        game = self._game_of(view)
        if view.phase is Phase.PLAYING:
            tips = (seat.tip for seat in view.seats)
            game.unsure.update(tip for tip in tips if tip and tip not in game.firsts)
        if view.shuffle is not None:
            self._opened(view.shuffle.n, view.shuffle.tips, view)

    def take_events(
        self, events: Iterable[RoomEvent | UnknownEvent], view: RoomView
    ) -> list[FairnessProblem]:
        """Follow the shuffles.

        Args:
            events: of one update.
            view: the room after them.

        Returns:
            What is wrong, oldest first.
        """
        found: list[FairnessProblem] = []
        for event in events:
            match event:
                case rooms.ShuffleOpened():
                    self._opened(event.n, event.tips, view)
                case rooms.LinkTaken():
                    self._link_taken(event.seat, view)
                case rooms.Shuffled() if event.n in self._taken:
                    if self._seat(event.n, view) in event.missing:
                        found.append(self._called_missing(event.n))
                case rooms.FairnessShown():
                    problems = self._problems(event.fairness, view)
                    if problems:
                        found.append(FairnessProblem(self.room, event.fairness.n, *problems))
                case rooms.Reopened():
                    self._game_of(view)
                case _:
                    pass
        return found

    def _game_of(self, view: RoomView) -> _Game:
        """The present game; with a new one there is a new chain, for a chain serves one game."""
        if self._game is None:
            self._game = _Game(view.game_no)
        elif self._game.number != view.game_no:
            self._game = _Game(view.game_no)
            self._chain = fair.Chain.from_seed(self._draw_seed())
            self._sent.clear()
            self._taken.clear()
        return self._game

    def _opened(self, n: int, tips: tuple[str | None, ...], view: RoomView) -> None:
        game = self._game_of(view)
        if n == 1:
            game.unsure.clear()
        for tip in filter(None, tips):
            if tip not in game.unsure:
                game.firsts.setdefault(tip, n)
        if self.tip not in tips and all(seat.tip != self.tip for seat in view.seats):
            game.floor = max(game.floor, n)
        game.opened[n] = tips
        game.opened.pop(n - REMEMBERED, None)

    def _seat(self, n: int, view: RoomView) -> int | None:
        """The own seat as it was numbered at shuffle `n`: a draw moves the seats afterwards."""
        tips = self._game_of(view).opened.get(n, ())
        return tips.index(self.tip) if self.tip in tips else None

    def _link_taken(self, seat: int, view: RoomView) -> None:
        # A link is taken for the newest shuffle only; the picture may have moved past it.
        n = max(self._game_of(view).opened, default=0)
        if n in self._sent and self._seat(n, view) == seat:
            self._taken.add(n)

    def _called_missing(self, n: int) -> FairnessProblem:
        problem = "The server acknowledged the own link and now calls it missing."
        return FairnessProblem(self.room, n, problem)

    def _problems(self, shown: fair.Fairness, view: RoomView) -> list[str]:
        game = self._game_of(view)
        problems: list[str] = []
        if view.tip is not None and shown.tip != view.tip:
            problems.append("The server's tip is not the one that was published.")
        announced = game.opened.get(shown.n)
        if announced is not None and announced != shown.seat_tips:
            problems.append("The tips are not those that were announced.")
        if self.tip in shown.seat_tips and shown.n in self._sent:
            seat = shown.seat_tips.index(self.tip)
            used = shown.seat_links[seat] if seat < len(shown.seat_links) else None
            if used is None and shown.n in self._taken:
                problems.extend(self._called_missing(shown.n).problems)
            elif used is not None and used != self._sent[shown.n]:
                problems.append("The own link is not the one that was sent.")
        try:
            fair.check_deal(self.room, _known(shown, game), game.firsts, ())
        except fair.FairnessError as error:
            problems.extend(error.problems)
        return problems


def _known(shown: fair.Fairness, game: _Game) -> fair.Fairness:
    """The part of it that can be checked: without the tips that were older than what was seen."""
    known = tuple(tip is None or tip in game.firsts for tip in shown.seat_tips)
    if len(shown.seat_links) != len(known):
        known = (True,) * len(known)
    return fair.Fairness(
        n=shown.n,
        tip=shown.tip,
        server_link=shown.server_link,
        seat_tips=tuple(t if k else None for t, k in zip(shown.seat_tips, known, strict=True)),
        seat_links=shown.seat_links
        if all(known)
        else tuple(x if k else None for x, k in zip(shown.seat_links, known, strict=True)),
        missing=tuple(seat for seat in shown.missing if seat >= len(known) or known[seat]),
    )
