"""What happens in a room, told from the picture of one who follows it."""

from collections.abc import Callable
from typing import Any

from kozyr_bots.errors import GameLostError
from kozyr_bots.plan import Audience, Progress, Result
from kozyr_client import Changed, Fresh, Room
from kozyr_client.following import decoded_table
from kozyr_protocol.games import WIRES
from kozyr_protocol.rooms import GameEnded, Phase, RoomView


class Watch:
    """Tells an audience what happens in a room; takes the room's news.

    Attributes:
        results: Of the games that ended so far, in order.
    """

    def __init__(self, room: Room, audience: Audience, actions: Callable[[], int]) -> None:
        self.results: list[Result] = []
        self._room = room
        self._audience = audience
        self._actions = actions
        self._told = 0
        self._actions_before = 0

    async def until_game(self, last_game: int) -> None:
        """Watch until the game with this number has ended. Safe to cancel.

        Raises:
            GameLostError: The room is gone before.
            KozyrError: It is not followed any more for another reason.
        """
        self._told = self._room.view.game_no - 1
        self._look(self._room.view)
        while self._told < last_game:
            try:
                news = await anext(self._room)
            except StopAsyncIteration:
                raise GameLostError(f"room {self._room.id} was closed") from None
            match news:
                case Changed(events=events, view=view):
                    for event in events:
                        if isinstance(event, GameEnded):
                            self._end(view, view.game_no, event.totals, event.winners)
                    self._look(view)
                case Fresh(view=view):
                    self._look_back(view)
                    self._look(view)
                case _:
                    pass

    def _look(self, view: RoomView) -> None:
        table = _table(view)
        self._audience.moved(
            Progress(
                room=view.room,
                game=view.game,
                phase=view.phase,
                game_no=view.game_no,
                deal=_part(table, "deal", 0),
                names=_names(view),
                totals=tuple(_part(table, "totals", ())),
                actions=self._actions(),
            )
        )

    def _look_back(self, view: RoomView) -> None:
        """A game may have ended in the steps that a fresh picture takes the place of."""
        ended_no = view.game_no if view.phase is Phase.FINISHED else view.game_no - 1
        if view.record is not None and ended_no > self._told:
            # The next game's table is empty: the result of this one is only in its record.
            result = _part(_table(view), "result", None)
            totals, winners = _part(result, "totals", ()), _part(result, "winners", ())
            self._end(view, ended_no, tuple(totals), tuple(winners))
        self._told = max(self._told, ended_no)

    def _end(
        self, view: RoomView, game_no: int, totals: tuple[int, ...], winners: tuple[int, ...]
    ) -> None:
        actions = self._actions() - self._actions_before
        self._actions_before += actions
        self._told = game_no
        result = Result(
            room=view.room,
            game=view.game,
            game_no=game_no,
            record=view.record or "",
            public=view.public,
            ended=view.ended or "",
            names=_names(view),
            totals=totals,
            winners=winners,
            actions=actions,
        )
        self.results.append(result)
        self._audience.ended(result)


def _names(view: RoomView) -> tuple[str, ...]:
    return tuple(seat.name for seat in view.seats)


def _table(view: RoomView) -> Any:
    return decoded_table(view, WIRES.get(view.game))


def _part(whole: Any, name: str, otherwise: Any) -> Any:
    """A field of a game's view; of plain maps for a game that is not known here."""
    if isinstance(whole, dict):
        return whole.get(name, otherwise)
    return getattr(whole, name, otherwise)
