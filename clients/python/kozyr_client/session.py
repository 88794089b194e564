"""The whole client without sockets, tasks or clocks: frames and times in, events and frames out.

A session outlives its lines. Its owner tells it when a line is open (`connected`), what came
(`receive`), when the line has ended (`disconnected`) and how late it is (`tick`); it takes the
`frames()` to send, the `events()` that happened, and `next_at()`, the time of the next `tick`.
On each new line the session says `hello`, follows its rooms from where they stopped, and sends
again what may be sent again. All times are seconds of one clock that never goes back.
"""

import logging
from collections import deque
from collections.abc import Callable, Mapping
from enum import Enum, auto
from random import Random
from typing import assert_never

from msgspec.structs import replace

from kozyr_client.commands import Command, Outstanding, Pending, is_done
from kozyr_client.errors import KozyrError, Refused, RoomEnded, VersionRefused
from kozyr_client.events import (
    Answer,
    Answered,
    Broken,
    Counts,
    Done,
    Event,
    Failed,
    Greeted,
    Noticed,
    Stopped,
    Told,
)
from kozyr_client.follower import Follower
from kozyr_client.following import Entry, Following, Wires
from kozyr_client.pace import Pace
from kozyr_client.patience import Patience
from kozyr_protocol import messages
from kozyr_protocol.codec import MalformedFrameError, decode_server, encode
from kozyr_protocol.errors import TEMPORARY, ErrorCode
from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_protocol.limits import MAX_FRAME_BYTES
from kozyr_protocol.version import OLDEST_VERSION, PROTOCOL_VERSION

MAX_FRAMES = 4096
"""Frames that may wait for the line; a server that asks for more pongs than it reads is left."""

logger = logging.getLogger("kozyr.client")


class _Line(Enum):
    NONE = auto()
    GREETING = auto()
    UP = auto()
    BROKEN = auto()


class Session:
    """One player's conversation with the server, over as many lines as it takes."""

    def __init__(
        self, hello: messages.Hello, *, wires: Wires, patience: Patience, rng: Random
    ) -> None:
        self.welcome: messages.Welcome | None = None
        """The newest greeting, without its token; None before the first."""
        self.counts = Counts()
        self._hello = replace(
            hello, min_version=OLDEST_VERSION, max_version=PROTOCOL_VERSION, token=None
        )
        self._token = hello.token
        self._patience = patience
        self._pending = Outstanding(patience, rng)
        self._pace = Pace()
        self._events: deque[Event] = deque()
        self._frames: deque[bytes] = deque()
        self._follower = Follower(
            wires, self._pending, self.counts, self._events.append, self._break
        )
        self._line = _Line.NONE
        self._opened_at = self._heard_at = self._pinged_at = 0.0

    def __repr__(self) -> str:
        return f"<Session line={self._line.name.lower()} rooms={len(self.rooms)}>"

    # --- What the owner takes -----------------------------------------------------------------

    @property
    def rooms(self) -> Mapping[RoomId, Following]:
        """The rooms that are followed, or are about to be."""
        return self._follower.rooms

    @property
    def token(self) -> str | None:
        """The secret by which the player comes back; None before the first greeting."""
        return self._token

    @property
    def player(self) -> PlayerId | None:
        """The own player; None before the first greeting."""
        return None if self.welcome is None else self.welcome.player

    @property
    def has_frames(self) -> bool:
        """Whether something is to be sent."""
        return bool(self._frames)

    def frames(self) -> list[bytes]:
        """The frames to send now, in order; they are then forgotten."""
        frames = list(self._frames)
        self._frames.clear()
        return frames

    def events(self) -> list[Event]:
        """What happened since the last call, in order."""
        events = list(self._events)
        self._events.clear()
        return events

    def next_at(self) -> float | None:
        """When `tick` is to be called next, if nothing comes before; None: not at all."""
        times = [self._pending.next_at(self._can_send)]
        if self._line is _Line.GREETING:
            times.append(self._opened_at + self._patience.hello_s)
        if self._line is _Line.UP and self.welcome is not None:
            limits = self.welcome.limits
            times.append(max(self._heard_at, self._pinged_at) + limits.ping_s)
            times.append(self._heard_at + limits.gone_s)
        return min((each for each in times if each is not None), default=None)

    # --- What the owner asks ------------------------------------------------------------------

    def command(self, command: Command, now: float) -> int:
        """Send a command, now or as soon as it can be.

        Args:
            command: with any `id`; the session sets it.
            now: seconds.

        Returns:
            The number under which `Answered` or `Failed` will come.

        Raises:
            Overloaded: too many wait already.
            RoomEnded: the room is not followed.
            ValueError: the command is larger than the server takes.
        """
        room = getattr(command, "room", None)
        if room is not None and room not in self.rooms:
            raise RoomEnded(room, "not followed")
        most_bytes = MAX_FRAME_BYTES if self.welcome is None else self.welcome.limits.frame_bytes
        # The number that is set below may need eight bytes more.
        if len(encode(command)) + 8 > most_bytes:
            raise ValueError("the command is larger than the server takes")
        pending = self._pending.add(command, now)
        self._send_due(now)
        return pending.id

    def follow(
        self,
        room: RoomId,
        mode: str,
        now: float,
        draw_seed: Callable[[], bytes] | None = None,
        entry: Entry | None = None,
    ) -> int:
        """Follow a room; answered when its picture is there.

        Args:
            room: its id; one that is followed already is brought up to date.
            mode: `events` or `views`.
            now: seconds.
            draw_seed: 32 random bytes at each call: take part in the shuffles. None: do not.
            entry: what lets one in; None: as the last time.
        """
        pending = self._follower.follow(room, mode, now, draw_seed, entry)
        self._send_due(now)
        return pending.id

    def unfollow(self, room: RoomId, now: float) -> int | None:
        """Follow a room no longer; None: there is nothing to wait for."""
        if self._line is not _Line.UP or room not in self.rooms:
            self._follower.drop(room, None)
            return None
        return self.command(messages.Unfollow(0, room), now)

    def tip(self, room: RoomId) -> str | None:
        """The tip to sit down with; None where the seat takes no part in shuffles."""
        return self._follower.tip(room)

    def forget(self, number: int) -> None:
        """Nobody waits for this answer any more: the command is not sent again."""
        pending = self._pending.pop(number)
        if pending is None or not isinstance(pending.command, messages.Follow):
            return
        following = self.rooms.get(pending.command.room)
        if following is not None and following.view is None:
            self._follower.drop(pending.command.room, None)

    # --- What the owner tells -----------------------------------------------------------------

    def connected(self, now: float) -> None:
        """A line is open: say `hello`."""
        self._line = _Line.GREETING
        self._opened_at = self._heard_at = self._pinged_at = now
        self._frames.clear()
        self._send(replace(self._hello, token=self._token))

    def disconnected(self, now: float) -> None:
        """The line has ended: whatever was on its way may be lost."""
        self._line = _Line.NONE
        self._frames.clear()
        self._follower.disconnected()
        for pending, error in self._pending.cut(now):
            self._fail(pending, error)
        for pending in self._pending:
            if isinstance(pending.command, messages.Unfollow):
                self._finish(pending, Done(None))

    def receive(self, frame: bytes | str, now: float) -> None:
        """A frame came.

        One that cannot be read is counted and ignored: what it was part of is asked for again
        when it is missed.
        """
        if self._line in {_Line.NONE, _Line.BROKEN}:
            return
        self._heard_at = now
        try:
            message = decode_server(frame)
        except MalformedFrameError as problem:
            self._take_unreadable(problem)
        else:
            self._take(message, now)
        self._send_due(now)

    def tick(self, now: float) -> None:
        """Time has passed: send what is due, and give up what took too long."""
        for pending, error in self._pending.expired(now):
            self._fail(pending, error)
        if self._line is _Line.GREETING and now >= self._opened_at + self._patience.hello_s:
            self._break("no welcome in time")
        if self._line is _Line.UP and self.welcome is not None:
            self._watch_line(self.welcome.limits, now)
        self._send_due(now)

    def _watch_line(self, limits: messages.Limits, now: float) -> None:
        if now >= self._heard_at + limits.gone_s:
            self._break("nothing heard for too long")
        elif self._pending.is_unanswered(now):
            self._break("a command was not answered")
        elif now >= max(self._heard_at, self._pinged_at) + limits.ping_s:
            self._pinged_at = now
            self._send(messages.Ping())

    # --- Messages -----------------------------------------------------------------------------

    def _take(self, message: messages.ServerMessage | messages.Unknown, now: float) -> None:
        match message:
            case messages.Welcome():
                self._take_welcome(message, now)
            case messages.ServerPing():
                self._send(messages.Pong(message.id))
            case messages.ServerPong():
                pass
            case messages.Ok():
                self._take_answer(message.id, Done(message.version))
            case (
                messages.Created()
                | messages.Rooms()
                | messages.Lobby()
                | messages.People()
                | messages.SignedIn()
                | messages.Tokens()
                | messages.Invitation()
            ):
                self._take_answer(message.id, message)
            case messages.Matching() | messages.You():
                if message.id is None:
                    self._events.append(Told(message))
                else:
                    self._take_answer(message.id, message)
            case (
                messages.LobbyChanged()
                | messages.LobbySaid()
                | messages.Matched()
                | messages.Sanctioned()
                | messages.Offer()
            ):
                self._events.append(Told(message))
            case messages.Error():
                self._take_error(message, now)
            case messages.Notice():
                self._events.append(Noticed(message))
            case messages.Update():
                self._follower.take(message, now)
                if message.answer is not None:
                    self._take_answer(message.answer.id, Done(message.version))
            case (
                messages.Followed()
                | messages.Snapshot()
                | messages.LinkWanted()
                | messages.ChatSaid()
                | messages.Watchers()
                | messages.Unfollowed()
            ):
                self._follower.take(message, now)
            case messages.Unknown():
                self.counts.ignored += 1
                logger.debug("ignored a message of the unknown type %s", message.type)
            case _:
                assert_never(message)

    def _take_welcome(self, message: messages.Welcome, now: float) -> None:
        if self._line is not _Line.GREETING:
            self.counts.ignored += 1
            return
        if not OLDEST_VERSION <= message.version <= PROTOCOL_VERSION:
            self._stop(VersionRefused(OLDEST_VERSION, PROTOCOL_VERSION))
            return
        self._line = _Line.UP
        self._token = message.token or self._token
        self.welcome = replace(message, token=None)
        self._pace.greeted(message.limits, now)
        self.counts.lines += 1
        self._events.append(Greeted(self.welcome))
        self._follower.greeted(message.player, now)

    def _take_unreadable(self, problem: MalformedFrameError) -> None:
        self.counts.unreadable += 1
        logger.warning("a frame of the server cannot be read: %s", problem.reason)
        pending = self._pending.get(problem.id)
        # A picture that cannot be read is asked for again on the next line.
        if pending is not None and not isinstance(pending.command, messages.Follow):
            self._fail(pending, Refused("unreadable", False, "the answer cannot be read"))

    # --- Answers ------------------------------------------------------------------------------

    def _take_answer(self, number: int, answer: Answer) -> None:
        pending = self._pending.get(number)
        if pending is None:
            self.counts.ignored += 1
            return
        self._finish(pending, answer)

    def _take_error(self, error: messages.Error, now: float) -> None:
        refusal = Refused.from_code(error.code, error.temporary, error.message, error.facts)
        if self._line is _Line.GREETING:
            self._take_refused_hello(refusal)
            return
        pending = self._pending.get(error.id)
        if pending is None:
            self.counts.ignored += 1
            logger.warning("the server complains: %s", refusal)
        elif self._pending.is_kept(pending, refusal, now):
            self.counts.postponed += 1
        elif self._is_settled(pending, refusal):
            following = None if pending.room is None else self.rooms.get(pending.room)
            self._finish(pending, Done(None if following is None else following.version))
        elif not self._follower.is_forgotten(pending, refusal, now):
            self._refuse(pending, refusal)

    def _take_refused_hello(self, refusal: Refused) -> None:
        if refusal.code == ErrorCode.UNSUPPORTED_VERSION:
            self._stop(VersionRefused(OLDEST_VERSION, PROTOCOL_VERSION, refusal.facts))
        elif refusal.temporary or refusal.code in TEMPORARY:
            self._break(f"hello was refused for a while ({refusal.code})")
        else:
            self._stop(refusal)

    def _is_settled(self, pending: Pending, refusal: Refused) -> bool:
        """Whether the refusal shows that what was asked for is so already."""
        command = pending.command
        if isinstance(command, messages.Unfollow):
            return True
        # A tip that came with `join` may be shown while the same one is on its way alone.
        if not pending.was_cut and not isinstance(command, messages.CommitTip):
            return False
        following = None if pending.room is None else self.rooms.get(pending.room)
        return following is not None and is_done(command, refusal.code, following.view)

    def _refuse(self, pending: Pending, refusal: Refused) -> None:
        error: KozyrError = refusal
        is_ending = isinstance(pending.command, messages.Follow)
        if pending.room is not None and (is_ending or refusal.code == ErrorCode.NOT_YOUR_LINE):
            error = RoomEnded.from_reason(pending.room, refusal.code)
        self._fail(pending, error)

    def _finish(self, pending: Pending, answer: Answer) -> None:
        self._pending.pop(pending.id)
        self._follower.done(pending)
        if not pending.is_internal:
            self._events.append(Answered(pending.id, answer))
        if isinstance(pending.command, messages.Unfollow):
            self._follower.drop(pending.command.room, None)

    def _fail(self, pending: Pending, error: KozyrError) -> None:
        self._pending.pop(pending.id)
        if not pending.is_internal:
            self._events.append(Failed(pending.id, error))
        self._follower.failed(pending, error)

    # --- Sending ------------------------------------------------------------------------------

    def _can_send(self, pending: Pending) -> bool:
        return self._line is _Line.UP and self._follower.is_open(pending)

    def _send_due(self, now: float) -> None:
        if self._line is not _Line.UP:
            return
        for pending in self._pending.due(now, self._can_send):
            wait_s = self._pace.wait_s(now)
            if wait_s > 0:
                pending.due_at = now + wait_s
                continue
            self._pace.sent(now)
            pending.sent_at = now
            pending.tries += 1
            self.counts.sent += 1
            self.counts.repeated += pending.tries > 1
            self._send(self._follower.filled(pending.command))

    def _send(self, message: messages.ClientMessage) -> None:
        if len(self._frames) >= MAX_FRAMES:
            self._break("the server does not read")
            return
        self._frames.append(encode(message))

    def _break(self, reason: str) -> None:
        if self._line is _Line.BROKEN:
            return
        self._line = _Line.BROKEN
        self._frames.clear()
        self.counts.broken += 1
        self._events.append(Broken(reason))

    def _stop(self, error: KozyrError) -> None:
        self._line = _Line.BROKEN
        self._frames.clear()
        self._events.append(Stopped(error))
