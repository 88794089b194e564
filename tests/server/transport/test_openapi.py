"""The document of `/api/v1` says what the server does (`kozyr_server.transport.openapi`)."""

from typing import Any

import httpx
import jsonschema
import msgspec
import pytest

from kozyr_protocol.messages import RoomSummary
from kozyr_server.transport import http as pages
from kozyr_server.transport import openapi
from kozyr_testing.serving import QUICK, served

ASKED = {
    "/api/v1/games/{game}/help/{language}": "/api/v1/games/king/help/ru",
    "/api/v1/records/{record}": "/api/v1/records/48ftkfsjvfnapc-1",
    "/api/v1/ratings/{game}": "/api/v1/ratings/king",
    "/api/v1/players/{player}": "/api/v1/players/p" + "a" * 16,
}


async def _document(http: httpx.AsyncClient) -> dict[str, Any]:
    answer = await http.get(openapi.PATH)
    assert answer.headers["content-type"] == "application/json"
    found: dict[str, Any] = answer.json()
    return found


async def test_every_page_is_in_it_and_nothing_else() -> None:
    async with served(QUICK) as server, httpx.AsyncClient(base_url=server.url) as http:
        document = await _document(http)
        for path in openapi.PAGES:
            status = (await http.get(ASKED.get(path, path))).status_code
            known = document["paths"][path]["get"]["responses"]
            assert str(status) in known, path
    source = pages.__loader__.get_source(pages.__name__)  # type: ignore[union-attr]
    routed = {line.split('"')[1] for line in source.splitlines() if 'Route("/api/v1/' in line}
    assert routed == set(document["paths"])


async def test_answers_are_of_their_schemas() -> None:
    async with served(QUICK) as server, httpx.AsyncClient(base_url=server.url) as http:
        document = await _document(http)
        for path in openapi.PAGES:
            answer = await http.get(ASKED.get(path, path))
            content = document["paths"][path]["get"]["responses"][str(answer.status_code)]
            ((kind, form),) = content["content"].items()
            assert answer.headers["content-type"].startswith(kind)
            if kind == "application/json":
                schema = form["schema"] | {"components": document["components"]}
                jsonschema.Draft202012Validator(schema).validate(answer.json())


@pytest.mark.parametrize("path", ["/api/v1/rooms", "/api/v1/records", "/api/v1/ratings/{game}"])
async def test_parameters_are_those_that_are_taken(path: str) -> None:
    async with served(QUICK) as server, httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.get(ASKED.get(path, path), params={"no_such": "1"})
        assert answer.status_code == 400
        known = answer.json()["message"].rpartition("known: ")[2].split(", ")
        assert set(known) == set(openapi.PAGES[path].asked)


def test_a_room_is_described_as_the_protocol_has_it() -> None:
    document = msgspec.json.decode(openapi.document())
    described = document["components"]["schemas"]["RoomSummary"]["properties"]
    assert set(described) == set(RoomSummary.__struct_encode_fields__)
