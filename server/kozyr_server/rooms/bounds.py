"""Bounds of rooms that a host may set."""

from msgspec import Struct

from kozyr_protocol.limits import MAX_ROOMS
from kozyr_server.rooms.decision import LISTS, Lists
from kozyr_server.rooms.due import PATIENCE, Patience
from kozyr_server.rooms.passwords import GUESSES, Guesses
from kozyr_server.settings import Settings


class RoomBounds(Struct, frozen=True):
    """What the rooms of a process are held to."""

    per_connection: int = MAX_ROOMS
    """Rooms that one connection may follow."""
    patience: Patience = PATIENCE
    lists: Lists = LISTS
    guesses: Guesses = GUESSES
    bots_per_host: int = 12
    """Seats that the house bots of a process may have in the rooms of one person."""


BOUNDS = RoomBounds()


def from_settings(settings: Settings) -> RoomBounds:
    """The bounds that a server is set to."""
    return RoomBounds(
        settings.rooms_per_connection,
        Patience(
            seat_kept_ms=_ms(settings.seat_kept_s),
            empty_closes_ms=_ms(settings.empty_closes_s),
            idle_closes_ms=_ms(settings.idle_closes_s),
            finished_closes_ms=_ms(settings.finished_closes_s),
            abandoned_ms=_ms(settings.abandoned_s),
            stand_in_ms=_ms(settings.stand_in_after_s),
            pause_ms=_ms(settings.pause_s),
            pauses_ms=_ms(settings.pauses_s),
            away_ms=_ms(settings.claim_table_after_s),
            bots_wait_ms=_ms(settings.bots_wait_s),
        ),
        Lists(settings.room_knocks, settings.room_listed, settings.minutes_given),
        Guesses(
            settings.password_tries_per_min,
            settings.room_password_tries_per_min,
            settings.passwords_waiting,
        ),
        settings.bots_per_host,
    )


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
