"""Where finished games are read from (`kozyr_cli.record_sources`)."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from kozyr_cli.errors import CommandError
from kozyr_cli.record_sources import Archive, Server

Answer = tuple[int, object]


@contextmanager
def scripted(answers: dict[str, list[Answer]]) -> Iterator[str]:
    """A server that says what a test wants, for each path in turn, the last of them for ever."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            left = answers.get(self.path, [(404, {})])
            status, body = left.pop(0) if len(left) > 1 else left[0]
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body if isinstance(body, bytes) else json.dumps(body).encode())

        def log_message(self, *_: object) -> None:
            """Nothing is logged."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_pages_are_read_to_the_end() -> None:
    first, second = [f"r-{number}" for number in range(50, 0, -1)], ["r-0"]
    with scripted(
        {
            "/api/v1/records": [(200, {"records": first, "next": "?before=r-1"})],
            "/api/v1/records?before=r-1": [(200, {"records": second, "next": None})],
            "/api/v1/records?before=r-0": [(200, {"records": [], "next": None})],
        }
    ) as url:
        assert list(Server(url + "/").ids()) == first + second


def test_a_server_that_repeats_itself_is_not_asked_for_ever() -> None:
    page = (200, {"records": ["r-1"], "next": "?before=r-1"})
    with scripted({"/api/v1/records": [page], "/api/v1/records?before=r-1": [page]}) as url:
        assert list(Server(url).ids()) == ["r-1", "r-1"]


def test_the_games_of_a_room_are_counted_up() -> None:
    with scripted(
        {"/api/v1/records/r-1": [(200, b"one")], "/api/v1/records/r-2": [(200, b"two")]}
    ) as url:
        assert list(Server(url).of_room("r")) == [("r-1", b"one"), ("r-2", b"two")]


def test_a_busy_server_is_asked_again() -> None:
    busy = (429, {"code": "too_fast", "message": "wait"})
    with scripted({"/api/v1/records/r-1": [busy, (200, b"one")]}) as url:
        assert Server(url).record("r-1") == b"one"


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ((503, {"code": "store_unavailable", "message": "the store is away"}), "the store is away"),
        ((500, b"<html>"), "the server cannot answer now"),
        ((200, b"<html>"), "is no kozyr server"),
        ((404, {}), "is no kozyr server"),
        ((200, {"other": 1}), "is no kozyr server"),
    ],
)
def test_another_answer_is_one_line(answer: Answer, text: str) -> None:
    with scripted({"/api/v1/records": [answer]}) as url, pytest.raises(CommandError, match=text):
        list(Server(url).ids())


def test_the_address_of_the_socket_is_good_for_the_pages() -> None:
    with scripted({"/api/v1/records/r-1": [(200, b"one")]}) as url:
        assert Server(url.replace("http", "ws") + "/ws").record("r-1") == b"one"
    with pytest.raises(CommandError, match="is not http://HOST:PORT"):
        Server("file:///etc/passwd")


def _line(room: str, started: int, finished: int) -> bytes:
    return json.dumps({"room": room, "started": f"{started}", "finished": f"{finished}"}).encode()


def test_an_archive_counts_the_games_of_each_room(tmp_path: Path) -> None:
    (tmp_path / "b.jsonl").write_bytes(_line("r", 1, 2) + b"\n" + _line("q", 1, 4) + b"\n")
    (tmp_path / "a.jsonl").write_bytes(_line("r", 2, 3) + b"\r\n" + _line("r", 1, 2) + b"\n")
    (tmp_path / "notes.txt").write_text("no records")
    archive = Archive(tmp_path)
    assert list(archive.ids()) == ["q-1", "r-2", "r-1"]
    assert archive.record("r-2") == _line("r", 2, 3)
    assert [name for name, _ in archive.of_room("r")] == ["r-1", "r-2"]
    with pytest.raises(CommandError, match="no game in the archive has the id r-3"):
        archive.record("r-3")


def test_a_spoilt_archive_is_said_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(_line("r", 1, 2) + b"\n[]\n")
    with pytest.raises(CommandError, match=r"a\.jsonl:2: the line is no record"):
        list(Archive(tmp_path).ids())
