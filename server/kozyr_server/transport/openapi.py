"""What `/api/v1` answers, as an OpenAPI document for generators of clients."""

from typing import Any, Final

import msgspec
from msgspec import Struct

from kozyr_protocol.__about__ import __version__
from kozyr_protocol.lobby import RoomSummary

PATH: Final = "/api/v1/openapi.json"

_TEXT: Final[dict[str, Any]] = {"type": "string"}
_COUNT: Final[dict[str, Any]] = {"type": "integer", "minimum": 0}
_FREE: Final[dict[str, Any]] = {"type": "string", "enum": ["true", "false"]}


class Page(Struct, frozen=True):
    """One path."""

    summary: str
    answer: dict[str, Any]
    """Schema of what it answers with 200."""
    asked: dict[str, dict[str, Any]] = {}
    """Schemas of what may stand behind the `?`, by name."""
    problems: tuple[int, ...] = (400,)
    """Other statuses, each with `code` and `message`."""
    media_type: str = "application/json"


class Problem(Struct, frozen=True):
    """Why there is no answer."""

    code: str
    message: str


def _object(**fields: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": sorted(fields)}


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _or_null(kind: str) -> dict[str, Any]:
    return {"type": [kind, "null"]}


_ANY: Final[dict[str, Any]] = {"type": "object"}
_RATING: Final[dict[str, Any]] = {"points": {"type": "integer"}, "games": _COUNT, "wins": _COUNT}
_BUSY: Final = (400, 429, 503)
_ROOM: Final[dict[str, Any]] = {"$ref": "#/components/schemas/RoomSummary"}

PAGES: Final[dict[str, Page]] = {
    "/api/v1/games": Page(
        "All games, with their presets and the JSON Schemas of their options.",
        _object(games=_list(_ANY)),
    ),
    "/api/v1/phrases": Page(
        "The quick phrases in their order, with their texts by language.",
        _object(phrases=_list(_object(phrase=_TEXT, en=_TEXT, ru=_TEXT))),
    ),
    "/api/v1/games/{game}/help/{language}": Page(
        "The rules of a game for people.",
        _TEXT,
        problems=(400, 404),
        media_type="text/markdown",
    ),
    "/api/v1/rooms": Page(
        "One page of the public rooms.",
        _object(rooms=_list(_ROOM), next=_or_null("string")),
        {"game": _TEXT, "preset": _TEXT, "language": _TEXT, "free": _FREE, "after": _TEXT},
        _BUSY,
    ),
    "/api/v1/records": Page(
        "Ids of finished public games, the newest first.",
        _object(records=_list(_TEXT), next=_or_null("string")),
        {"before": _TEXT},
        _BUSY,
    ),
    "/api/v1/records/{record}": Page(
        "One finished game; its schema is /protocol/v1/record.json.", _ANY, problems=(*_BUSY, 404)
    ),
    "/api/v1/ratings/{game}": Page(
        "One page of a game's leaderboard.",
        _object(
            players=_list(_object(place=_COUNT, player=_TEXT, name=_TEXT, **_RATING)),
            next=_or_null("string"),
        ),
        {"after": _COUNT},
        (*_BUSY, 404),
    ),
    "/api/v1/players/{player}": Page(
        "Ratings and last results of one player.",
        _object(
            player=_TEXT,
            name=_TEXT,
            ratings={
                "type": "object",
                "additionalProperties": _object(**_RATING, place=_or_null("integer")),
            },
            results=_list(_ANY),
        ),
        problems=(*_BUSY, 404),
    ),
}
"""Every page but this document, by its path."""


def document() -> bytes:
    """The document as JSON."""
    _, schemas = msgspec.json.schema_components(
        (RoomSummary, Problem), ref_template="#/components/schemas/{name}"
    )
    whole = {
        "openapi": "3.1.0",
        "info": {
            "title": "kozyr",
            "version": __version__,
            "description": "What is public, read-only; /protocol/v1/README.md describes all of it.",
        },
        "paths": {path: {"get": _operation(path, page)} for path, page in PAGES.items()},
        "components": {"schemas": schemas},
    }
    return msgspec.json.encode(whole)


def _operation(path: str, page: Page) -> dict[str, Any]:
    named = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {
        "summary": page.summary,
        "parameters": [
            *({"name": name, "in": "path", "required": True, "schema": _TEXT} for name in named),
            *({"name": name, "in": "query", "schema": form} for name, form in page.asked.items()),
        ],
        "responses": {
            "200": {"description": "OK", "content": {page.media_type: {"schema": page.answer}}},
            **{
                str(status): {"description": "none", "content": problem}
                for status in sorted(page.problems)
            },
        },
    }
