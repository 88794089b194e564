"""The admins' page: a few files, and nothing of it from elsewhere."""

from importlib.resources import files
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

_MEDIA: Final = {
    "index.html": "text/html; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "admin.css": "text/css; charset=utf-8",
    "admin.js": "text/javascript; charset=utf-8",
    "words.js": "text/javascript; charset=utf-8",
}
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Beside the policy of all pages: a browser holds a page to both."""


def routes() -> list[BaseRoute]:
    """The page at `/admin`, its files beneath."""
    folder = files("kozyr_server.moderation") / "page"
    found = {name: (folder / name).read_bytes() for name in _MEDIA}

    def shown(name: str) -> Response:
        headers = {"content-security-policy": _POLICY, "cache-control": "no-cache"}
        return Response(found[name], media_type=_MEDIA[name], headers=headers)

    async def page(_: Request) -> Response:
        return shown("index.html")

    async def file(request: Request) -> Response:
        name = request.path_params["name"]
        return shown(name) if name in found else Response("no such file\n", 404)

    return [Route("/admin", page), Route("/admin/{name}", file)]
