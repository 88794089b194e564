"""Following rooms: what the server says of them, what is asked when something is missing.

Pure, a part of the session: it adds its own commands to those that wait, and emits events.
"""

import logging
from collections.abc import Callable
from typing import assert_never

from msgspec.structs import replace

from kozyr_client.commands import Command, Outstanding, Pending
from kozyr_client.errors import FairnessProblem, KozyrError, Refused, RoomEnded
from kozyr_client.events import Answered, Counts, Done, Ended, Event, Failed, Heard
from kozyr_client.fairness import FairSeat
from kozyr_client.following import Changed, Doubted, Entry, Following, Gap, Sync, Watched, Wires
from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_protocol.rooms import Phase

MAX_GAPS = 3
"""Gaps of a room, without an update that fits between, that are asked about; then the line is
thought broken."""

MAX_REFOLLOWS = 2
"""How often a command has its room followed again because the server had forgotten it."""

RoomMessage = (
    messages.Followed
    | messages.Snapshot
    | messages.Update
    | messages.LinkWanted
    | messages.ChatSaid
    | messages.Watchers
    | messages.Unfollowed
)
"""What the server says of one room without being an answer alone."""

logger = logging.getLogger("kozyr.client")


class Follower:
    """All rooms that one session follows."""

    def __init__(
        self,
        wires: Wires,
        pending: Outstanding,
        counts: Counts,
        emit: Callable[[Event], None],
        broken: Callable[[str], None],
    ) -> None:
        self.rooms: dict[RoomId, Following] = {}
        """By id; also those whose first picture is still awaited."""
        self._wires = wires
        self._pending = pending
        self._counts = counts
        self._emit = emit
        self._broken = broken
        self._player: PlayerId | None = None
        self._follows: dict[RoomId, int] = {}
        self._gaps: dict[RoomId, int] = {}
        self._fair: dict[RoomId, FairSeat] = {}
        self._wanted: dict[RoomId, messages.LinkWanted] = {}

    # --- Asked by the session -----------------------------------------------------------------

    def follow(
        self,
        room: RoomId,
        mode: str,
        now: float,
        draw_seed: Callable[[], bytes] | None,
        entry: Entry | None = None,
    ) -> Pending:
        """Follow a room; see `Session.follow`."""
        following = self.rooms.get(room)
        if following is None:
            self.rooms[room] = following = Following(room, mode, self._player, self._wires)
        elif following.mode != mode:
            following.mode = mode
            following.start_anew()
        if entry is not None:
            following.entry = entry
        if draw_seed is not None and room not in self._fair:
            self._fair[room] = FairSeat(room, draw_seed)
        pending = self._ask(following, now)
        pending.is_internal = False
        return pending

    def tip(self, room: RoomId) -> str | None:
        """The tip to sit down with; None where the seat takes no part in shuffles."""
        fair = self._fair.get(room)
        return None if fair is None or fair.is_off else fair.tip

    def is_open(self, pending: Pending) -> bool:
        """Whether a command can be sent: its room is followed on this line."""
        if pending.room is None or isinstance(pending.command, messages.Follow):
            return True
        following = self.rooms.get(pending.room)
        return following is not None and following.sync is Sync.LIVE

    def filled(self, command: Command) -> Command:
        """The command as it is to be sent now: `follow` says where the picture stopped."""
        if not isinstance(command, messages.Follow):
            return command
        following = self.rooms[command.room]
        following.asked()
        return replace(command, mode=following.mode, version=following.version, tag=following.tag)

    def greeted(self, player: PlayerId, now: float) -> None:
        """A new line is up: follow all rooms on it."""
        self._player = player
        for following in self.rooms.values():
            following.player = player
            self._ask(following, now)

    def disconnected(self) -> None:
        """The line has ended."""
        self._gaps.clear()
        self._wanted.clear()
        for following in self.rooms.values():
            following.asked()

    def drop(self, room: RoomId, error: KozyrError | None) -> None:
        """A room is not followed any more; its commands fail with it."""
        if self.rooms.pop(room, None) is None:
            return
        self._follows.pop(room, None)
        self._gaps.pop(room, None)
        self._fair.pop(room, None)
        self._wanted.pop(room, None)
        for pending in self._pending.of_room(room):
            self._pending.pop(pending.id)
            if not pending.is_internal:
                self._emit(Failed(pending.id, error or RoomEnded(room, "unfollowed")))
        self._emit(Ended(room, error))

    # --- What became of commands --------------------------------------------------------------

    def done(self, pending: Pending) -> None:
        """The server did a command."""
        command = pending.command
        if isinstance(command, messages.FeedLink) and command.room in self._fair:
            self._fair[command.room].acknowledged(command.n)

    def failed(self, pending: Pending, error: KozyrError) -> None:
        """A command failed for good."""
        command = pending.command
        if isinstance(command, messages.Follow):
            self.drop(command.room, error)
            return
        fair = self._fair.get(command.room) if isinstance(command, messages.CommitTip) else None
        if fair is not None:
            fair.is_off = True
            self._doubt(FairnessProblem(fair.room, 0, f"The own tip was not taken: {error}."))

    def is_forgotten(self, pending: Pending, refusal: Refused, now: float) -> bool:
        """Whether the server had forgotten the following.

        It is then made again, within a bound, and the command is sent after it.
        """
        following = None if pending.room is None else self.rooms.get(pending.room)
        if refusal.code != ErrorCode.NOT_FOLLOWING or following is None:
            return False
        if pending.refollows >= MAX_REFOLLOWS:
            return False
        pending.refollows += 1
        pending.sent_at = None
        self._ask(following, now)
        return True

    # --- Messages -----------------------------------------------------------------------------

    def take(self, message: RoomMessage, now: float) -> None:
        """Something was said of a room."""
        following = self.rooms.get(message.room)
        if following is None:
            self._counts.ignored += 1
            return
        match message:
            case messages.Followed():
                if self._follows.get(message.room) == message.id:
                    following.take_followed(message, now)
                    self._synced(following, now)
            case messages.Snapshot():
                self._take_snapshot(following, message, now)
            case messages.Update():
                self._take_update(following, message, now)
            case messages.LinkWanted():
                self._wanted[message.room] = message
                self._feed(following, now)
            case messages.ChatSaid():
                said = following.take_line(message.line)
                if said is not None:
                    self._emit(Heard(message.room, said))
            case messages.Watchers():
                following.watchers = message.count
                self._emit(Heard(message.room, Watched(message.count)))
            case messages.Unfollowed(reason="outdated"):
                # The room goes on: it is followed again on the next line, at another server.
                following.asked()
                self._broken(f"room {message.room} needs a newer server")
            case messages.Unfollowed():
                self.drop(message.room, RoomEnded.from_reason(message.room, message.reason))
            case _:
                assert_never(message)

    def _take_snapshot(self, following: Following, message: messages.Snapshot, now: float) -> None:
        if following.sync is Sync.ASKED:
            return
        fresh = following.take_snapshot(message, now)
        self._counts.rollbacks += message.reason == "rolled_back"
        if following.room in self._fair:
            self._fair[following.room].take_picture(fresh.view)
        self._emit(Heard(following.room, fresh))
        self._synced(following, now)

    def _take_update(self, following: Following, message: messages.Update, now: float) -> None:
        result = following.take_update(message, now)
        match result:
            case Changed():
                self._gaps.pop(following.room, None)
                self._emit(Heard(following.room, result))
                if following.room in self._fair:
                    fair = self._fair[following.room]
                    for problem in fair.take_events(result.events, result.view):
                        self._doubt(problem)
                self._synced(following, now)
            case Gap():
                self._mend(following, result, now)
            case None:
                pass
            case _:
                assert_never(result)

    def _mend(self, following: Following, gap: Gap, now: float) -> None:
        """Ask for what is missing: first the missed updates, then a fresh picture, then leave."""
        self._counts.gaps += 1
        logger.info("room %s at %s: %s", following.room, following.version, gap.name.lower())
        if gap is Gap.UNREADABLE:
            following.start_anew()
        else:
            tries = self._gaps.get(following.room, 0) + 1
            self._gaps[following.room] = tries
            if tries > MAX_GAPS:
                self._broken(f"the updates of room {following.room} do not fit")
                return
            if tries > 1:
                following.start_anew()
        self._ask(following, now)

    def _ask(self, following: Following, now: float) -> Pending:
        """Follow a room from where it stopped. One `follow` of a room waits at a time."""
        following.asked()
        pending = self._pending.get(self._follows.get(following.room))
        if pending is None:
            command = messages.Follow(
                0,
                following.room,
                following.mode,
                code=following.entry.code,
                password=following.entry.password,
            )
            pending = self._pending.add(command, now, is_internal=True)
            self._follows[following.room] = pending.id
        elif pending.sent_at is not None:
            pending.sent_at = None
            pending.due_at = now
        return pending

    def _synced(self, following: Following, now: float) -> None:
        """The picture may be whole now: whoever waits for it has it."""
        if following.sync is not Sync.LIVE:
            return
        number = self._follows.get(following.room)
        pending = None if number is None else self._pending.pop(number)
        if pending is not None and not pending.is_internal:
            self._emit(Answered(pending.id, Done(following.version)))
        self._commit_tip(following, now)
        self._feed(following, now)

    # --- Shuffles -----------------------------------------------------------------------------

    def _commit_tip(self, following: Following, now: float) -> None:
        """Show the present chain's tip, if the own seat shows another one or none."""
        room, view = following.room, following.view
        tip = self.tip(room)
        if tip is None or view is None or view.you is None or view.seats[view.you].tip == tip:
            return
        if view.phase not in {Phase.WAITING, Phase.PLAYING}:
            return
        kinds = messages.CommitTip | messages.Join
        if not any(isinstance(each.command, kinds) for each in self._pending.of_room(room)):
            self._pending.add(messages.CommitTip(0, room, tip), now, is_internal=True)

    def _feed(self, following: Following, now: float) -> None:
        """Give the link that is asked for, once the picture shows its shuffle."""
        room, fair = following.room, self._fair.get(following.room)
        if fair is None or following.sync is not Sync.LIVE or following.view is None:
            return
        wanted = self._wanted.pop(room, None)
        if wanted is None:
            return
        try:
            link = fair.link(wanted, following.view)
        except FairnessProblem as problem:
            self._doubt(problem)
            return
        if link is not None:
            self._pending.add(messages.FeedLink(0, room, wanted.n, link), now, is_internal=True)

    def _doubt(self, problem: FairnessProblem) -> None:
        self._counts.doubts += 1
        logger.warning("%s", problem)
        self._emit(Heard(RoomId(problem.room), Doubted(problem)))
