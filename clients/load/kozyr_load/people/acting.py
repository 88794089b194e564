"""One person's actions: a prompt, an answer to it, and what became of that."""

import asyncio
import secrets
from collections.abc import Callable

from msgspec import Raw, Struct

from kozyr_load.counts import ACTION
from kozyr_load.judge.records import Made
from kozyr_load.judge.witness import Witness
from kozyr_load.people.desk import Desk
from kozyr_load.people.steps import Acted
from kozyr_protocol import codec
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import ActionKey, RoomId
from kozyr_protocol.messages import Act, Error, Limits, Turn

AGAIN_S = 0.05
"""Before an action is sent again that was refused for now and without `retry_ms`."""

MOST_MADE = 20_000
"""Actions of one game that are remembered for its record."""


class Pending(Struct):
    """An action that was sent and not yet answered."""

    prompt: int
    key: ActionKey
    action: Raw
    due_s: float
    ids: set[int]
    sent_s: float
    was_cut: bool = False
    """Its line broke before the answer: the time until then is not the server's."""


class Bucket:
    """Keeps a person within what the server takes of one player."""

    def __init__(self) -> None:
        """Without a limit until the server names one."""
        self._per_s = 0.0
        self._burst = 0.0
        self._tokens = 0.0
        self._at_s = 0.0

    def set(self, limits: Limits, now_s: float) -> None:
        """Take the limits of a welcome, with a little left for what is not counted here."""
        self._per_s = limits.commands_per_s * 0.9
        self._burst = max(1.0, limits.commands_burst * 0.5)
        self._tokens, self._at_s = self._burst, now_s

    def wait_s(self, now_s: float) -> float:
        """Take a token; 0, or the seconds until there will be one and nothing was taken."""
        if not self._per_s:
            return 0.0
        self._tokens = min(self._burst, self._tokens + (now_s - self._at_s) * self._per_s)
        self._at_s = now_s
        if self._tokens >= 1:
            self._tokens -= 1
            return 0.0
        return (1 - self._tokens) / self._per_s


class Actor:
    """Answers the prompts of one seat.

    Args:
        desk: shared.
        room: its id.
        next_id: a new number for each command.
        send: puts a frame on the line.
        acted: called for each action that was answered on its own line.

    Attributes:
        made: What was sent in this game, ascending by prompt.
        witness: Of a judged person.
        bucket: Of the player.
    """

    def __init__(
        self,
        desk: Desk,
        room: RoomId,
        next_id: Callable[[], int],
        send: Callable[[bytes], None],
        acted: Callable[[Acted], None],
    ) -> None:
        """Nobody is asked yet."""
        self._desk = desk
        self._room = room
        self._next_id = next_id
        self._send = send
        self._acted = acted
        self._turn: Turn | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.pending: Pending | None = None
        self.made: list[Made] = []
        self.witness: Witness | None = None
        self.bucket = Bucket()

    def prompted(self, turn: Turn | None) -> None:
        """The seat's open prompt with its legal actions, or None."""
        if turn is not None and self._turn is not None and turn.prompt == self._turn.prompt:
            self._turn = turn
            return
        self._turn = turn
        if turn is not None and self.pending is None:
            self._plan(turn)

    def act_if_open(self, prompt: int, due_s: float) -> bool:
        """See `pacer.OnTurn`."""
        turn = self._turn
        if turn is None or turn.prompt != prompt or self.pending is not None or self._desk.is_over:
            return False
        now_s = self._desk.now_s()
        wait_s = self.bucket.wait_s(now_s)
        if wait_s:
            self._later(wait_s, lambda: self.act_if_open(prompt, due_s))
            return True
        action = Raw(self._desk.choose(turn.seat, turn.legal or ()))
        key = ActionKey(secrets.token_urlsafe(16))
        self.pending = Pending(prompt, key, action.copy(), due_s, set(), now_s)
        self._desk.counts.count("actions_sent")
        self._transmit()
        if self._desk.chance(self._desk.scenario.faults.duplicates):
            self._desk.counts.count("duplicates")
            self._transmit()
        return True

    def answered(self, command: int, version: int | None, *, by_update: bool) -> bool:
        """An `update` or `ok` answers a command; whether it was the open action."""
        pending = self.pending
        if pending is None or command not in pending.ids:
            return False
        self.pending = None
        self._remember(pending, is_acked=True)
        self._desk.counts.count("actions")
        if pending.was_cut:
            self._desk.counts.count("actions_over_a_cut")
        else:
            now_s = self._desk.now_s()
            self._desk.counts.time(ACTION, now_s - pending.due_s)
            if version is not None:
                was_told = not by_update
                self._acted(Acted(version, pending.due_s, pending.sent_s, now_s, was_told))
        # The prompt of the update that carried the answer comes next; after an `ok` it is here.
        if self._turn is not None and self._turn.prompt != pending.prompt and not by_update:
            self._plan(self._turn)
        return True

    def refused(self, error: Error) -> None:
        """An action was refused."""
        pending = self.pending
        if pending is None or error.id not in pending.ids:
            return
        pending.ids.discard(error.id)
        if error.temporary:
            retry_s = float(error.facts.get("retry_ms", 0)) / 1000
            self._later(max(AGAIN_S, retry_s), self._again)
            return
        if pending.ids:
            # Its duplicate is still to be answered.
            return
        self.pending = None
        if error.code is ErrorCode.ILLEGAL and self.witness is not None:
            self.witness.refused(error.message)
        turn = self._turn
        if turn is not None and (turn.prompt != pending.prompt or error.code is ErrorCode.ILLEGAL):
            self._later(AGAIN_S, lambda: self._replan(turn))

    def resumed(self) -> None:
        """The room is followed on a new line: send the open action again, with the same key."""
        if self.pending is not None:
            self.pending.was_cut = True
            self._again()
        elif self._turn is not None and self._timer is None:
            self._plan(self._turn)

    def game_over(self) -> tuple[Made, ...]:
        """What was sent in the game that ended; the next one begins with nothing."""
        if self.pending is not None:
            # A late answer belongs to no game of which a record is still to be checked.
            self._remember(self.pending, is_acked=False)
            self.pending = None
        made, self.made = tuple(sorted(self.made, key=lambda each: each.prompt)), []
        return made

    def stop(self) -> None:
        """Do nothing any more."""
        self._turn = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _again(self) -> None:
        if self.pending is not None:
            self._desk.counts.count("actions_again")
            self._transmit()

    def _remember(self, pending: Pending, *, is_acked: bool) -> None:
        if len(self.made) < MOST_MADE:
            self.made.append(Made(pending.prompt, pending.action, is_acked))

    def _plan(self, turn: Turn) -> None:
        desk = self._desk
        if desk.pacer.is_open_loop:
            desk.pacer.on_turn(self, turn.prompt)
            return
        think_s = desk.think()
        if think_s:
            self._later(think_s, lambda: self.act_if_open(turn.prompt, desk.now_s()))
        else:
            self.act_if_open(turn.prompt, desk.now_s())

    def _replan(self, turn: Turn) -> None:
        if self._turn is turn and self.pending is None:
            self._plan(turn)

    def _later(self, wait_s: float, call: Callable[[], object]) -> None:
        if self._timer is not None:
            self._timer.cancel()

        def fire() -> None:
            self._timer = None
            call()

        self._timer = self._desk.loop.call_later(wait_s, fire)

    def _transmit(self) -> None:
        pending = self.pending
        assert pending is not None, "there is something to send"
        number = self._next_id()
        pending.sent_s = self._desk.now_s()
        pending.ids.add(number)
        act = Act(number, self._room, pending.prompt, pending.key, pending.action)
        self._send(codec.encode(act))
