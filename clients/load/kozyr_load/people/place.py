"""A room as the people in it need it."""

from typing import Literal, Protocol

from kozyr_load.judge.witness import Witness
from kozyr_load.people.steps import Acted
from kozyr_protocol.ids import RoomId
from kozyr_protocol.messages import Error
from kozyr_protocol.rooms import GameEnded, Phase

Mode = Literal["events", "views"]


class Place(Protocol):
    """The room that a person is in.

    Attributes:
        room: Its id; None before it is opened.
        code: What lets others in; None: it is public.
        phase: As far as somebody has heard.
    """

    room: RoomId | None
    code: str | None
    phase: Phase

    def create(self, number: int) -> bytes:
        """The command that opens it, for its host."""

    def created(self, room: RoomId, code: str | None) -> None:
        """The host has opened it."""

    def refused(self, error: Error) -> None:
        """It could not be opened, or is gone."""

    def told(self, version: int, now_s: float) -> None:
        """A player heard of a version that was not his own action."""

    def acted(self, acted: Acted) -> None:
        """A player's action became a version."""

    def game_ended(self, event: GameEnded, version: int) -> None:
        """A game is over; told by each player who hears it."""

    def witness(self, name: str, mode: Mode) -> Witness | None:
        """Who judges what a person of that name hears; None: nobody."""
