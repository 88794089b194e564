"""One room of the load: its people, and its games one after the other."""

import asyncio
import secrets
from collections.abc import Callable

from kozyr_load.counts import DELIVERY, SERVICE
from kozyr_load.judge.records import Played
from kozyr_load.judge.room import RoomJudge
from kozyr_load.judge.witness import Witness
from kozyr_load.people.acting import MOST_MADE
from kozyr_load.people.desk import Desk
from kozyr_load.people.person import Person
from kozyr_load.people.place import Mode
from kozyr_load.people.steps import Acted, Delivered, Steps
from kozyr_load.scenario import Mix
from kozyr_protocol import codec, messages
from kozyr_protocol.ids import ActionKey, GameKey, RoomId
from kozyr_protocol.messages import Error
from kozyr_protocol.rooms import GameEnded, Phase

HEARD_S = 2.0
"""For so long after a game the answers of players who did not hear its end are waited for."""

AGAIN_S = 1.0
"""After it, opening a room or a rematch is asked for again."""


class Table:
    """A room, from its opening until its people go.

    Args:
        desk: shared.
        number: of the room in the whole run, from 0.
        mix: what is played.
        is_judged: whether all that its people hear is judged.

    Attributes:
        players: By the order in which they sit down.
        spectators: People without a seat.
        is_gone: Everybody has left.
    """

    def __init__(self, desk: Desk, number: int, mix: Mix, *, is_judged: bool) -> None:
        """Nobody is there yet."""
        assert mix.seats is not None, "the scenario has resolved it"
        self.number = number
        self.room: RoomId | None = None
        self.code: str | None = None
        self.phase = Phase.WAITING
        self.is_gone = False
        self._desk = desk
        self._mix = mix
        self._is_judged = is_judged
        self._judge: RoomJudge | None = None
        self._is_leaving = False
        self._steps = Steps()
        self._last_record = ""
        self._heard_end = 0
        self._ended: tuple[GameEnded, int] | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        # A key of chance, so that a second run with the same names opens rooms of its own.
        self._key = ActionKey(secrets.token_urlsafe(16))
        self.players = [
            Person(desk, self, f"r{number} p{seat}", is_player=True, is_host=seat == 0)
            for seat in range(mix.seats)
        ]
        spectators = desk.scenario.spectators
        self.spectators = [
            Person(desk, self, f"r{number} w{n}", mode=spectators.mode, is_player=False)
            for n in range(spectators.per_room)
        ]

    @property
    def people(self) -> list[Person]:
        """Players and spectators."""
        return [*self.players, *self.spectators]

    @property
    def made(self) -> int:
        """Acknowledged actions of the open game."""
        actors = [person.actor for person in self.players if person.actor is not None]
        return sum(each.is_acked for actor in actors for each in actor.made)

    def open(self) -> None:
        """Let everybody come."""
        for person in self.people:
            person.link.open()
        self._chat()

    def leave(self) -> None:
        """Let everybody go, after the game that is played."""
        self._is_leaving = True
        if self.phase is not Phase.PLAYING:
            self.close()

    def close(self) -> None:
        """Everybody goes now."""
        self.is_gone = True
        for timer in self._timers.values():
            timer.cancel()
        for person in self.people:
            person.close()

    def create(self, number: int) -> bytes:
        """See `Place`."""
        mix, scenario = self._mix, self._desk.scenario
        return codec.encode(
            messages.Create(
                id=number,
                key=self._key,
                game=GameKey(mix.game),
                preset=mix.preset,
                options=mix.options,
                seats=mix.seats,
                name=f"load {self.number}",
                public=scenario.public,
                clock=scenario.clock,
            )
        )

    def created(self, room: RoomId, code: str | None) -> None:
        """See `Place`."""
        if self.room is not None:
            return
        self.room, self.code = room, code
        self._desk.counts.count("rooms_opened")
        if self._is_judged:
            self._judge = RoomJudge(self._desk.court, room, self._mix.game)
            self._desk.counts.count("judged.rooms")
        for person in self.people:
            person.enter(room)

    def refused(self, error: Error) -> None:
        """See `Place`."""
        if error.temporary:
            self._later("create", AGAIN_S, self._create_again)
        elif self.room is None:
            self._desk.failed(f"no room of {self._mix.game} can be opened: {error.message}")
        else:
            self._desk.counts.count("rooms_lost")
            self.close()

    def told(self, version: int, now_s: float) -> None:
        """See `Place`."""
        self._delivered(self._steps.told(version, now_s, self._following))

    def acted(self, acted: Acted) -> None:
        """See `Place`."""
        self._delivered(self._steps.acted(acted, self._following))

    def game_ended(self, event: GameEnded, version: int) -> None:
        """See `Place`: wait until all have heard of it, for their last answers are there then."""
        self.phase = Phase.FINISHED
        if event.record == self._last_record:
            return
        if self._ended is None:
            self._ended = event, version
            self._heard_end = 0
            self._later("end", HEARD_S, self._finish)
        self._heard_end += 1
        if self._heard_end >= self._following:
            # Not within the frame that told of it: its prompts are still to be taken.
            self._later("end", 0, self._finish)

    def witness(self, name: str, mode: Mode) -> Witness | None:
        """See `Place`."""
        if self._judge is None:
            return None
        return Witness(self._judge, name, mode, self._desk.scenario.judge.ring_frames)

    def check(self, now_s: float) -> None:
        """Look for commands that nobody answers."""
        for person in self.people:
            person.unanswered(now_s)

    @property
    def _following(self) -> int:
        return sum(person.is_following for person in self.players)

    def _delivered(self, delivered: Delivered | None) -> None:
        if delivered is not None:
            self._desk.counts.time(DELIVERY, delivered.since_due_s)
            self._desk.counts.time(SERVICE, delivered.since_sent_s)

    def _create_again(self) -> None:
        host = self.players[0]
        if self.room is None and host.link.is_up:
            host.link.send(self.create(host.next_id()))

    def _finish(self) -> None:
        if self._ended is None:
            return
        (event, _), self._ended = self._ended, None
        self._last_record = event.record
        counts = self._desk.counts
        counts.count("games")
        counts.count(f"games_ended.{event.ended.value}")
        made = {
            person.seat: actions
            for person in self.players
            if person.actor is not None
            and len(actions := person.actor.game_over()) < MOST_MADE
            and person.seat is not None
        }
        scenario = self._desk.scenario
        if scenario.judge.records and scenario.public:
            assert self.room is not None, "it was played there"
            self._desk.finished(Played(event.record, self.room, self._mix.game, event.totals, made))
        if self._is_leaving or self._desk.is_over:
            self.close()
        else:
            self._rematch()

    def _rematch(self) -> None:
        if self.phase is not Phase.FINISHED or self.is_gone:
            return
        for person in self.players:
            if person.is_following:
                person.rematch()
                break
        self._later("rematch", AGAIN_S, self._rematch)

    def _chat(self) -> None:
        rate = self._desk.scenario.chat.per_room_per_min
        if not rate or self.is_gone:
            return
        timer = self._desk.every(60 / rate, self._say)
        if timer is not None:
            self._timers["chat"] = timer

    def _say(self) -> None:
        person = self._desk.rng.choice(self.players)
        if person.is_following:
            self._desk.counts.count("chat_said")
            person.say(f"line {secrets.token_hex(4)}")
        self._chat()

    def _later(self, name: str, wait_s: float, call: Callable[[], None]) -> None:
        former = self._timers.pop(name, None)
        if former is not None:
            former.cancel()
        self._timers[name] = self._desk.loop.call_later(wait_s, call)
