"""The admins' interface of a server, asked by a program."""

import getpass
import json
import os
import urllib.error
import urllib.request
from collections.abc import Mapping
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode, urlsplit

from kozyr_cli import addresses
from kozyr_cli.errors import CommandError
from kozyr_cli.words import refusal, say, told

VARIABLE: Final = "KOZYR_ADMIN_TOKEN"
TIMEOUT_S: Final = 15.0

_API: Final = "/api/v1/admin"


def token(file: Path | None, environ: Mapping[str, str]) -> str:
    """The admins' token: from the variable, else from a file.

    Args:
        file: None: `data/admin-token`, where a server started here has made it.
        environ: of the process.

    Raises:
        CommandError: there is none.
    """
    if file is None and environ.get(VARIABLE):
        return environ[VARIABLE].strip()
    path = file or Path("data") / "admin-token"
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise CommandError(
            say("admin-no-token", path=str(path), reason=told(reason.lower()), variable=VARIABLE)
        ) from None


def own_name(environ: Mapping[str, str]) -> str:
    """What the log calls who does something: his name on this machine."""
    named = environ.get("KOZYR_ADMIN_NAME")
    if named:
        return named
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "admin"


class AdminClient:
    """Asks a server. It shows the token to that server and to nobody else."""

    def __init__(self, url: str, secret: str, name: str) -> None:
        """Keep them.

        Raises:
            CommandError: the address is none, or the token would go through the open network.
        """
        self._url = addresses.pages(url)
        parts = urlsplit(self._url)
        is_near = parts.hostname in {"127.0.0.1", "::1", "localhost"}
        if parts.scheme == "http" and not is_near:
            raise CommandError(say("admin-needs-https"))
        self._headers = {
            "authorization": f"Bearer {secret}",
            # A header holds bytes: the name as UTF-8, a character for each byte.
            "x-kozyr-admin": name.encode().decode("latin-1"),
        }
        proxies = urllib.request.ProxyHandler({} if is_near else None)
        self._opener = urllib.request.build_opener(proxies)

    def see(self, *path: str, **query: str) -> Any:
        """What the server shows.

        Raises:
            CommandError: it does not.
        """
        return self._ask("GET", path, None, query)

    def do(self, *path: str, **body: Any) -> None:
        """Have something done.

        Raises:
            CommandError: it was not.
        """
        given = {name: value for name, value in body.items() if value is not None}
        self._ask("POST", path, given, {})

    def _ask(self, method: str, path: tuple[str, ...], body: Any, query: Mapping[str, str]) -> Any:
        url = self._url + _API + "".join("/" + quote(each, safe="") for each in path)
        headers = dict(self._headers)
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["content-type"] = "application/json"
        if query:
            url += "?" + urlencode(query)
        request = urllib.request.Request(url, data, headers, method=method)  # noqa: S310  `pages` takes http and https only
        try:
            with self._opener.open(request, timeout=TIMEOUT_S) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE and data is not None:
                # The server does not read so much: it cannot say what is too long.
                raise CommandError(say("admin-too-much", bytes=len(data)), 1) from None
            raise CommandError(_reason(error), 1) from None
        except (OSError, HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise CommandError(
                say("kozyr-no-answer", url=self._url, reason=told(str(reason))), 1
            ) from None


def environment() -> Mapping[str, str]:
    """Of this process."""
    return os.environ


def _reason(error: urllib.error.HTTPError) -> str:
    try:
        answer = json.load(error)
        return refusal(str(answer.get("code")), str(answer["message"]))
    except (ValueError, KeyError, TypeError, OSError, AttributeError):
        return say("admin-strange-answer", code=error.code)
