"""Fetches the records of finished games and judges them, beside the load and after it."""

import queue
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from urllib.parse import quote

from kozyr_load.judge import records
from kozyr_load.judge.records import Played
from kozyr_load.judge.violation import Kind, Violation
from kozyr_load.results.collector import Checked

MOST_WAITING = 5_000
"""Games that wait for their record to be checked; more are left, and counted as that."""

TRIES = 20
TIMEOUT_S = 15.0

Fetch = Callable[[str], bytes | None]
"""Record id → its line; None: there is none. May raise OSError."""


def fetcher(http_url: str) -> Fetch:
    """Fetch records from the pages of a server; a proxy of the environment is not asked."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def fetch(record: str) -> bytes | None:
        url = f"{http_url}/api/v1/records/{quote(record, safe='')}"
        try:
            with opener.open(url, timeout=TIMEOUT_S) as answer:
                line: bytes = answer.read()
                return line
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            raise

    return fetch


class Checker:
    """A thread that checks one record after the other.

    Args:
        fetch: gets a record.
        report: is told of each violation; called in the thread.
        per_s: how many a second while the load runs.
    """

    def __init__(self, fetch: Fetch, report: Callable[[Violation], None], per_s: float) -> None:
        """Nothing is checked before `start`."""
        self._fetch = fetch
        self._report = report
        self._pause_s = 1 / per_s
        self._games: queue.Queue[Played | None] = queue.Queue(MOST_WAITING)
        self._hurry = threading.Event()
        self._quit = threading.Event()
        self._thread = threading.Thread(target=self._run, name="kozyr-records", daemon=True)
        self._records = 0
        self._actions = 0
        self._left = 0

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def put(self, played: Played) -> None:
        """A game is over."""
        try:
            self._games.put_nowait(played)
        except queue.Full:
            self._left += 1

    @property
    def waiting(self) -> int:
        """Games that are still to be checked."""
        return self._games.qsize()

    def hurry(self) -> None:
        """The load is over: check what is left as fast as it goes."""
        self._hurry.set()

    def finish(self) -> Checked:
        """End after the record that is checked now; what was not reached is left."""
        self._quit.set()
        self._hurry.set()
        if self._thread.is_alive():
            try:
                self._games.put_nowait(None)
            except queue.Full:
                self._games.get_nowait()
                self._left += 1
                self._games.put_nowait(None)
            self._thread.join(2 * TIMEOUT_S)
        left = 0
        while not self._games.empty():
            left += self._games.get_nowait() is not None
        return Checked(self._records, self._left + left, self._actions)

    def _run(self) -> None:
        while not self._quit.is_set():
            played = self._games.get()
            if played is None:
                return
            self._check(played)
            self._hurry.wait(self._pause_s)

    def _check(self, played: Played) -> None:
        line: bytes | None = None
        for attempt in range(TRIES):
            try:
                line = self._fetch(played.record)
                break
            except (OSError, HTTPException):
                # A limit of the server, or it restarts.
                if self._quit.is_set() or attempt == TRIES - 1:
                    self._left += 1
                    return
                time.sleep(min(2.0, 0.1 * 2**attempt))
        self._records += 1
        self._actions += sum(each.is_acked for made in played.made.values() for each in made)
        if line is None:
            found = [(Kind.RECORD, f"{played.record}: there is no such record")]
        else:
            found = records.problems(line, played)
        for kind, message in found:
            self._report(Violation(kind, message, played.room, played.game))
