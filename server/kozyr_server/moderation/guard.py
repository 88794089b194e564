"""Who may use the admins' interface: who knows the token, from this origin, and not too fast."""

import hmac
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct
from prometheus_client import Counter
from starlette.requests import Request

from kozyr_server.moderation.moderator import Admin
from kozyr_server.transport.limits import Rate, TokenBucket

NAME_HEADER: Final = "x-kozyr-admin"
MAX_NAME_CHARS: Final = 32

_WRONG: Final = Rate(0.2, 5)
"""Wrong tokens that a process looks at; the right one is never kept waiting by them."""


class Refusal(Struct, frozen=True):
    """Why a request is not done."""

    status: int
    code: str
    message: str


class Guard:
    """Looks at each request.

    Args:
        token: of the admins; None: there are none.
        rate: of requests with the right token.
        now: seconds of a clock that never goes back.
        requests: counts them by outcome.
    """

    def __init__(
        self,
        token: str | None,
        rate: Rate,
        now: Callable[[], float],
        requests: Counter,
    ) -> None:
        self._token = None if token is None else token.encode()
        self._bucket = TokenBucket(rate, now())
        self._wrong = TokenBucket(_WRONG, now())
        self._now = now
        self._requests = requests

    def look(self, request: Request) -> Admin | Refusal:
        """Who asks, or why he may not."""
        found = self._look(request)
        self._requests.labels("done" if isinstance(found, Admin) else found.code).inc()
        return found

    def _look(self, request: Request) -> Admin | Refusal:
        if self._token is None:
            return Refusal(
                404, "no_admins", "this server has no token for admins: admin_token_file"
            )
        if not _is_same_origin(request):
            return Refusal(403, "other_origin", "pages of other origins may not do this")
        given = request.headers.get("authorization", "")
        scheme, _, token = given.partition(" ")
        right = hmac.compare_digest(token.strip().encode(), self._token)
        if scheme.lower() != "bearer" or not right:
            if self._wrong.take(self._now()):
                return Refusal(429, "too_fast", "too many wrong tokens: wait a little")
            return Refusal(401, "wrong_token", "the admins' token is missing, or another")
        if self._bucket.take(self._now()):
            return Refusal(429, "too_fast", "too many requests at once: wait a little")
        if request.method == "POST":
            kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                return Refusal(415, "malformed", "the body is to be application/json")
        return Admin(_name(request))


def _is_same_origin(request: Request) -> bool:
    """Programs say nothing about where they come from; browsers always do."""
    if request.headers.get("sec-fetch-site", "none") not in {"none", "same-origin"}:
        return False
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("host")


def _name(request: Request) -> str:
    """What the admin calls himself: any words, for there is one token only."""
    raw = request.headers.get(NAME_HEADER, "")
    try:
        name = raw.encode("latin-1").decode("utf-8")
    except UnicodeError:
        name = raw
    shown = "".join(filter(str.isprintable, name)).strip()
    return shown[:MAX_NAME_CHARS] or "admin"
