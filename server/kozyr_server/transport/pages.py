"""Pages that are the same for everybody: help for people, the files of the protocol."""

import html
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from msgspec import Struct
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import kozyr_games
import kozyr_protocol
from kozyr_protocol.__about__ import __version__

LINKS = (
    (
        "/protocol/v1/README.md",
        "the protocol: write a client in any language",
        "протокол: клиент можно написать на любом языке",
    ),
    ("/protocol/v1/", "its schemas, for machines", "его схемы, для программ"),
    ("/api/v1/games", "games and their options", "игры и их настройки"),
    ("/api/v1/rooms", "public rooms", "открытые столы"),
    ("/api/v1/records", "finished games", "сыгранные партии"),
    ("/readyz", "whether this server is ready", "готов ли этот сервер"),
    ("/metrics", "figures for Prometheus", "показатели для Prometheus"),
)


def _list(language: int) -> str:
    return "".join(
        f'<li><a href="{each[0]}">{each[0]}</a>: {html.escape(each[language])}\n' for each in LINKS
    )


_VERSION = html.escape(__version__)

HOME = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>kozyr</title>
<h1>kozyr</h1>
<p>A server for card games, version {_VERSION}. Clients connect to the WebSocket
<code>/ws</code>; with the command: <code>kozyr bot --url ws://…/ws</code>.</p>
<p>The web client is not built here: <code>make web</code> builds it, and the next start of the
server serves it at this address.</p>
<ul>
{_list(1)}</ul>
<hr>
<section lang="ru">
<p>Сервер карточных игр, версия {_VERSION}. Клиенты подключаются по WebSocket к
<code>/ws</code>; командой – так: <code>kozyr bot --url ws://…/ws</code>.</p>
<p>Страницы для игры в браузере здесь не собраны: их собирает <code>make web</code>, и после
перезапуска сервер показывает их по этому адресу.</p>
<ul>
{_list(2)}</ul>
</section>
</html>
"""
"""The page at `/` where there is no web client, in both languages one below the other."""

ROBOTS = """# The home page and the rules may be found; rooms, people and games are theirs who play.
User-agent: *
Allow: /$
Allow: /rules
# What those pages are made of.
Allow: /assets/
Allow: /icon.svg
Allow: /favicon.ico
Allow: /manifest.webmanifest
Allow: /api/v1/games
Disallow: /
"""
"""What `/robots.txt` says (RFC 9309: the longest path that fits counts)."""

_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (
        b"content-security-policy",
        (
            b"default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
            b"object-src 'none'"
        ),
    ),
)

_MEDIA_TYPES = {".json": "application/json", ".md": "text/markdown; charset=utf-8"}


class File(Struct, frozen=True):
    """One file as it is served."""

    content: bytes
    media_type: str


def protocol_files(package: Traversable | None = None) -> dict[str, File]:
    """The protocol's text and schemas, by name, as they lie in the installed package.

    Args:
        package: folder of `kozyr_protocol`; None: the one that is imported.
    """
    folder = resources.files(kozyr_protocol) if package is None else package
    found = {}
    schema = folder / "schema"
    if schema.is_dir():
        for path in schema.iterdir():
            suffix = Path(path.name).suffix
            if suffix in _MEDIA_TYPES:
                found[path.name] = File(path.read_bytes(), _MEDIA_TYPES[suffix])
    text = _readme(folder)
    if text is not None:
        found["README.md"] = File(text, _MEDIA_TYPES[".md"])
    return found


def help_pages(package: Traversable | None = None) -> dict[tuple[str, str], File]:
    """The rules of the games for people, by game and language.

    Args:
        package: folder of `kozyr_games`; None: the one that is imported.
    """
    folder = (resources.files(kozyr_games) if package is None else package) / "help"
    found = {}
    for path in folder.iterdir():
        game, language, suffix = path.name.split(".")
        found[game, language] = File(path.read_bytes(), _MEDIA_TYPES[f".{suffix}"])
    return found


def _readme(folder: Traversable) -> bytes | None:
    """In a wheel the text lies in the package; in a checkout beside it."""
    inside = folder / "README.md"
    if inside.is_file():
        return inside.read_bytes()
    if isinstance(folder, Path):
        beside = folder.parent / "README.md"
        if beside.is_file():
            return beside.read_bytes()
    return None


class SecurityHeaders:
    """Adds the headers that browsers are to hold pages to; the socket passes through."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        await self._app(scope, receive, with_headers)
