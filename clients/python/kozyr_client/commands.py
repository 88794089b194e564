"""Commands that wait for their answer: what is sent again, when, and when it is given up.

Sending again is safe for all that the server takes twice as once: an action and a new room by
their key, `join`, `ready`, `leave`, `follow`, `unfollow`, `list` and links by what they mean.
`start`, `rematch` and `tip` are refused the second time, but the room then shows that they were
done. A line of chat would be said twice, a minute given twice, so they are never sent twice.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import assert_never

from msgspec.structs import replace

from kozyr_client.errors import (
    ConnectionLost,
    KozyrError,
    Overloaded,
    Refused,
    ResponseTimeout,
)
from kozyr_client.patience import Patience, retry_delay_s
from kozyr_protocol import messages
from kozyr_protocol.errors import TEMPORARY, ErrorCode
from kozyr_protocol.ids import RoomId
from kozyr_protocol.rooms import Phase, RoomView

MAX_PENDING = 1024
"""Commands of one client that may wait for their answers."""

Command = (
    messages.Create
    | messages.Follow
    | messages.Unfollow
    | messages.Chat
    | messages.HideLine
    | messages.RoomCommand
    | messages.LobbyCommand
    | messages.PeopleCommand
)
"""What a client asks for; each is answered by a message that carries its `id`."""


@dataclass
class Pending:
    """One command that waits for its answer."""

    id: int
    command: Command = field(repr=False)
    asked_at: float
    due_at: float
    """Not sent before."""
    sent_at: float | None = None
    """When it was sent on the present line; None: it waits to be sent."""
    tries: int = 0
    was_cut: bool = False
    """Whether a line ended while the command was on its way: it may have been done."""
    refusal: Refused | None = None
    """The last refusal that may pass; None once the outcome is open again."""
    is_internal: bool = False
    """Asked by the session itself: nobody waits for the answer."""
    refollows: int = 0
    """How often the room was followed again because the server had forgotten it."""

    @property
    def room(self) -> RoomId | None:
        """The room it is for; None for the lobby's commands."""
        command = self.command
        if isinstance(command, messages.Create | messages.LobbyCommand | messages.PeopleCommand):
            return None
        return command.room

    @property
    def type(self) -> str:
        """The command's name on the wire."""
        return str(self.command.__struct_config__.tag)


_ONCE = (
    messages.Chat
    | messages.HideLine
    | messages.LobbyChat
    | messages.GiveTime
    | messages.Report
    | messages.SignIn
    | messages.Invite
)


def is_sent_twice(command: Command) -> bool:
    """Whether the command may be sent again when its outcome is not known."""
    return not isinstance(command, _ONCE)


def is_done(command: Command, code: str, view: RoomView | None) -> bool:
    """Whether a refusal of a repeated command shows that the first one was accepted.

    Args:
        command: what was sent again after a cut.
        code: of the refusal.
        view: the room as it is now.
    """
    if view is None:
        return False
    match command:
        case messages.Start():
            return code == ErrorCode.WRONG_PHASE and view.phase is Phase.PLAYING
        case messages.Rematch():
            return code == ErrorCode.WRONG_PHASE and view.phase is Phase.WAITING
        case messages.CommitTip(tip=tip):
            shown = None if view.you is None else view.seats[view.you].tip
            return code == ErrorCode.BAD_TIP and tip is not None and shown == tip
        case (
            messages.Create()
            | messages.Follow()
            | messages.Unfollow()
            | messages.Join()
            | messages.Leave()
            | messages.SetReady()
            | messages.Act()
            | messages.FeedLink()
            | messages.Chat()
            | messages.HideLine()
        ):
            return False
        case _ if isinstance(
            command, messages.TableCommand | messages.LobbyCommand | messages.PeopleCommand
        ):
            return False
        case _:
            assert_never(command)


class Outstanding:
    """All commands of a client that wait, by their number."""

    def __init__(self, patience: Patience, rng: Random) -> None:
        self._patience = patience
        self._rng = rng
        self._by_id: dict[int, Pending] = {}
        self._last_id = 0

    def __iter__(self) -> Iterator[Pending]:
        return iter(tuple(self._by_id.values()))

    def __len__(self) -> int:
        return len(self._by_id)

    def get(self, number: int | None) -> Pending | None:
        """The command with this number, if it still waits."""
        return None if number is None else self._by_id.get(number)

    def add(self, command: Command, now: float, *, is_internal: bool = False) -> Pending:
        """Give a command its number and keep it until its answer.

        Args:
            command: with any `id`.
            now: seconds.
            is_internal: asked by the session itself, which bounds these by its rooms.

        Raises:
            Overloaded: `MAX_PENDING` wait already.
        """
        if len(self._by_id) >= MAX_PENDING and not is_internal:
            raise Overloaded(MAX_PENDING)
        self._last_id += 1
        command = replace(command, id=self._last_id)
        pending = Pending(command.id, command, now, due_at=now, is_internal=is_internal)
        self._by_id[command.id] = pending
        return pending

    def pop(self, number: int) -> Pending | None:
        """Take a command out; None where it does not wait any more."""
        return self._by_id.pop(number, None)

    def of_room(self, room: str) -> tuple[Pending, ...]:
        """The commands for one room, oldest first."""
        return tuple(each for each in self._by_id.values() if each.room == room)

    def is_kept(self, pending: Pending, refusal: Refused, now: float) -> bool:
        """Plan another try after a refusal, if that makes sense; False: the refusal is final."""
        if not (refusal.temporary or refusal.code in TEMPORARY):
            return False
        if refusal.code == ErrorCode.OUTCOME_UNKNOWN and not is_sent_twice(pending.command):
            return False
        if "slow_s" in refusal.facts:
            # Slow mode: who speaks is to know it now, not in minutes.
            return False
        told = refusal.facts.get("retry_ms")
        pending.refusal = refusal
        pending.sent_at = None
        pending.due_at = now + retry_delay_s(self._patience, self._rng, pending.tries, told)
        return True

    def cut(self, now: float) -> list[tuple[Pending, KozyrError]]:
        """The line is gone: what was on its way waits to be sent again, or is lost.

        Returns:
            The commands that are lost, taken out.
        """
        lost: list[tuple[Pending, KozyrError]] = []
        for pending in self:
            if pending.sent_at is None:
                continue
            pending.sent_at = None
            pending.was_cut = True
            pending.refusal = None
            pending.due_at = now
            if not is_sent_twice(pending.command):
                del self._by_id[pending.id]
                reason = f"the outcome of {pending.type} is not known, it is not sent twice"
                lost.append((pending, ConnectionLost(reason)))
        return lost

    def expired(self, now: float) -> list[tuple[Pending, KozyrError]]:
        """The commands whose time is over, taken out."""
        over = [each for each in self if now >= each.asked_at + self._patience.command_s]
        for pending in over:
            del self._by_id[pending.id]
        return [(each, self._timeout(each, now)) for each in over]

    def is_unanswered(self, now: float) -> bool:
        """Whether some command on this line should have been answered long ago."""
        return any(
            each.sent_at is not None and now >= each.sent_at + self._patience.answer_s
            for each in self._by_id.values()
        )

    def due(self, now: float, is_open: Callable[[Pending], bool]) -> list[Pending]:
        """The commands to send now, oldest first."""
        return [
            each
            for each in self._by_id.values()
            if each.sent_at is None and each.due_at <= now and is_open(each)
        ]

    def next_at(self, is_open: Callable[[Pending], bool]) -> float | None:
        """When the next command is to be sent, or is over; None: nothing waits."""
        times: list[float] = []
        for each in self._by_id.values():
            times.append(each.asked_at + self._patience.command_s)
            if each.sent_at is not None:
                times.append(each.sent_at + self._patience.answer_s)
            elif is_open(each):
                times.append(each.due_at)
        return min(times, default=None)

    def _timeout(self, pending: Pending, now: float) -> KozyrError:
        # A refusal says more than that there was no answer, as long as it was the last word.
        if pending.refusal is not None and pending.sent_at is None:
            return pending.refusal
        return ResponseTimeout(pending.type, now - pending.asked_at, pending.tries)
