"""The lobby, put together from the settings."""

from typing import cast

from kozyr_server.lobby.hooks import Hooks
from kozyr_server.lobby.matching import MatchSettings
from kozyr_server.lobby.service import LobbyService, LobbySettings
from kozyr_server.rooms import bounds
from kozyr_server.rooms.decision import Games
from kozyr_server.settings import Settings
from kozyr_server.store.lobby_stores import LobbyStore
from kozyr_server.store.model import Store
from kozyr_server.store.tickets import Patience
from kozyr_server.telemetry import Metrics


def lobby_from(
    settings: Settings, games: Games, store: Store, metrics: Metrics, hooks: Hooks
) -> LobbyService:
    """The lobby of a process; nothing runs before `start`.

    Args:
        settings: all of them.
        games: the registry.
        store: a `RedisStore`, or what wraps one.
        metrics: counts.
        hooks: what others know of people.
    """
    # All that a wrapper does not have is the store's own, by `__getattr__`: mypy cannot see that.
    whole = cast("LobbyStore", store)
    return LobbyService(games, whole, metrics, settings_of(settings), hooks)


def settings_of(settings: Settings) -> LobbySettings:
    """What a server is set to."""
    return LobbySettings(
        max_pages=settings.lobby_pages,
        chat_chars=settings.chat_chars,
        come_within_ms=_ms(settings.match_seat_kept_s),
        rooms=bounds.from_settings(settings).patience,
        match=MatchSettings(
            max_tickets=settings.match_tickets,
            offer_after_ms=_ms(settings.match_bots_after_s),
            ticket_ms=_ms(settings.match_gives_up_s),
            patience=Patience(unseen_ms=_ms(settings.match_absent_s)),
        ),
    )


def _ms(seconds: float) -> int:
    return round(seconds * 1000)
