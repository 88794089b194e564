"""What is beside the socket: health, figures, and the read-only interface under `/api/v1`."""

import gzip
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from kozyr_protocol import messages
from kozyr_protocol.__about__ import __version__
from kozyr_protocol.errors import TEMPORARY
from kozyr_protocol.ids import GameKey, PlayerId
from kozyr_protocol.phrases import PHRASES
from kozyr_server.ratings.pages import Pages, is_place, is_player
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.store.keys import is_room_id
from kozyr_server.store.model import Store, StoreUnavailableError
from kozyr_server.store.records import is_record_id
from kozyr_server.telemetry import Metrics, gauge_lines
from kozyr_server.transport import openapi
from kozyr_server.transport.connections import Connections
from kozyr_server.transport.handler import Lobby
from kozyr_server.transport.limits import Paces, Rate, TokenBucket
from kozyr_server.transport.pages import HOME, ROBOTS, help_pages, protocol_files
from kozyr_server.transport.web import WebFile, chosen
from kozyr_server.transport.web import routes as web_routes

MAX_TICK_AGE_S = 5.0
"""A process that has not stamped itself for so long is taken for dead by the others."""

RECORDS_PAGE = 50

MAX_PARAMETER_CHARS = 64

Parameters = Mapping[str, Callable[[str], bool]]
"""What may stand behind the `?` of a page, by name: whether a value is of its form."""

_encoder = msgspec.json.Encoder()
# Pages of other origins may read what is public anyway.
_ANY_ORIGIN = {"access-control-allow-origin": "*"}


class HttpParts(Struct, frozen=True):
    """What the pages show."""

    connections: Connections
    lobby: Lobby
    store: Store
    metrics: Metrics
    games: tuple[dict[str, Any], ...]
    """Each game as `/api/v1/games` shows it."""
    now: Callable[[], float]
    """Seconds of a clock that never goes back."""
    api_rate: Rate
    """Requests of this process to the store that anybody may cause over HTTP."""
    api_paces: Paces
    """Those of each address."""
    ratings: Pages | None = None
    """Leaderboards and players; None: there are none."""
    web: Mapping[str, WebFile] = {}
    """Files of the web client by path; without them a plain page stands in for it."""


def routes(parts: HttpParts) -> list[BaseRoute]:
    """All routes but the socket's."""
    return [*_health(parts), *_api(parts), *web_routes(parts.web), *_documents()]


def _health(parts: HttpParts) -> list[BaseRoute]:
    async def healthz(_: Request) -> Response:
        """The process answers."""
        return PlainTextResponse("ok\n")

    async def readyz(_: Request) -> Response:
        """Whether it is to be sent clients."""
        ticked_ago_s = parts.store.ticked_ago_s()
        is_ready = ticked_ago_s <= MAX_TICK_AGE_S and not parts.connections.is_draining
        body = {
            "ready": is_ready,
            "draining": parts.connections.is_draining,
            "store": {
                "durability": parts.store.durability,
                "reached": ticked_ago_s <= MAX_TICK_AGE_S,
            },
            "version": __version__,
        }
        return JSONResponse(body, 200 if is_ready else 503)

    async def metrics(_: Request) -> Response:
        """Figures for Prometheus, the store's among them."""
        lines = [parts.metrics.exposition()]
        durability = parts.store.durability
        lines.append(
            f"# TYPE kozyr_durability_info gauge\n"
            f'kozyr_durability_info{{durability="{durability}"}} 1\n'.encode()
        )
        try:
            # What this process counted is among the sums over all workers.
            own = parts.store.counts()
            figures = {n: v for n, v in (await parts.store.metrics()).items() if n not in own}
        except StoreUnavailableError:
            figures = {}
        for name, value in sorted(figures.items()):
            lines.append(gauge_lines(f"kozyr_store_{name}", "As the store says", value))
        return Response(b"".join(lines), media_type="text/plain; version=0.0.4; charset=utf-8")

    return [Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", metrics)]


def _api(parts: HttpParts) -> list[BaseRoute]:
    bucket, paces = TokenBucket(parts.api_rate, parts.now()), parts.api_paces

    def _too_fast(request: Request) -> str | None:
        """The limit that bites; one address takes nothing from the others."""
        address = "" if request.client is None else request.client.host
        if paces.take(address, parts.now()):
            return "api_address_per_s"
        return "api_per_s" if bucket.take(parts.now()) else None

    games = _encoder.encode({"games": parts.games})
    # The first page of the web client waits for it, and it shrinks to a fifth.
    games_forms = {"": games, "gzip": gzip.compress(games, mtime=0)}

    async def list_games(request: Request) -> Response:
        """All games with the schemas of their options."""
        if problem := _parameter_problem(request, {}):
            return _problem(400, "malformed", problem)
        encoding = chosen(request.headers.getlist("accept-encoding"), games_forms)
        response = _json(games_forms[encoding])
        response.headers["vary"] = "accept-encoding"
        if encoding:
            response.headers["content-encoding"] = encoding
        return response

    helps = help_pages()

    async def show_help(request: Request) -> Response:
        """The rules of a game for people."""
        if problem := _parameter_problem(request, {}):
            return _problem(400, "malformed", problem)
        game, language = request.path_params["game"], request.path_params["language"]
        if not any(game == known for known, _ in helps):
            return _problem(404, "unknown_game", "see /api/v1/games for those there are")
        found = helps.get((game, language))
        if found is None:
            return _problem(404, "no_such_help", "the rules are not told in this language")
        headers = _ANY_ORIGIN | {"cache-control": "no-cache"}
        return Response(found.content, media_type=found.media_type, headers=headers)

    async def list_rooms(request: Request) -> Response:
        """One page of the lobby: `?game=KEY&preset=NAME&language=en&free=true&after=NEXT`."""
        asked = request.query_params
        game = asked.get("game")
        page = await parts.lobby.list_rooms(
            messages.ListRooms(
                0,
                None if game is None else GameKey(game),
                asked.get("after"),
                asked.get("preset"),
                asked.get("language"),
                asked.get("free") == "true",
            )
        )
        return _json(_encoder.encode({"rooms": page.rooms, "next": page.next}))

    phrases = _encoder.encode({"phrases": [{"phrase": p, **t} for p, t in PHRASES.items()]})

    async def list_phrases(request: Request) -> Response:
        """The quick phrases in their order, with their texts by language."""
        if problem := _parameter_problem(request, {}):
            return _problem(400, "malformed", problem)
        return _json(phrases)

    async def list_records(request: Request) -> Response:
        """Ids of finished games, newest first: `?before=ID`."""
        before = request.query_params.get("before")
        found = await parts.store.records(RECORDS_PAGE, before)
        more = "?" + urlencode({"before": found[-1]}) if len(found) == RECORDS_PAGE else None
        return _json(_encoder.encode({"records": found, "next": more}))

    async def show_record(request: Request) -> Response:
        """One finished game as `kozyr.record/1`."""
        record = await parts.store.record(request.path_params["record"])
        if record is None:
            return _problem(404, "no_such_record", "no finished game has this id")
        return _json(record)

    async def show_leaderboard(request: Request) -> Response:
        """The best of a game: `?after=PLACE`."""
        game = GameKey(request.path_params["game"])
        if parts.ratings is None or game not in parts.ratings.games:
            return _problem(404, "unknown_game", "there is no such game here: see /api/v1/games")
        after = int(request.query_params.get("after", "0"))
        return _json(_encoder.encode(await parts.ratings.leaderboard(game, after)))

    async def show_player(request: Request) -> Response:
        """Ratings and last results of one person."""
        player = PlayerId(request.path_params["player"])
        found = None
        if parts.ratings is not None and is_player(player):
            found = await parts.ratings.player(player)
        if found is None:
            return _problem(404, "no_such_player", "nobody with this id has finished a public game")
        return _json(_encoder.encode(found))

    def guarded(
        answer: Callable[[Request], Any], parameters: Parameters
    ) -> Callable[[Request], Any]:
        async def guard(request: Request) -> Response:
            if bit := _too_fast(request):
                parts.metrics.people.limits[bit] += 1
                return _problem(429, "too_fast", "too many requests at once: wait a little")
            if problem := _parameter_problem(request, parameters):
                return _problem(400, "malformed", problem)
            try:
                response: Response = await answer(request)
            except StoreUnavailableError:
                return _problem(503, "store_unavailable", "the store is away: try again")
            except RefusedError as error:
                status = 503 if error.code in TEMPORARY else 400
                return _problem(status, str(error.code), error.message)
            return response

        return guard

    return [
        Route("/api/v1/games", list_games),
        Route("/api/v1/phrases", list_phrases),
        Route("/api/v1/games/{game}/help/{language}", show_help),
        Route("/api/v1/rooms", guarded(list_rooms, _ROOM_FILTERS)),
        Route("/api/v1/records", guarded(list_records, {"before": is_record_id})),
        Route("/api/v1/records/{record}", guarded(show_record, {})),
        Route("/api/v1/ratings/{game}", guarded(show_leaderboard, {"after": is_place})),
        Route("/api/v1/players/{player}", guarded(show_player, {})),
    ]


def _is_place(text: str) -> bool:
    """Whether a text has the form of `next` of the rooms."""
    return text[:1] in {"0", "1"} and is_room_id(text[1:])


def _is_language(text: str) -> bool:
    """Whether a text has the form of a language's two letters."""
    return len(text) == 2 and text.isascii() and text.isalpha() and text.islower()


_ROOM_FILTERS: Parameters = {
    "game": bool,
    "preset": bool,
    "language": _is_language,
    "free": frozenset({"true", "false"}).__contains__,
    "after": _is_place,
}


def _parameter_problem(request: Request, parameters: Parameters) -> str | None:
    """A sentence about the first parameter that cannot be taken: ignored, it would mislead."""
    given = request.query_params.multi_items()
    names = [name for name, _ in given]
    for name, value in given:
        shown = repr(name[:MAX_PARAMETER_CHARS])
        if name not in parameters:
            known = ", ".join(parameters) or "none"
            return f"there is no parameter {shown} here; known: {known}"
        if names.count(name) > 1:
            return f"the parameter {shown} is given more than once"
        if len(value) > MAX_PARAMETER_CHARS:
            return f"the parameter {shown} has at most {MAX_PARAMETER_CHARS} characters"
        if not parameters[name](value):
            return f"the parameter {shown} has no value of its form"
    return None


def _documents() -> list[BaseRoute]:
    files = protocol_files()
    index = _encoder.encode({"files": sorted(files)})
    interface = openapi.document()

    async def home(_: Request) -> Response:
        return HTMLResponse(HOME)

    async def robots(_: Request) -> Response:
        return PlainTextResponse(ROBOTS)

    async def no_icon(_: Request) -> Response:
        return Response(None, 204, {"cache-control": "max-age=3600"})

    async def list_files(_: Request) -> Response:
        return _json(index)

    async def show_interface(_: Request) -> Response:
        return _json(interface)

    async def show_file(request: Request) -> Response:
        found = files.get(request.path_params["name"])
        if found is None:
            return _problem(404, "no_such_file", "see /protocol/v1/ for those there are")
        return Response(found.content, media_type=found.media_type, headers=_ANY_ORIGIN)

    async def socket_by_http(_: Request) -> Response:
        text = "This is a WebSocket: see /protocol/v1/README.md\n"
        return PlainTextResponse(text, 426, {"upgrade": "websocket", "connection": "upgrade"})

    return [
        Route("/", home),
        Route("/robots.txt", robots),
        # Where the web client is built its own icon stands before this.
        Route("/favicon.ico", no_icon),
        Route("/ws", socket_by_http),
        Route(openapi.PATH, show_interface),
        Route("/protocol/v1/", list_files),
        Route("/protocol/v1/{name}", show_file),
    ]


def _json(body: bytes) -> Response:
    return Response(body, media_type="application/json", headers=_ANY_ORIGIN)


def _problem(status: int, code: str, message: str) -> Response:
    return JSONResponse({"code": code, "message": message}, status, _ANY_ORIGIN)
