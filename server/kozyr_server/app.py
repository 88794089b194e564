"""The composition root: all parts of a server process, put together from its settings."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from math import ceil
from typing import Any

from msgspec import Struct
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, WebSocketRoute

from kozyr_games import options
from kozyr_games.registry import GAMES
from kozyr_games.spec import AnyGame
from kozyr_games.wording import PRESET_TITLES
from kozyr_protocol import messages
from kozyr_server.proxies import TrustedProxies
from kozyr_server.ratings.pages import Pages
from kozyr_server.settings import Settings
from kozyr_server.store.model import Status, Store
from kozyr_server.store.ratings import Ratings
from kozyr_server.telemetry import Metrics
from kozyr_server.transport import http
from kozyr_server.transport.connections import Connections
from kozyr_server.transport.handler import Handler, Lobby, PeopleService, RoomService
from kozyr_server.transport.house_key import HouseKey
from kozyr_server.transport.http_protocol import Door, bounded_http
from kozyr_server.transport.layer import Layer, socket_layer
from kozyr_server.transport.limits import Addresses, Allowances, Paces, Rate, Rates
from kozyr_server.transport.pages import SecurityHeaders
from kozyr_server.transport.reception import Reception, SocketSettings
from kozyr_server.transport.session import VERSIONS, Decode, SessionSettings
from kozyr_server.transport.socket import SocketEndpoint
from kozyr_server.transport.web import missing, web_files


class Application(Struct, frozen=True):
    """A server process without its listening socket."""

    asgi: Starlette
    """Starts and stops the rooms in its lifespan."""
    connections: Connections
    """Drain it before the listening socket is closed."""
    sockets: type
    """The class that Uvicorn gives its WebSockets to."""
    http: type | str = "h11"
    """The same for HTTP."""


SOCKET_PATH = "/ws"


def create_app(  # noqa: PLR0913, PLR0917  the parts of a server
    settings: Settings,
    store: Store,
    rooms: RoomService,
    people: PeopleService,
    lobby: Lobby,
    metrics: Metrics,
    now: Callable[[], float] = time.monotonic,
    draw: Callable[[int], bytes] = secrets.token_bytes,
    versions: Mapping[int, Decode] = VERSIONS,
    ratings: Ratings | None = None,
    more: Sequence[BaseRoute] = (),
    house_key: HouseKey | None = None,
) -> Application:
    """Put a server together; nothing runs before its lifespan begins.

    Args:
        settings: all of them.
        store: open, and closed by its owner after the lifespan.
        rooms: over the same store, not started.
        people: over the same store, not started.
        lobby: over the same store, not started.
        metrics: the figures of this process, which the rooms count in as well.
        now: seconds of a clock that never goes back.
        draw: so many random bytes from the system's generator.
        versions: of the protocol; see `kozyr_server.transport.session.VERSIONS`.
        ratings: leaderboards and players' results; None: there are no such pages.
        more: further routes: those of admins.
        house_key: of this server's house bots; None: it has none.

    Raises:
        NoSocketLayerError: the socket layer asked for is not installed.
    """
    rates = _rates(settings)
    connections = Connections(
        metrics,
        Allowances(rates),
        Addresses(
            settings.connections_per_address, settings.ipv6_limit_prefix, _address_rates(settings)
        ),
        settings.max_connections,
        now,
    )
    session = _session_settings(settings, store, rates.commands, versions)
    reception = Reception(
        SocketSettings(
            session=session,
            origins=frozenset(settings.origins),
            grace_s=settings.close_grace_s,
            inbox_frames=settings.inbox_frames,
            inbox_bytes=settings.inbox_bytes,
        ),
        connections,
        Handler(
            *(rooms, people, lobby, metrics, session.limits),
            house_key=house_key,
            newcomers=_newcomers(settings),
        ),
        metrics,
        now,
        draw,
    )
    parts = http.HttpParts(
        connections,
        lobby,
        store,
        metrics,
        _shown(GAMES.values()),
        now,
        _rate(settings.api_per_s, settings.api_burst_s),
        Paces(
            _rate(settings.api_address_per_s, settings.api_address_burst_s),
            ipv6_prefix=settings.ipv6_limit_prefix,
        ),
        None if ratings is None else Pages(ratings, tuple(GAMES)),
        web_files(),
    )

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await people.start()
        await rooms.start()
        await lobby.start()
        try:
            async with asyncio.TaskGroup() as tasks:
                heartbeat = tasks.create_task(connections.run(), name="kozyr heartbeat")
                yield
                heartbeat.cancel()
        finally:
            await lobby.stop()
            await rooms.stop()
            await people.stop()

    asgi = Starlette(
        routes=[WebSocketRoute(SOCKET_PATH, SocketEndpoint(reception)), *more, *http.routes(parts)],
        middleware=[Middleware(SecurityHeaders)],
        exception_handlers={404: missing(parts.web)},
        lifespan=lifespan,
        max_body_size=settings.frame_bytes,
    )
    metrics.watch_store(store, map(str, Status))
    layer = socket_layer(settings)
    metrics.sockets.labels(layer).set(1)
    return Application(
        asgi, connections, _sockets(layer, settings, reception), _http(settings, metrics)
    )


def _sockets(layer: Layer, settings: Settings, reception: Reception) -> type:
    # Only what is used is imported. What is wrong inside it is a fault and must not pass for its
    # absence.
    if layer == "uvicorn":
        from kozyr_server.transport.uvicorn_protocol import SocketProtocol  # noqa: PLC0415

        return SocketProtocol
    from kozyr_server.transport.fast_socket import fast_protocol  # noqa: PLC0415

    trusted = TrustedProxies.from_text(settings.trusted_proxies)
    return fast_protocol(reception, SOCKET_PATH, trusted)


def _http(settings: Settings, metrics: Metrics) -> type:
    return bounded_http(
        Door(
            settings.max_requests,
            Addresses(settings.connections_per_address, settings.ipv6_limit_prefix),
            settings.request_timeout_s,
            TrustedProxies.from_text(settings.trusted_proxies),
            metrics.people.limits,
        )
    )


def _rate(per_s: float, burst_s: float) -> Rate:
    return Rate(per_s, max(1, ceil(per_s * burst_s)))


def _newcomers(settings: Settings) -> Paces:
    per_min = settings.guests_per_address_per_min
    return Paces(Rate(per_min / 60, max(1, per_min)), ipv6_prefix=settings.ipv6_limit_prefix)


def _rates(settings: Settings) -> Rates:
    return Rates(
        commands=_rate(settings.commands_per_s, settings.commands_burst_s),
        chat=_rate(settings.chat_per_s, settings.chat_burst_s),
        creates=_rate(settings.creates_per_s, settings.creates_burst_s),
        lists=_rate(settings.lists_per_s, settings.lists_burst_s),
    )


def _address_rates(settings: Settings) -> Rates:
    """What all players of an address have together; the seconds' worth at once are the same."""
    return Rates(
        commands=_rate(settings.address_commands_per_s, settings.commands_burst_s),
        chat=_rate(settings.address_chat_per_s, settings.chat_burst_s),
        creates=_rate(settings.address_creates_per_s, settings.creates_burst_s),
        lists=_rate(settings.address_lists_per_s, settings.lists_burst_s),
    )


def _session_settings(
    settings: Settings, store: Store, rate: Rate, versions: Mapping[int, Decode]
) -> SessionSettings:
    return SessionSettings(
        limits=messages.Limits(
            frame_bytes=settings.frame_bytes,
            outbox_bytes=settings.outbox_bytes,
            rooms=settings.rooms_per_connection,
            name_chars=settings.name_chars,
            chat_chars=settings.chat_chars,
            ping_s=settings.ping_interval_s,
            gone_s=settings.gone_after_s,
            commands_per_s=rate.per_s,
            commands_burst=rate.burst,
        ),
        durability=store.durability,
        hello_timeout_s=settings.hello_timeout_s,
        rate=rate,
        max_refusals=settings.max_refusals,
        refusals_within_s=settings.refusals_within_s,
        versions=versions,
    )


def _shown(games: Iterable[AnyGame]) -> tuple[dict[str, Any], ...]:
    """Games as `/api/v1/games` shows them."""
    return tuple(
        {
            "game": spec.key,
            "rules": spec.rules,
            "titles": dict(spec.titles),
            "min_seats": spec.min_seats,
            "max_seats": spec.max_seats,
            "usual_seats": spec.usual_seats,
            "presets": {
                name: {
                    "titles": dict(PRESET_TITLES.get(name, {})),
                    "options": dict(given),
                    "min_seats": options.seats_of(spec, name)[0],
                    "max_seats": options.seats_of(spec, name)[1],
                }
                for name, given in spec.presets.items()
            },
            "options": options.schema(spec),
        }
        for spec in games
    )
