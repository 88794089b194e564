"""One client's frames about one room: versions in order, sane clocks, and its picture."""

from typing import Literal

from msgspec import MsgspecError

from kozyr_load.judge import masks
from kozyr_load.judge.picture import Picture
from kozyr_load.judge.ring import Ring
from kozyr_load.judge.room import RoomJudge, Seen
from kozyr_load.judge.violation import Kind
from kozyr_protocol import codec
from kozyr_protocol.messages import Followed, Prompts, Snapshot, Update

CLOCK_SLACK_MS = 100
"""Several server processes know play time to within some ms of each other."""


class Witness:
    """What a judged client heard of its room.

    Args:
        judge: of the room.
        name: of the client.
        mode: how it follows.
        ring_frames: frames that are kept.
    """

    def __init__(
        self, judge: RoomJudge, name: str, mode: Literal["events", "views"], ring_frames: int
    ) -> None:
        """It heard nothing yet."""
        self.name = name
        self.ring = Ring(ring_frames)
        self.picture: Picture | None = None
        self._judge = judge
        self._mode = mode
        self._version = -1
        self._tag = ""
        self._may_leap = False
        self._step_ms = 0
        self._told_ms = 0
        judge.rings[name] = self.ring

    @property
    def deal(self) -> int:
        """Number of the deal; 0 where there is none."""
        table = self.picture.table if self.picture is not None else None
        return int(getattr(table, "deal", 0))

    def unreadable(self, reason: str) -> None:
        """A frame came that is no message."""
        self._report(Kind.UNREADABLE, f"{self.name} was sent a frame that is no message: {reason}")

    def refused(self, reason: str) -> None:
        """An action out of `legal` was refused as illegal."""
        self._report(Kind.REFUSED, f"{self.name} was refused an action that was offered: {reason}")

    def unanswered(self, what: str, waited_s: float) -> None:
        """A command was not answered for long, and the line lives."""
        self._report(Kind.UNANSWERED, f"{what} of {self.name} has no answer after {waited_s:.0f} s")

    def followed(self, message: Followed) -> None:
        """The room is followed: a snapshot comes, or what was missed."""
        if message.now_ms < self._told_ms - CLOCK_SLACK_MS:
            self._report(
                Kind.CLOCK, f"play time went back from {self._told_ms} to {message.now_ms} ms"
            )
        self._told_ms = message.now_ms
        self._may_leap = self._mode == "views"
        if message.reason is None and message.version < self._version:
            self._report(
                Kind.HISTORY,
                f"{self.name} was resumed at {message.version} after {self._version}",
                message.version,
            )

    def snapshot(self, message: Snapshot) -> None:
        """A whole view replaces the picture."""
        if message.reason == "rolled_back":
            self._judge.rolled_back(message.version)
            self._step_ms = 0
        elif message.version < self._version:
            self._report(
                Kind.REPEAT,
                f"{self.name} was sent version {message.version} after {self._version} "
                f"({message.reason})",
                message.version,
            )
        try:
            self.picture = Picture(message)
        except (MsgspecError, KeyError) as error:
            self.unreadable(type(error).__name__)
            return
        self._prompts(message.prompts, message.version)
        self._seen(message.version, message.tag)

    def update(self, message: Update) -> None:
        """One step."""
        if message.version <= self._version:
            self._report(
                Kind.REPEAT,
                f"{self.name} was sent version {message.version} after {self._version}",
                message.version,
            )
            return
        picture, is_next = self.picture, message.version == self._version + 1
        if not is_next and not (self._may_leap and message.view is not None):
            self._report(
                Kind.GAP,
                f"{self.name} was sent version {message.version} after {self._version}",
                message.version,
            )
            # What it sees from here on is not known until the next whole view.
            self.picture = None
        self._may_leap = False
        self._version, self._tag = message.version, message.tag
        if message.prompts is not None:
            self._clock(message.prompts)
        if picture is None or self.picture is None:
            return
        try:
            picture.apply(message)
        except (codec.CodecError, MsgspecError, LookupError, ValueError, TypeError) as error:
            self.unreadable(f"it cannot be folded ({type(error).__name__})")
            self.picture = None
            return
        if message.prompts is not None:
            self._prompts(message.prompts, message.version)
        self._seen(message.version, message.tag)

    def _seen(self, version: int, tag: str) -> None:
        picture = self.picture
        assert picture is not None, "there is a picture of what was seen"
        self._version, self._tag = version, tag
        seat, hand = picture.seat, picture.hand
        hidden = 0 if seat is None else hand & ~masks.open_cards(picture.table, seat)
        seen = Seen(self.name, seat, hand, hidden, picture.seen)
        self._judge.see(version, tag, picture.digest(), seen)

    def _clock(self, prompts: Prompts) -> None:
        """Play time of steps does not go back."""
        if prompts.now_ms < self._step_ms - CLOCK_SLACK_MS:
            self._report(
                Kind.CLOCK, f"play time went back from {self._step_ms} to {prompts.now_ms} ms"
            )
        self._step_ms = max(self._step_ms, prompts.now_ms)

    def _prompts(self, prompts: Prompts, version: int) -> None:
        """Deadlines are ahead when they are opened, and nobody sees what another may do."""
        seat = self.picture.seat if self.picture is not None else None
        for turn in prompts.turns:
            if turn.prompt == version and turn.deadline_ms < prompts.now_ms:
                self._report(
                    Kind.CLOCK,
                    f"a decision of seat {turn.seat} was opened at {prompts.now_ms} ms, "
                    f"after its deadline {turn.deadline_ms} ms",
                    version,
                )
            if turn.legal is not None and turn.seat != seat:
                self._report(
                    Kind.LEAK,
                    f"{self.name} was shown the legal actions of seat {turn.seat}",
                    version,
                )

    def _report(self, kind: Kind, message: str, version: int | None = None) -> None:
        self._judge.report(kind, message, version, self.name)
