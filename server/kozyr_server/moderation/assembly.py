"""The admins' interface, put together."""

import time

from starlette.routing import BaseRoute

from kozyr_games.registry import GAMES
from kozyr_server.moderation.admin_token import token_of
from kozyr_server.moderation.guard import Guard
from kozyr_server.moderation.http_api import AdminParts, routes
from kozyr_server.moderation.journal import Journal
from kozyr_server.moderation.looking import Lookout
from kozyr_server.moderation.moderator import ModeratedRooms, Moderator
from kozyr_server.people.enforcing import Drain
from kozyr_server.people.service import PeopleService
from kozyr_server.settings import Settings
from kozyr_server.store.client import RedisStore
from kozyr_server.store.model import ProcessId
from kozyr_server.telemetry import Metrics
from kozyr_server.transport.connections import Connections
from kozyr_server.transport.limits import Rate


def admin_routes(
    settings: Settings,
    store: RedisStore,
    rooms: ModeratedRooms,
    people: PeopleService,
    metrics: Metrics,
    process: ProcessId,
) -> list[BaseRoute]:
    """The routes of admins.

    Args:
        settings: all of them.
        store: of everything.
        rooms: that they can reach into.
        people: of this process.
        metrics: figures.
        process: this one.

    Raises:
        AdminTokenError: the token cannot be had.
    """
    parts = people.parts
    rate = Rate(settings.admin_per_s, max(1, round(settings.admin_per_s * 5)))
    journal = Journal(store.people.audit, settings.data)
    moderator = Moderator(store.people, store.lobby_chat, rooms, journal, parts.unix_ms)
    return routes(
        AdminParts(
            Guard(token_of(settings), rate, time.monotonic, metrics.admin_requests),
            Lookout(store, GAMES, parts.book, parts.unix_ms),
            moderator,
            process,
            lambda: len(parts.register),
        )
    )


def drainer(process: ProcessId, connections: Connections, within_s: float) -> Drain:
    """What an admin's `drain` does to this process."""

    def drain(target: str, drains: bool) -> None:
        if target not in {"", process}:
            return
        if drains:
            connections.send_away(within_s)
        else:
            connections.take_in()

    return drain
