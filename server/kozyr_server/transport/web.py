"""The built web client: its files in memory, each in the forms in which browsers take it.

`make web` writes the files to `kozyr_server/static`: texts also as `FILE.br` and `FILE.gz`. What
lies under `assets/` has a hash of its content in its path and never changes; all else is asked for
anew. `pages/PAGE.LANGUAGE.html` is the index for one page: it names what that page begins with, so
that a browser asks for all of it at once.
"""

import hashlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

import kozyr_server

PAGES = ("create", "gallery", "leaderboard", "me", "player", "replay", "room", "rules", "table")
"""First parts of the client's own addresses: all of them are the index, in one of its forms."""

INDEX = "index.html"

HOME = "lobby"
"""The page at `/`."""

LANGUAGES = ("en", "ru")
"""Of the client; the first one is for those who read none of them."""

ICON = "icon.svg"

_NO_PAGES = ("/api/", "/assets/", "/protocol/")
"""What programs ask for: they read a status and no page."""

_ENCODINGS = {".br": "br", ".gz": "gzip"}
# Smaller first; a form that was not made is passed over.
_PREFERRED = ("br", "gzip")

_MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

_FOR_EVER = "public, max-age=31536000, immutable"
_ASK = "no-cache"


class WebFile(Struct, frozen=True):
    """One file of the client."""

    media_type: str
    cache: str
    """Value of `cache-control`."""
    tag: str
    """Value of `etag`, without that of a form."""
    forms: Mapping[str, bytes]
    """By content encoding; the empty one is the file as it is, and always there."""


def web_files(folder: Traversable | None = None) -> dict[str, WebFile]:
    """All files by their path, such as `assets/index-1a2b3c.js`; none where there is no client.

    Args:
        folder: where they lie; None: where `make web` puts them.
    """
    top = resources.files(kozyr_server) / "static" if folder is None else folder
    if not (top / INDEX).is_file():
        return {}
    found = _read(top, PurePosixPath())
    files: dict[str, WebFile] = {}
    for path, content in found.items():
        suffix = PurePosixPath(path).suffix
        if suffix not in _MEDIA_TYPES:
            continue
        forms = {"": content}
        for ending, encoding in _ENCODINGS.items():
            if path + ending in found:
                forms[encoding] = found[path + ending]
        files[path] = WebFile(
            media_type=_MEDIA_TYPES[suffix],
            cache=_FOR_EVER if path.startswith("assets/") else _ASK,
            tag=hashlib.sha256(content).hexdigest()[:16],
            forms=forms,
        )
    return files


def _read(folder: Traversable, at: PurePosixPath) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for each in folder.iterdir():
        path = at / each.name
        if each.is_dir():
            found |= _read(each, path)
        else:
            found[str(path)] = each.read_bytes()
    return found


def routes(files: Mapping[str, WebFile]) -> list[BaseRoute]:
    """The client's pages and files; none where there are no files."""
    if INDEX not in files:
        return []

    def page(name: str) -> Callable[[Request], Awaitable[Response]]:
        async def show(request: Request) -> Response:
            language = spoken(request.headers.get("accept-language", ""))
            file = files.get(f"pages/{name}.{language}.html", files[INDEX])
            return answer(file, request, varies="accept-encoding, accept-language")

        return show

    def serving(path: str) -> Route:
        async def serve(request: Request) -> Response:
            return answer(files[path], request)

        return Route(f"/{path}", serve)

    found: list[BaseRoute] = [Route("/", page(HOME))]
    for name in PAGES:
        found += [Route(f"/{name}", page(name)), Route(f"/{name}/{{rest:path}}", page(name))]

    async def asset(request: Request) -> Response:
        file = files.get("assets/" + request.path_params["path"])
        return Response("no such file\n", 404) if file is None else answer(file, request)

    found.append(Route("/assets/{path:path}", asset))
    if ICON in files:
        # For programs that look there whatever a page says; browsers are told the icon's own name.
        found.append(Route("/favicon.ico", serving(ICON).endpoint))
    # Few, and named one by one: nothing else at the top is taken from the other pages.
    found += [serving(path) for path in files if "/" not in path and path != INDEX]
    return found


def missing(files: Mapping[str, WebFile]) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What is answered where there is nothing: to a person the client, which says so in words."""

    async def tell(request: Request, error: Exception) -> Response:
        is_read = "text/html" in request.headers.get("accept", "")
        if INDEX in files and is_read and not request.url.path.startswith(_NO_PAGES):
            return answer(files[INDEX], request, 404)
        if request.url.path.startswith("/api/"):
            body = {
                "code": "no_such_page",
                "message": "see /api/v1/openapi.json for those there are",
            }
            return JSONResponse(body, 404, {"access-control-allow-origin": "*"})
        text = error.detail if isinstance(error, HTTPException) else "Not Found"
        return PlainTextResponse(text, 404)

    return tell


def answer(
    file: WebFile, request: Request, status: int = 200, *, varies: str = "accept-encoding"
) -> Response:
    """A file in the smallest form that the browser takes, or that it has this one already.

    Args:
        file: what is sent.
        request: whose headers choose its form.
        status: of the answer, where the file is sent.
        varies: value of `vary`.
    """
    encoding = chosen(request.headers.getlist("accept-encoding"), file.forms)
    tag = f'"{file.tag}{encoding and "-" + encoding}"'
    headers = {"cache-control": file.cache, "etag": tag, "vary": varies}
    known = request.headers.get("if-none-match", "")
    if status == 200 and tag in (each.strip().removeprefix("W/") for each in known.split(",")):
        return Response(status_code=304, headers=headers)
    if encoding:
        headers["content-encoding"] = encoding
    return Response(file.forms[encoding], status, headers, file.media_type)


def spoken(accepted: str) -> str:
    """The language of the client for a header `accept-language`: the first one that it has.

    Browsers name languages in the order of the wish for them. What else was chosen in the client's
    own settings it fetches by itself.
    """
    for each in accepted.split(","):
        tag = each.split(";")[0].split("-")[0].strip().lower()
        if tag in LANGUAGES:
            return tag
    return LANGUAGES[0]


def chosen(accepted: Sequence[str], forms: Mapping[str, bytes]) -> str:
    """The encoding to send, empty for none.

    Args:
        accepted: the headers `accept-encoding` (RFC 9110, 12.5.3); one with `q=0` is refused.
        forms: those there are.
    """
    taken = dict[str, bool]()
    for each in ",".join(accepted).split(","):
        name, *parameters = (part.strip().lower() for part in each.split(";"))
        weights = (part.replace(" ", "").rstrip("0") for part in parameters)
        taken[name] = not any(weight in {"q=", "q=0."} for weight in weights)
    for encoding in _PREFERRED:
        if encoding in forms and taken.get(encoding, taken.get("*", False)):
            return encoding
    return ""
