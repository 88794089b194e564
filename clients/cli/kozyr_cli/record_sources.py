"""Where finished games are read from: a running server, or the folder of its archive."""

import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote, urlencode, urlsplit

from kozyr_cli import addresses
from kozyr_cli.errors import CommandError
from kozyr_cli.record_files import lines, opened
from kozyr_cli.words import refusal, say, told

TIMEOUT_S = 15.0
MAX_TRIES = 20
"""Times that a server may ask to wait before one page."""
MAX_GAMES_OF_A_ROOM = 100_000

Found = tuple[str, bytes]
"""The name of a game (its id, or its place in the archive) and its line."""


class Source(Protocol):
    """Finished games."""

    def ids(self) -> Iterator[str]:
        """Names of the public games, newest first."""

    def record(self, name: str) -> bytes:
        """A game's line, without the newline.

        Raises:
            CommandError: There is no such game.
        """

    def of_room(self, room: str) -> Iterator[Found]:
        """The games of a room, oldest first."""


class Server:
    """The records of a running server, by `/api/v1/records`."""

    def __init__(self, url: str) -> None:
        """Take the address of its pages, or of its socket.

        Raises:
            CommandError: It is no such address.
        """
        self._url = addresses.pages(url)
        # A proxy of the environment is for the world outside.
        is_near = urlsplit(self._url).hostname in {"127.0.0.1", "::1", "localhost"}
        proxies = urllib.request.ProxyHandler({} if is_near else None)
        self._opener = urllib.request.build_opener(proxies)

    def ids(self) -> Iterator[str]:
        """Ids of the public games, newest first."""
        before: str | None = None
        while True:
            query = "" if before is None else "?" + urlencode({"before": before})
            page = _page(self._url, self._get(f"/api/v1/records{query}"))
            yield from page
            # A page that says the same again would be asked for without end.
            if not page or page[-1] == before:
                return
            before = page[-1]

    def record(self, name: str) -> bytes:
        """A game's line, by its id `ROOM-NUMBER`."""
        found = self._get(f"/api/v1/records/{quote(name, safe='')}")
        if found is None:
            raise CommandError(say("records-no-public", id=name))
        return found

    def of_room(self, room: str) -> Iterator[Found]:
        """The games of a room, oldest first: they are numbered from 1."""
        for number in range(1, MAX_GAMES_OF_A_ROOM):
            name = f"{room}-{number}"
            found = self._get(f"/api/v1/records/{quote(name, safe='')}")
            if found is None:
                return
            yield name, found

    def _get(self, path: str) -> bytes | None:
        """The body; None: there is no such thing."""
        for _ in range(MAX_TRIES):
            try:
                with self._opener.open(self._url + path, timeout=TIMEOUT_S) as response:
                    body: bytes = response.read()
                    return body
            except urllib.error.HTTPError as error:
                with error:
                    if error.code == 404:
                        return None
                    problem = _problem(error.read())
                    if error.code != 429:
                        raise CommandError(f"{self._url}: {problem}") from None
                # The server counts the requests of all.
                time.sleep(0.5)
            except (OSError, HTTPException) as error:
                reason = getattr(error, "reason", None) or error
                raise CommandError(
                    say("kozyr-no-answer", url=self._url, reason=told(str(reason)))
                ) from None
        raise CommandError(say("records-too-many", url=self._url))


class Archive:
    """The records in an archive's folder, without a server.

    A game may be written twice; it is shown once.
    """

    def __init__(self, folder: Path) -> None:
        """Look which files there are.

        Raises:
            CommandError: There is no such folder.
        """
        if not folder.is_dir():
            raise CommandError(say("records-no-folder", folder=str(folder)))
        self._files = sorted(folder.glob("*.jsonl"))
        self._places: dict[str, bytes] | None = None

    def ids(self) -> Iterator[str]:
        """Ids of all games, private ones too; newest first."""
        yield from reversed(self._games())

    def record(self, name: str) -> bytes:
        """A game's line, by its id."""
        found = self._games().get(name)
        if found is None:
            raise CommandError(say("records-not-archived", id=name))
        return found

    def of_room(self, room: str) -> Iterator[Found]:
        """The games of a room, oldest first."""
        for name, line in self._games().items():
            if name.rpartition("-")[0] == room:
                yield name, line

    def _games(self) -> dict[str, bytes]:
        """All games, oldest first, by the ids that a room's first, second … game has."""
        if self._places is None:
            found: dict[tuple[str, str, str], bytes] = {}
            for path in self._files:
                with opened(str(path)) as source:
                    for number, line in lines(str(path), source):
                        found.setdefault(_place(f"{path}:{number}", line), line.rstrip(b"\r\n"))
            counts: dict[str, int] = {}
            self._places = {}
            for (_, _, room), line in sorted(found.items()):
                counts[room] = counts.get(room, 0) + 1
                self._places[f"{room}-{counts[room]}"] = line
        return self._places


def _place(where: str, line: bytes) -> tuple[str, str, str]:
    """When a game was finished and started, and its room."""
    try:
        head = json.loads(line)
        return str(head["finished"]), str(head["started"]), str(head["room"])
    except (ValueError, LookupError, TypeError, RecursionError):
        raise CommandError(f"{where}: {say('records-no-record')}") from None


def _page(url: str, body: bytes | None) -> list[str]:
    try:
        found: Any = json.loads(body or b"")["records"]
        return [str(each) for each in found]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise CommandError(say("records-no-kozyr", url=url)) from None


def _problem(body: bytes) -> str:
    try:
        answer = json.loads(body)
        text = re.sub(r"\s+", " ", str(answer["message"]))
        return refusal(str(answer.get("code")), text)
    except (ValueError, LookupError, TypeError, RecursionError, AttributeError):
        return say("records-cannot-answer")
