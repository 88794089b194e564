"""Pages beside the socket (`kozyr_server.transport.http`)."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from kozyr_protocol import messages
from kozyr_protocol.phrases import PHRASES
from kozyr_protocol.record import FORMAT
from kozyr_server.settings import Settings
from kozyr_testing.serving import QUICK, ROOM, Served, served, with_


@asynccontextmanager
async def pages(settings: Settings = QUICK) -> AsyncIterator[tuple[Served, httpx.AsyncClient]]:
    async with served(settings) as server, httpx.AsyncClient(base_url=server.url) as http:
        yield server, http


async def test_health_is_the_process_and_readiness_its_store() -> None:
    async with pages() as (server, http):
        assert (await http.get("/healthz")).text == "ok\n"
        ready = await http.get("/readyz")
        assert ready.status_code == 200
        assert ready.json() == {
            "ready": True,
            "draining": False,
            "store": {"durability": "everysec", "reached": True},
            "version": "0.1.0",
        }
        server.store.tick_age_s = 5.1
        late = await http.get("/readyz")
        assert (late.status_code, late.json()["ready"]) == (503, False)
        assert late.json()["store"]["reached"] is False
        assert (await http.get("/healthz")).status_code == 200


async def test_figures_are_shown_also_without_the_store() -> None:
    async with pages() as (server, http), server.client() as client:
        await client.ask(messages.Leave(1, ROOM))
        text = (await http.get("/metrics")).text
        assert "kozyr_connections 1.0" in text
        assert "kozyr_frames_received_total 2.0" in text
        assert 'kozyr_commands_total{type="leave"} 1.0' in text
        assert "kozyr_store_used_memory 1024.0" in text
        assert "kozyr_store_tick_age_seconds 0.0" in text
        assert 'kozyr_store_events_total{event="ticks"} 3.0' in text
        assert "kozyr_store_ticks" not in text, "a sum, or nothing"
        assert 'kozyr_durability_info{durability="everysec"} 1' in text
        samples = [line for line in text.splitlines() if line and not line.startswith("#")]
        assert all(re.fullmatch(r"[a-z_]+(\{[^}]*\})? \S+", line) for line in samples)
        server.store.is_away = True
        text = (await http.get("/metrics")).text
        assert "kozyr_store_used_memory" not in text
        assert "kozyr_connections 1.0" in text


async def test_games_are_shown_with_the_schemas_of_their_options() -> None:
    async with pages() as (_, http):
        answer = await http.get("/api/v1/games")
        assert answer.headers["access-control-allow-origin"] == "*"
        (game,) = [each for each in answer.json()["games"] if each["game"] == "twenty_nine"]
        assert game["titles"]["ru"] == "Двадцать девять"
        assert game["options"]["type"] == "object"
        for preset in game["presets"].values():
            assert set(preset["options"]) <= set(game["options"]["properties"])
            assert game["min_seats"] <= preset["min_seats"] <= preset["max_seats"]


async def test_quick_phrases_are_listed_in_their_order() -> None:
    async with pages() as (_, http):
        answer = await http.get("/api/v1/phrases")
        phrases = answer.json()["phrases"]
        assert [each["phrase"] for each in phrases] == list(PHRASES)
        assert phrases[0] == {"phrase": "hello", "en": "Hello!", "ru": "Здравствуйте!"}
        assert (await http.get("/api/v1/phrases?x=1")).status_code == 400


async def test_the_rules_of_a_game_are_told_in_two_languages() -> None:
    async with pages() as (_, http):
        answer = await http.get("/api/v1/games/king/help/ru")
        assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
        assert answer.headers["access-control-allow-origin"] == "*"
        assert answer.text.startswith("# Кинг")
        other = await http.get("/api/v1/games/king/help/de")
        assert (other.status_code, other.json()["code"]) == (404, "no_such_help")
        unknown = await http.get("/api/v1/games/chess/help/en")
        assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown_game")
        asked = await http.get("/api/v1/games/king/help/en?part=1")
        assert (asked.status_code, asked.json()["code"]) == (400, "malformed")


async def test_rooms_are_pages_of_the_lobby() -> None:
    async with pages() as (_, http):
        answer = await http.get("/api/v1/rooms", params={"game": "some"})
        (room,) = answer.json()["rooms"]
        assert (room["room"], room["game"], room["taken"]) == (ROOM, "some", 1)
        assert answer.json()["next"] is None
        away = await http.get("/api/v1/rooms", params={"game": "away"})
        assert (away.status_code, away.json()["code"]) == (503, "store_unavailable")
        onward = await http.get("/api/v1/rooms", params={"after": f"0{ROOM}"})
        assert onward.status_code == 200


@pytest.mark.parametrize(
    ("page", "query", "named"),
    [
        *(("rooms", query, "after") for query in ("after=zz", "after=", f"after=2{ROOM}")),
        *(("rooms", query, "game") for query in ("game=", "game=x" + "x" * 64, "game=a&game=b")),
        *(("rooms", f"{name}=1", name) for name in ("count", "before", "Game")),
        *(("records", query, "before") for query in ("before=zz", "before=", f"before={ROOM}")),
        *(("records", f"{name}=zz", name) for name in ("game", "after")),
        ("games", "game=king", "game"),
        *(("records", "count=-1", "count"), (f"records/{ROOM}-1", "game=x", "game")),
    ],
)
async def test_what_cannot_be_taken_is_refused_by_its_name(
    page: str, query: str, named: str
) -> None:
    async with pages() as (_, http):
        refused = await http.get(f"/api/v1/{page}?{query}")
        assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
        assert repr(named) in refused.json()["message"]


async def test_records_are_listed_and_shown() -> None:
    record = b'{"format":"%s"}' % FORMAT.encode()
    async with pages() as (server, http):
        server.store.finished = {f"{ROOM}-{n:02}": record for n in range(60)}
        first = (await http.get("/api/v1/records")).json()
        assert len(first["records"]) == 50
        second = (await http.get("/api/v1/records" + first["next"])).json()
        assert len(second["records"]) == 10
        assert second["next"] is None
        one = await http.get(f"/api/v1/records/{ROOM}-07")
        assert (one.status_code, one.content) == (200, record)
        assert (await http.get("/api/v1/records/none")).status_code == 404
        server.store.is_away = True
        away = await http.get(f"/api/v1/records/{ROOM}-07")
        assert (away.status_code, away.json()["code"]) == (503, "store_unavailable")


async def test_the_games_come_compressed_to_whom_takes_it() -> None:
    async with pages() as (_, http):
        plain = await http.get("/api/v1/games", headers={"accept-encoding": "identity"})
        packed = await http.get("/api/v1/games", headers={"accept-encoding": "gzip"})
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < len(plain.content) / 3
        assert packed.json() == plain.json()
        assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"


async def test_the_store_is_shielded_from_floods_of_requests() -> None:
    async with pages(with_(api_per_s=0.1, api_burst_s=50.0)) as (_, http):
        codes = [(await http.get("/api/v1/records")).status_code for _ in range(9)]
        assert codes == [200] * 5 + [429] * 4
        assert (await http.get("/readyz")).status_code == 200


async def test_one_address_takes_no_page_from_another() -> None:
    async with pages(with_(api_address_per_s=0.1, api_address_burst_s=50.0)) as (_, http):

        async def asked(address: str) -> int:
            headers = {"x-forwarded-for": address}
            return (await http.get("/api/v1/records", headers=headers)).status_code

        assert [await asked("203.0.113.7") for _ in range(7)] == [200] * 5 + [429] * 2
        assert [await asked("203.0.113.8"), await asked("127.0.0.1")] == [200, 200]


async def test_the_protocol_is_served_with_the_server() -> None:
    async with pages() as (_, http):
        files = (await http.get("/protocol/v1/")).json()["files"]
        assert {"README.md", "client.json", "server.json"} <= set(files)
        text = await http.get("/protocol/v1/README.md")
        assert text.text.startswith("# The protocol of kozyr")
        assert (await http.get("/protocol/v1/nothing.json")).status_code == 404
        assert (await http.get("/protocol/v1/..%2f__init__.py")).status_code == 404


async def test_what_is_not_there_is_told_to_programs_in_their_form() -> None:
    async with pages() as (_, http):
        answer = await http.get("/api/v1/nothing")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_page")
        answer = await http.get("/nothing")
        assert (answer.status_code, answer.text) == (404, "Not Found")


async def test_robots_and_icons_are_answered_without_the_web_client() -> None:
    async with pages() as (_, http):
        robots = await http.get("/robots.txt")
        assert robots.headers["content-type"] == "text/plain; charset=utf-8"
        assert "Disallow: /\n" in robots.text
        assert (await http.get("/favicon.ico")).status_code in {200, 204}


async def test_the_socket_tells_browsers_what_it_is() -> None:
    async with pages() as (_, http):
        assert (await http.get("/ws")).status_code == 426


PAGES = (
    "/",
    "/healthz",
    "/readyz",
    "/metrics",
    "/ws",
    "/api/v1/games",
    "/api/v1/games/king/help/ru",
    "/api/v1/rooms?colour=red",
    "/api/v1/records",
    "/protocol/v1/",
    "/protocol/v1/README.md",
    "/nothing",
    "/robots.txt",
    "/favicon.ico",
)


@pytest.mark.parametrize("path", PAGES)
async def test_every_page_has_its_security_headers(path: str) -> None:
    async with pages() as (_, http):
        headers = (await http.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert not re.search(r"https?:|\bws|\*", policy), "nothing comes from elsewhere"
        assert "server" not in headers
