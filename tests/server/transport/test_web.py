"""The built web client (`kozyr_server.transport.web`)."""

import re
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from kozyr_server.transport import web
from kozyr_testing.project import ROOT

FILES = {
    "index.html": b"<!doctype html><title>kozyr</title>",
    "icon.svg": b"<svg/>",
    "assets/index-1a2b3c4d.js": b"export {};",
    "assets/index-1a2b3c4d.js.br": b"brotli",
    "assets/index-1a2b3c4d.js.gz": b"gzip",
    "assets/cards-two-1a2b3c4d/QH.svg": b"<svg/>",
    "notes.unknown": b"?",
}
SCRIPT = "/assets/index-1a2b3c4d.js"


def built(folder: Path, files: Mapping[str, bytes] = FILES) -> httpx.AsyncClient:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    read = web.web_files(folder)
    app = Starlette(routes=web.routes(read), exception_handlers={404: web.missing(read)})
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app),
        base_url="http://test",
        headers={"accept-encoding": "identity"},
    )


async def test_every_page_of_the_client_is_its_index(tmp_path: Path) -> None:
    async with built(tmp_path) as http:
        for path in ("/", "/leaderboard", "/rules", "/rules/king", "/table/abc", "/replay/abc-1"):
            answer = await http.get(path)
            assert answer.content == FILES["index.html"], path
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.headers["cache-control"] == "no-cache"


INDICES = {
    "pages/table.en.html": b"<!doctype html><title>table</title>",
    "pages/table.ru.html": "<!doctype html><title>\u0441\u0442\u043e\u043b</title>".encode(),
    "pages/lobby.ru.html": "<!doctype html><title>\u0437\u0430\u043b</title>".encode(),
}


@pytest.mark.parametrize(
    ("path", "language", "name"),
    [
        ("/table/abc", "ru-RU,ru;q=0.9,en;q=0.8", "pages/table.ru.html"),
        ("/table/abc", "de, RU;q=0.5", "pages/table.ru.html"),
        ("/table/abc", "en-GB, ru", "pages/table.en.html"),
        ("/table/abc", "de", "pages/table.en.html"),
        ("/table/abc", "", "pages/table.en.html"),
        ("/", "ru", "pages/lobby.ru.html"),
        ("/", "en", "index.html"),
        ("/rules", "ru", "index.html"),
    ],
)
async def test_a_page_has_the_index_that_names_its_files(
    tmp_path: Path, path: str, language: str, name: str
) -> None:
    files = FILES | INDICES
    async with built(tmp_path, files) as http:
        answer = await http.get(path, headers={"accept-language": language})
        assert answer.content == files[name]
        assert answer.headers["vary"] == "accept-encoding, accept-language"
        assert (await http.get("/pages/table.en.html")).status_code == 404


async def test_the_icon_is_found_where_programs_look_for_it(tmp_path: Path) -> None:
    async with built(tmp_path) as http:
        answer = await http.get("/favicon.ico")
        assert (answer.status_code, answer.content) == (200, FILES["icon.svg"])
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.headers["etag"] == (await http.get("/icon.svg")).headers["etag"]


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/index",
        "/assets/nothing.js",
        "/assets/",
        "/assets/..%2findex.html",
        "/notes.unknown",
        "/table.html",
    ],
)
async def test_what_is_not_the_clients_is_not_found(tmp_path: Path, path: str) -> None:
    async with built(tmp_path) as http:
        assert (await http.get(path)).status_code == 404


async def test_a_person_at_no_page_is_told_so_by_the_client(tmp_path: Path) -> None:
    reader = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    async with built(tmp_path) as http:
        for path in ("/nothing", "/nothing/else"):
            answer = await http.get(path, headers=reader)
            assert (answer.status_code, answer.content) == (404, FILES["index.html"])
            again = await http.get(path, headers=reader | {"if-none-match": answer.headers["etag"]})
            assert again.status_code == 404
        for path in ("/api/v1/nothing", "/assets/nothing.js", "/protocol/v2/"):
            answer = await http.get(path, headers=reader)
            assert answer.status_code == 404
            assert answer.content != FILES["index.html"]


async def test_what_has_its_hash_in_its_path_is_kept_for_ever(tmp_path: Path) -> None:
    async with built(tmp_path) as http:
        for path in (SCRIPT, "/assets/cards-two-1a2b3c4d/QH.svg"):
            answer = await http.get(path)
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert (await http.get("/icon.svg")).headers["cache-control"] == "no-cache"


async def test_what_is_kept_is_not_sent_again(tmp_path: Path) -> None:
    async with built(tmp_path) as http:
        tag = (await http.get("/")).headers["etag"]
        again = await http.get("/", headers={"if-none-match": f'"other", W/{tag}'})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
        (tmp_path / "index.html").write_bytes(b"<!doctype html>new")
    async with built(tmp_path, {}) as http:
        renewed = await http.get("/", headers={"if-none-match": tag})
        assert renewed.status_code == 200


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br; q=0.000, gzip;q=0.5", "gzip"),
        ("*", "br"),
        ("br;q=0, *", "gzip"),
        ("*;q=0, gzip", "gzip"),
        ("*;q=0", None),
        ("identity", None),
        ("", None),
    ],
)
async def test_the_smallest_form_that_is_taken_is_sent(
    tmp_path: Path, accepted: str, encoding: str | None
) -> None:
    async with built(tmp_path) as http:
        request = http.build_request("GET", SCRIPT, headers={"accept-encoding": accepted})
        answer = await http.send(request, stream=True)
        sent = b"".join([part async for part in answer.aiter_raw()])
        name = {"br": ".br", "gzip": ".gz", None: ""}[encoding]
        assert sent == FILES[SCRIPT[1:] + name]
        assert answer.headers.get("content-encoding") == encoding
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"


async def test_compressed_copies_are_no_files_of_their_own(tmp_path: Path) -> None:
    async with built(tmp_path) as http:
        assert (await http.get(SCRIPT + ".br")).status_code == 404


def test_without_an_index_there_is_no_client(tmp_path: Path) -> None:
    assert web.web_files(tmp_path / "nothing") == {}
    (tmp_path / "icon.svg").write_bytes(b"<svg/>")
    assert web.web_files(tmp_path) == {}
    assert web.routes({}) == []


def test_the_server_knows_all_pages_of_the_client() -> None:
    routes = (ROOT / "clients/web/src/pages/routes.ts").read_text("utf-8")
    paths = re.findall(r'path: "/([a-z]*)', routes)
    assert set(paths) - {""} == set(web.PAGES)
    assert list(web.PAGES) == sorted(web.PAGES)
