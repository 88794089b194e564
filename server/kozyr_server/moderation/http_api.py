"""The admins' interface under `/api/v1/admin`, and their page at `/admin`."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from kozyr_protocol.__about__ import __version__
from kozyr_protocol.errors import TEMPORARY, ErrorCode
from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_protocol.limits import MAX_CHAT_CHARS
from kozyr_server.moderation import bodies, pages
from kozyr_server.moderation.guard import Guard, Refusal
from kozyr_server.moderation.looking import Lookout
from kozyr_server.moderation.moderator import Admin, Moderator
from kozyr_server.people import texts
from kozyr_server.people.callers import RefusedError
from kozyr_server.store.model import StoreUnavailableError
from kozyr_server.store.rules import LobbyRules

ROOT: Final = "/api/v1/admin"

_NOT_FOUND: Final = frozenset(
    {ErrorCode.NO_SUCH_PLAYER, ErrorCode.NO_SUCH_ROOM, ErrorCode.NO_SUCH_LINE}
)
_HEADERS: Final = {"cache-control": "no-store"}

B = TypeVar("B", bound=bodies.Body)
Look = Callable[[Request], Awaitable[Any]]
Act = Callable[[Request, Admin, B], Awaitable[None]]


class AdminParts(Struct, frozen=True):
    """What the interface is made of."""

    guard: Guard
    lookout: Lookout
    moderator: Moderator
    process: str
    online: Callable[[], int]
    """Connections of this process."""


def routes(parts: AdminParts) -> list[BaseRoute]:
    """All routes of admins."""
    return [*pages.routes(), *_looks(parts), *_people(parts), *_places(parts)]


def _looks(parts: AdminParts) -> list[BaseRoute]:
    lookout = parts.lookout

    async def overview(_: Request) -> Any:
        return {
            "version": __version__,
            "process": parts.process,
            "connections": parts.online(),
            "rooms": len(await lookout.rooms()),
            "open_reports": len(await lookout.reports(only_open=True)),
            "sanctions": len(lookout.sanctions()),
            **msgspec.to_builtins(await lookout.lobby()),
        }

    async def rooms(_: Request) -> Any:
        return {"rooms": await lookout.rooms()}

    async def room(request: Request) -> Any:
        return await lookout.room(RoomId(request.path_params["room"]))

    async def people(request: Request) -> Any:
        return {"people": await lookout.people(request.query_params.get("find", "")[:64])}

    async def person(request: Request) -> Any:
        return await lookout.person(request.path_params["person"])

    async def sanctions(_: Request) -> Any:
        return {"sanctions": lookout.sanctions()}

    async def reports(request: Request) -> Any:
        only_open = request.query_params.get("open") == "1"
        return {"reports": await lookout.reports(only_open=only_open)}

    async def audit(_: Request) -> Any:
        return {"acts": await parts.moderator.acts(500)}

    table: Mapping[str, Look] = {
        "": overview,
        "/rooms": rooms,
        "/rooms/{room}": room,
        "/people": people,
        "/people/{person}": person,
        "/sanctions": sanctions,
        "/reports": reports,
        "/audit": audit,
    }
    return [Route(ROOT + path, _looking(parts.guard, look)) for path, look in table.items()]


def _people(parts: AdminParts) -> list[BaseRoute]:
    moderator = parts.moderator

    async def punish(request: Request, admin: Admin, body: bodies.Punish) -> None:
        await moderator.punish(admin, body.kind, _player(request), body.minutes)

    async def lift(request: Request, admin: Admin, body: bodies.Lift) -> None:
        await moderator.lift(admin, body.kind, _player(request))

    async def warn(request: Request, admin: Admin, body: bodies.Warn) -> None:
        await moderator.warn(admin, _player(request), _line(body.text))

    async def ban_range(_: Request, admin: Admin, body: bodies.Range) -> None:
        await moderator.ban_range(admin, body.network, body.minutes)

    async def lift_range(_: Request, admin: Admin, body: bodies.Range) -> None:
        await moderator.lift_range(admin, body.network)

    async def resolve(request: Request, admin: Admin, _: bodies.Body) -> None:
        await moderator.resolve(admin, request.path_params["report"])

    guard = parts.guard
    return [
        _post(guard, "/people/{person}/punish", bodies.Punish, punish),
        _post(guard, "/people/{person}/lift", bodies.Lift, lift),
        _post(guard, "/people/{person}/warn", bodies.Warn, warn),
        _post(guard, "/ranges", bodies.Range, ban_range),
        _post(guard, "/ranges/lift", bodies.Range, lift_range),
        _post(guard, "/reports/{report}/resolve", bodies.Body, resolve),
    ]


def _places(parts: AdminParts) -> list[BaseRoute]:
    moderator = parts.moderator

    async def kick(request: Request, admin: Admin, body: bodies.Seat) -> None:
        await moderator.kick(admin, RoomId(request.path_params["room"]), body.seat)

    async def close(request: Request, admin: Admin, _: bodies.Body) -> None:
        await moderator.close(admin, RoomId(request.path_params["room"]))

    async def hide(request: Request, admin: Admin, body: bodies.Line) -> None:
        await moderator.hide(admin, RoomId(request.path_params["room"]), body.n)

    async def hide_in_lobby(_: Request, admin: Admin, body: bodies.Line) -> None:
        await moderator.hide(admin, None, body.n)

    async def rules(_: Request, admin: Admin, body: bodies.Rules) -> None:
        now = (await parts.lookout.lobby()).rules
        new = LobbyRules(
            now.read_only if body.read_only is None else body.read_only,
            now.slow_s if body.slow_s is None else body.slow_s,
            now.announcement,
        )
        await moderator.set_rules(admin, new)

    async def announce(_: Request, admin: Admin, body: bodies.Announce) -> None:
        text = _line(body.text) if body.text.strip() else ""
        await moderator.announce(admin, text, keeps=body.keep or not text)

    async def drain(_: Request, admin: Admin, body: bodies.Drain) -> None:
        await moderator.drain(admin, body.process, drains=body.on)

    guard = parts.guard
    return [
        _post(guard, "/rooms/{room}/kick", bodies.Seat, kick),
        _post(guard, "/rooms/{room}/close", bodies.Body, close),
        _post(guard, "/rooms/{room}/hide", bodies.Line, hide),
        _post(guard, "/lobby/hide", bodies.Line, hide_in_lobby),
        _post(guard, "/lobby/rules", bodies.Rules, rules),
        _post(guard, "/announce", bodies.Announce, announce),
        _post(guard, "/drain", bodies.Drain, drain),
    ]


def _player(request: Request) -> PlayerId:
    return PlayerId(request.path_params["person"])


def _line(text: str) -> str:
    try:
        return texts.cleaned(text, MAX_CHAT_CHARS, what="the text")
    except texts.BadTextError as error:
        raise RefusedError(ErrorCode.BAD_TEXT, error.reason) from None


# --- Around them


def _looking(guard: Guard, look: Look) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        found = guard.look(request)
        if isinstance(found, Refusal):
            return _problem(found)
        return await _answered(look(request))

    return answer


def _post(guard: Guard, path: str, kind: type[B], act: Act[B]) -> BaseRoute:
    decoder = msgspec.json.Decoder(kind)

    async def answer(request: Request) -> Response:
        found = guard.look(request)
        if isinstance(found, Refusal):
            return _problem(found)
        try:
            body = bodies.read(decoder, await request.body())
            why = _line(body.why) if body.why.strip() else ""
        except bodies.TooLongError as error:
            return _problem(Refusal(400, "too_long", str(error)))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            return _problem(Refusal(400, "malformed", str(error)))
        except RefusedError as error:
            return _problem(Refusal(400, str(error.code), error.message))
        return await _answered(_done(act(request, replace(found, why=why), body)))

    return Route(ROOT + path, answer, methods=["POST"], max_body_size=bodies.MAX_BYTES)


async def _done(act: Awaitable[None]) -> Any:
    await act
    return {"done": True}


async def _answered(answer: Awaitable[Any]) -> Response:
    try:
        body = msgspec.json.encode(await answer)
    except StoreUnavailableError:
        return _problem(Refusal(503, "store_unavailable", "the store is away: try again"))
    except RefusedError as error:
        status = 404 if error.code in _NOT_FOUND else 503 if error.code in TEMPORARY else 400
        return _problem(Refusal(status, str(error.code), error.message))
    return Response(body, media_type="application/json", headers=_HEADERS)


def _problem(refusal: Refusal) -> Response:
    headers = dict(_HEADERS)
    if refusal.status == 401:
        headers["www-authenticate"] = "Bearer"
    body = {"code": refusal.code, "message": refusal.message}
    return JSONResponse(body, refusal.status, headers)
