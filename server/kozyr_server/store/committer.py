"""The connection that commits: what is ready in one turn of the loop goes in one call.

The outcome of every commit is found out or said to be unknown:

- An answer lost with its connection: the old connection is ended in the store, so that nothing of
  it can still run; then (version, tag) of each room is read. Its own tag: `OK`. Anything else:
  `CONFLICT` with the stored pair, also when that is the pair it was decided on. Decide again.
- Not found out within 5 s of sending: `UNKNOWN`.
- What was written and not published, because only this process listens, is echoed to its own
  listener. Where an answer was lost nobody knows what was published: all rooms are compared.
- An error of the whole call that says that nothing ran: `FULL` or `UNAVAILABLE`.
"""

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import Sequence
from time import perf_counter
from typing import Any, Final, Self

import hiredis
import structlog

from kozyr_server.store import awake, commits, keys, wire
from kozyr_server.store.address import Address
from kozyr_server.store.library import Script
from kozyr_server.store.model import Commit, CommitResult, Status
from kozyr_server.store.subscriber import Subscriber
from kozyr_server.store.wire import Wire, WireLostError

MAX_CALL_COMMITS: Final = 64
MAX_CALL_BYTES: Final = 256 * 1024
MAX_QUEUE: Final = 32_768
"""Commits that wait to be sent; one more is `UNAVAILABLE`. A room has one at a time, so that all
people of a full worker can act, or leave, in one moment and are served one after the other."""
QUEUE_PATIENCE_S: Final = 2.0
"""A commit that could not be sent for so long is `UNAVAILABLE`."""
ANSWER_TIMEOUT_S: Final = 2.0
"""Without an answer for so long the connection is given up."""
LOOK_S: Final = 0.25
MAX_SECONDS: Final = 65_536
"""Latest answers whose times are kept for the figures, which take them some times a second."""
UNKNOWN_AFTER_S: Final = 5.0
"""From sending to `UNKNOWN`."""
RETRY_DELAYS_S: Final = (0.02, 0.05, 0.1, 0.2, 0.5)

_log = structlog.get_logger("kozyr.store")


class _Item:
    """A commit on its way.

    Attributes:
        commit: What is to be written.
        done: Gets the result; cancelled where nobody waits for it any more.
        since: Loop time at which it began to wait, or was sent.
        began: Seconds of `time.perf_counter` at which it began to wait.
    """

    __slots__ = ("began", "commit", "done", "since")

    def __init__(self, commit: Commit, done: "asyncio.Future[CommitResult]", since: float) -> None:
        self.commit = commit
        self.done = done
        self.since = since
        self.began = perf_counter()


class Committer:
    """Sends commits; use it inside `async with`.

    Attributes:
        counters: `calls`, `commits`, `untold` (written, not published), `reconnects`, and one
            for each status.
        seconds: How long the latest commits took from their call to their answer, for the figures,
            which empty it.
    """

    def __init__(
        self, address: Address, name: str, script: Script, listener: Subscriber | None = None
    ) -> None:
        """Nothing is sent before its block begins.

        Args:
            address: The store.
            name: Shown by the store's `CLIENT LIST`; this process's alone.
            script: `commit` of the library.
            listener: Of this process; None: every commit is published.
        """
        self.counters: Counter[str] = Counter()
        self.seconds: deque[float] = deque(maxlen=MAX_SECONDS)
        self._address = address
        self._name = name
        self._script = script
        self._listener = listener
        self._own_channel = ""
        self._loop = asyncio.get_running_loop()
        self._queue: deque[_Item] = deque()
        self._in_flight: list[_Item] = []
        self._lost: list[_Item] = []
        self._is_doubtful = False  # of what was lost nobody knows yet what ran
        self._wire: Wire | None = None
        self._old_client_id = 0
        self._flush_soon = False
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def waiting(self) -> int:
        """Commits that wait for a call, at most `MAX_QUEUE`."""
        return len(self._queue)

    async def __aenter__(self) -> Self:
        """Begin to connect; `commit` can be called at once."""
        self._task = asyncio.create_task(self._run(), name="store commits")
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop; what was sent and not answered is `UNKNOWN`, what was not sent `UNAVAILABLE`."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        old = self._wire
        self._answer_all([*self._in_flight, *self._lost], CommitResult(Status.UNKNOWN))
        self._answer_all(self._queue, CommitResult(Status.UNAVAILABLE, detail="closed"))
        self._in_flight, self._lost, self._wire = [], [], None
        self._queue.clear()
        if old is not None:
            old.abort()
            await old.wait_closed()

    def commit(self, commit: Commit) -> "asyncio.Future[CommitResult]":
        """Write one step with the others of this turn of the loop.

        Cancelled before it was sent, it is not sent; after that it may be written.
        """
        # No coroutine: it would cost half a microsecond in every action.
        done: asyncio.Future[CommitResult] = self._loop.create_future()
        item = _Item(commit, done, self._loop.time())
        if self._closed or len(self._queue) >= MAX_QUEUE:
            detail = "closed" if self._closed else "too many commits wait"
            self._answer(item, CommitResult(Status.UNAVAILABLE, detail=detail))
            return done
        self._queue.append(item)
        if not self._flush_soon and not self._in_flight:
            self._flush_soon = True
            self._loop.call_soon(self._flush)
        return done

    def _flush(self) -> None:
        """Send the next call, if none is in flight."""
        self._flush_soon = False
        if self._wire is None or self._in_flight:
            return
        batch = self._next_batch()
        if batch:
            self._in_flight = batch
            self.counters["calls"] += 1
            self.counters["commits"] += len(batch)
            self._send("EVALSHA", self._script.sha, batch)

    def _next_batch(self) -> list[_Item]:
        batch: list[_Item] = []
        room_left, now = MAX_CALL_BYTES, self._loop.time()
        while self._queue and len(batch) < MAX_CALL_COMMITS:
            item = self._queue[0]
            room_left -= commits.size(item.commit)
            if batch and room_left < 0:
                break
            self._queue.popleft()
            if not item.done.done():
                item.since = now
                batch.append(item)
        return batch

    def _send(self, verb: str, script: str, batch: Sequence[_Item]) -> None:
        assert self._wire is not None
        arguments = commits.command([item.commit for item in batch], self._own_channel)
        self._wire.send((verb, script, *arguments), self._answered)

    def _answered(self, reply: Any) -> None:
        batch = self._in_flight
        if isinstance(reply, hiredis.ReplyError) and str(reply).startswith("NOSCRIPT"):
            # Nothing ran; EVAL tells the store the source again.
            self._send("EVAL", self._script.source, batch)
            return
        self._in_flight = []
        if isinstance(reply, list) and len(reply) == len(batch):
            for item, answer in zip(batch, reply, strict=True):
                if commits.is_untold(answer):
                    self._echo(item)
                self._answer(item, commits.result(answer))
        elif isinstance(reply, hiredis.ReplyError) and (refused := commits.refusal(str(reply))):
            self._answer_all(batch, refused)
        else:
            self._lose(batch, reply)
        if self._queue:
            self._flush()

    def _lose(self, batch: list[_Item], reply: object) -> None:
        """Leave a call without a usable answer to the task that connects anew."""
        if not isinstance(reply, WireLostError):
            # An error in the midst of the script: some of it may have run.
            _log.error("commit script failed", error=str(reply))
        self._lost += batch
        self._is_doubtful = True
        if self._wire is not None:
            self._old_client_id = self._wire.client_id
            self._wire.abort()
            self._wire = None
        if batch:
            due = batch[0].since + UNKNOWN_AFTER_S
            self._loop.call_at(due, self._give_up, batch)

    def _give_up(self, batch: list[_Item]) -> None:
        self._answer_all(batch, CommitResult(Status.UNKNOWN, detail="no answer within 5 s"))
        self._lost = [item for item in self._lost if not item.done.done()]

    async def _run(self) -> None:
        """Keep a connection: connect, clear up what was lost, serve until it ends."""
        failures = 0
        while True:
            new: Wire | None = None
            try:
                new = await wire.connect(self._address, self._name)
                await self._clear_up(new)
                failures = 0
                self._wire = new
                self._flush()
                await self._watch(new)
                self._wire = None
                _log.warning("connection of commits lost")
            except (OSError, hiredis.ReplyError) as error:
                failures += 1
                _log.debug("store away", error=str(error), failures=failures)
            except Exception:
                # A mistake of ours. Without this task every commit would wait for ever.
                failures += 1
                _log.exception("connection of commits")
            finally:
                if new is not None:
                    new.abort()
            self._expire_queue()
            self.counters["reconnects"] += 1
            await asyncio.sleep(RETRY_DELAYS_S[min(failures, len(RETRY_DELAYS_S) - 1)])

    async def _watch(self, new: Wire) -> None:
        """Return when the connection has ended; end it when an answer does not come."""
        # One look now and then instead of a timer a call: that would cost 2 µs each. Looks are
        # counted and not seconds: of a loop that stood still nobody heard an answer.
        looks, seen = 0, None
        while not (await asyncio.wait({new.closed}, timeout=LOOK_S))[0]:
            first = self._in_flight[0] if self._in_flight else None
            looks = looks + 1 if first is not None and first is seen else 0
            seen = first
            if looks * LOOK_S >= ANSWER_TIMEOUT_S:
                new.abort()

    async def _clear_up(self, new: Wire) -> None:
        """Before the first call: nothing of an earlier connection is left in the dark."""
        is_doubtful = self._is_doubtful
        while self._is_doubtful:
            await self._recover(new)
        self._own_channel = ""
        if self._listener is None:
            return
        if is_doubtful:
            self._listener.compare_all()
        # What a lost connection sent must not run later, unpublished, when nobody looks any more.
        if await self._can_end_others(new):
            self._own_channel = self._listener.own_channel

    async def _can_end_others(self, new: Wire) -> bool:
        try:
            await new.ask("CLIENT", "LIST", "ID", new.client_id)
        except hiredis.ReplyError:
            return False
        return new.client_id != 0

    async def _recover(self, new: Wire) -> None:
        """Find out how the lost commits ended; `OSError` or `ReplyError` where that fails."""
        async with awake.timeout(ANSWER_TIMEOUT_S):
            await self._end_old(new)
            batch = list(self._lost)
            answers = await asyncio.gather(
                *(new.ask("HMGET", keys.state(item.commit.room), "v", "t") for item in batch)
            )
        for item, (version, tag) in zip(batch, answers, strict=True):
            pair = int(version or 0), (tag or b"").decode()
            self._answer(item, commits.recovered(item.commit, *pair))
        self._lost = [item for item in self._lost if not item.done.done()]
        self._is_doubtful = bool(self._lost)

    async def _end_old(self, new: Wire) -> None:
        """End the lost connection in the store: what it sent and was not read never runs."""
        old = self._old_client_id
        # After a restart of the store numbers begin anew: the name must be ours.
        if old in {0, new.client_id}:
            return
        with contextlib.suppress(hiredis.ReplyError):
            listed = await new.ask("CLIENT", "LIST", "ID", old)
            if f" name={self._name} ".encode() in listed:
                await new.ask("CLIENT", "KILL", "ID", old)
        self._old_client_id = 0

    def _expire_queue(self) -> None:
        before = self._loop.time() - QUEUE_PATIENCE_S
        away = CommitResult(Status.UNAVAILABLE, detail="the store is away")
        while self._queue and self._queue[0].since < before:
            self._answer(self._queue.popleft(), away)

    def _echo(self, item: _Item) -> None:
        self.counters["untold"] += 1
        commit = item.commit
        # Who does not wait any more tells nobody.
        if self._listener is not None and (not commit.is_told or item.done.done()):
            self._listener.echo(commit.room, commit.entry, commit.state)

    def _answer(self, item: _Item, result: CommitResult) -> None:
        if not item.done.done():
            self.counters[result.status] += 1
            self.seconds.append(perf_counter() - item.began)
            item.done.set_result(result)

    def _answer_all(self, items: "Sequence[_Item] | deque[_Item]", result: CommitResult) -> None:
        for item in items:
            self._answer(item, result)
