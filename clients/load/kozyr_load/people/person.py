"""Somebody in one room: a player at his seat, or a spectator."""

import secrets
from collections import deque
from typing import Literal

from msgspec.structs import replace

from kozyr_load.counts import RESUME
from kozyr_load.judge.witness import Witness
from kozyr_load.people.acting import Actor
from kozyr_load.people.desk import Desk
from kozyr_load.people.link import Link
from kozyr_load.people.place import Place
from kozyr_protocol import codec, messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import RoomId, Tag
from kozyr_protocol.messages import Error, Followed, Prompts, Snapshot, Unfollowed, Update
from kozyr_protocol.rooms import GameEnded, GameStarted, Phase, Reopened

CLIENT = "kozyr-load"

AGAIN_S = 0.25
"""Before a command is sent again that was refused for now and without `retry_ms`."""

UNANSWERED_S = 30.0
"""A command without an answer for so long, on a line that lives, is a violation."""

_NEWS = b"game_", b"reopened"
"""Of events that players go by (`game_started`, `game_ended`, `reopened`); all others are left
undecoded where nobody judges."""


class Person:
    """One connection to one room.

    Args:
        desk: shared.
        place: the room.
        name: to play under.
        mode: how the room is followed.
        is_player: takes a seat; else a spectator.
        is_host: opens the room.

    Attributes:
        link: The connection.
        seat: His seat now; None: none, or a spectator.
        is_following: Whether the room is followed on the present line.
    """

    def __init__(
        self,
        desk: Desk,
        place: Place,
        name: str,
        *,
        mode: Literal["events", "views"] = "events",
        is_player: bool,
        is_host: bool = False,
    ) -> None:
        """Nobody is connected yet."""
        self.name = name
        self.is_player = is_player
        self.is_host = is_host
        self.mode: Literal["events", "views"] = mode
        self.seat: int | None = None
        self.is_following = False
        self.actor: Actor | None = None
        behind = desk.scenario.faults.behind_versions
        is_behind = is_player and desk.scenario.faults.behind_every_s > 0
        self._history: deque[tuple[int, Tag]] | None = (
            deque(maxlen=behind + 1) if is_behind else None
        )
        self.link = Link(
            desk,
            self._greeting,
            self._heard,
            self._lost,
            is_player=is_player,
            behind=self._forget if is_behind else None,
        )
        self._desk = desk
        self._place = place
        self._token = secrets.token_urlsafe(32)
        self._version: int | None = None
        self._tag: Tag | None = None
        self._newest = -1
        self._resumed_at: int | None = None
        self._last_id = 0
        self._waiting: dict[int, tuple[messages.Command, float]] = {}
        self._follow_id: int | None = None
        self._witness: Witness | None = None

    def next_id(self) -> int:
        """The number of a new command."""
        self._last_id += 1
        return self._last_id

    def enter(self, room: RoomId) -> None:
        """Go into the room, or be ready to when the line is up."""
        self._witness = self._place.witness(self.name, self.mode)
        if self.is_player:
            self.actor = Actor(self._desk, room, self.next_id, self._send, self._place.acted)
            self.actor.witness = self._witness
        if self.link.is_up:
            self._send(codec.encode(self._follow(room)))

    def say(self, text: str) -> None:
        """A line of chat."""
        if self._place.room is not None and self.is_following:
            self._command(messages.Chat(self.next_id(), self._place.room, text))

    def rematch(self) -> None:
        """Open the room again."""
        if self._place.room is not None and self.is_following:
            self._command(messages.Rematch(self.next_id(), self._place.room))

    def ready(self) -> None:
        """Be ready for the game."""
        if self._place.room is not None and self.is_following and self.is_player:
            self._command(messages.SetReady(self.next_id(), self._place.room))

    def close(self) -> None:
        """Go for good."""
        if self.actor is not None:
            self.actor.stop()
        self.is_following = False
        self.link.close()

    def unanswered(self, now_s: float) -> None:
        """Report commands that have waited too long."""
        pending = self.actor.pending if self.actor is not None else None
        overdue = [(_named(command), at_s) for command, at_s in self._waiting.values()]
        if pending is not None:
            overdue.append(("act", pending.sent_s))
        for what, at_s in overdue:
            is_late = now_s - at_s > UNANSWERED_S + self._desk.scenario.faults.slow_s
            if is_late and self.is_following:
                self._desk.counts.count("unanswered")
                if self._witness is not None:
                    self._witness.unanswered(f"`{what}`", now_s - at_s)
                self._waiting.clear()
                if pending is not None:
                    # Told once.
                    pending.sent_s = now_s

    def _greeting(self) -> list[bytes]:
        """What is said on a new line before anything was heard."""
        self._waiting.clear()
        self.is_following = False
        hello = messages.Hello(1, 1, self._token, self.name, CLIENT)
        frames = [codec.encode(hello)]
        room = self._place.room
        if room is not None:
            frames.append(codec.encode(self._follow(room)))
        elif self.is_host:
            frames.append(self._place.create(self.next_id()))
        if self._witness is not None:
            for frame in frames:
                self._witness.ring.put(self._desk.court.now_s(), "sent", frame)
        return frames

    def _follow(self, room: RoomId) -> messages.Follow:
        number = self._follow_id = self.next_id()
        code = self._place.code
        return messages.Follow(number, room, self.mode, self._version, self._tag, code)

    def _command(self, command: messages.Command) -> None:
        self._waiting[command.id] = (command, self._desk.now_s())
        self._send(codec.encode(command))

    def _send(self, frame: bytes) -> None:
        if self._witness is not None:
            self._witness.ring.put(self._desk.court.now_s(), "sent", frame)
        self._desk.counts.count("frames_sent")
        self.link.send(frame)

    def _lost(self) -> None:
        self.is_following = False
        self._resumed_at = None
        self._waiting.clear()

    def _heard(self, frame: bytes) -> None:
        counts = self._desk.counts
        counts.numbers["frames"] += 1
        counts.numbers["bytes"] += len(frame)
        witness = self._witness
        if witness is not None:
            witness.ring.put(self._desk.court.now_s(), "heard", frame)
        try:
            message = codec.decode_server(frame)
        except codec.CodecError as error:
            counts.count("unreadable")
            if witness is not None:
                witness.unreadable(str(error))
            return
        match message:
            case Update():
                self._updated(message, frame)
            case Snapshot():
                self._shown(message)
            case messages.Ok():
                self._waiting.pop(message.id, None)
                if self.actor is not None:
                    self.actor.answered(message.id, message.version, by_update=False)
            case Error():
                self._refused(message)
            case messages.ServerPing():
                self._send(codec.encode(messages.Pong(message.id)))
            case messages.Welcome():
                self.link.greeted()
                if self.actor is not None:
                    self.actor.bucket.set(message.limits, self._desk.now_s())
                counts.count(f"durability.{message.durability}")
                counts.count(f"server.{message.server}")
            case messages.Created():
                self._place.created(message.room, message.code)
            case Followed():
                self._followed(message)
            case Unfollowed():
                self._unfollowed(message)
            case messages.ChatSaid():
                counts.count("chat_heard")
            case messages.Notice():
                counts.count(f"notices.{message.code}")
            case messages.ServerPong() | messages.Rooms() | messages.LinkWanted():
                pass
            case messages.Watchers() | messages.Unknown():
                pass
            case _:
                # The lobby, quick match and one's own name: no person of a load test asks for them.
                counts.count("messages.other")

    def _followed(self, message: Followed) -> None:
        counts = self._desk.counts
        if self._version is not None:
            counts.count(f"resumes.{message.reason or 'resumed'}")
            self._resumed_at = message.version
            if message.reason is None and message.version == self._version:
                self._caught_up()
        if self._witness is not None:
            self._witness.followed(message)
        self.is_following = True
        self.seat = message.seat
        room = self._place.room
        assert room is not None, "only what was opened is followed"
        if self.is_player and message.seat is None:
            self._command(messages.Join(self.next_id(), room))
        if self.is_player and self._place.phase is Phase.WAITING:
            self.ready()
        if self.actor is not None and message.reason is None:
            self.actor.resumed()

    def _caught_up(self) -> None:
        self._desk.counts.time(RESUME, self._desk.now_s() - self.link.dialled_s)
        self._resumed_at = None
        self.link.is_back()

    def _forget(self) -> bool:
        """See `Link`: know only what was a number of versions ago."""
        history = self._history
        if history is None or len(history) < (history.maxlen or 0) or self._witness is not None:
            return False
        self._version, self._tag = history[0]
        history.clear()
        return True

    def _shown(self, message: Snapshot) -> None:
        self._version, self._tag = message.version, message.tag
        self._newest = message.version
        if self._history is not None:
            self._history.clear()
        if self._resumed_at is not None:
            self._caught_up()
        self.seat = message.view.you
        if self._witness is not None:
            self._witness.snapshot(message)
        if message.view.phase is not self._place.phase:
            self._place.phase = message.view.phase
        self._prompted(message.prompts)
        if self.actor is not None and self.actor.pending is not None:
            self.actor.resumed()

    def _updated(self, message: Update, frame: bytes) -> None:
        witness = self._witness
        if witness is not None:
            witness.update(message)
        is_mine = False
        if message.answer is not None:
            self._waiting.pop(message.answer.id, None)
            if self.actor is not None:
                is_mine = self.actor.answered(message.answer.id, message.version, by_update=True)
        if self._version is not None and message.version <= self._version:
            return
        self._version, self._tag = message.version, message.tag
        if self._history is not None:
            self._history.append((message.version, message.tag))
        is_resuming = self._resumed_at is not None
        if self._resumed_at is not None and message.version >= self._resumed_at:
            self._caught_up()
        if message.version <= self._newest:
            # Known, but for `_forget`.
            return
        self._newest = message.version
        if self.is_player and not is_mine and not is_resuming:
            self._place.told(message.version, self._desk.now_s())
        if self.is_player and (_NEWS[0] in frame or _NEWS[1] in frame):
            self._course(message)
        if message.prompts is not None:
            self._prompted(message.prompts)

    def _course(self, message: Update) -> None:
        for raw in message.events:
            event = codec.decode_event(raw)
            if isinstance(event, GameEnded):
                self._place.game_ended(event, message.version)
            elif isinstance(event, GameStarted):
                self._place.phase = Phase.PLAYING
            elif isinstance(event, Reopened):
                self._place.phase = Phase.WAITING
                self.ready()

    def _prompted(self, prompts: Prompts) -> None:
        if self.actor is None:
            return
        mine = next((turn for turn in prompts.turns if turn.legal), None)
        if mine is not None:
            self.seat = mine.seat
        self.actor.prompted(mine)

    def _refused(self, error: Error) -> None:
        counts = self._desk.counts
        waiting = self._waiting.pop(error.id, None) if error.id is not None else None
        # What a right client cannot avoid: the clock was faster, or somebody else was, or a command
        # was on its way when another tab took the line.
        is_race = (
            error.code is ErrorCode.STALE
            or (waiting is not None and error.code is ErrorCode.WRONG_PHASE)
            or (not self.is_following and error.code is ErrorCode.NOT_FOLLOWING)
        )
        counts.count(f"{'races' if is_race else 'errors'}.{error.code.value}")
        if self.actor is not None:
            self.actor.refused(error)
        if error.temporary:
            wait_s = float(error.facts.get("retry_ms", AGAIN_S * 1000)) / 1000
            self._desk.loop.call_later(wait_s, self._again, error.id, waiting and waiting[0])
        if self._place.room is None or error.code is ErrorCode.NO_SUCH_ROOM:
            self._place.refused(error)

    def _again(self, number: int | None, command: messages.Command | None) -> None:
        """Ask again for what was refused for now, if nothing has come of it since."""
        room = self._place.room
        if room is None or not self.link.is_up:
            return
        if number == self._follow_id and not self.is_following:
            self._send(codec.encode(self._follow(room)))
        elif self.is_following and command is not None and not isinstance(command, messages.Chat):
            self._command(replace(command, id=self.next_id()))

    def _unfollowed(self, message: Unfollowed) -> None:
        self._desk.counts.count(f"unfollowed.{message.reason}")
        self.is_following = False


def _named(command: messages.Command) -> str:
    return type(command).__name__.lower()
