"""What a load test does: the scenario, as it stands in a TOML file or follows from options.

Every key is described here and in the table of `clients/load/README.md`.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from kozyr_games.registry import GAMES, find
from kozyr_games.spec import UnknownGameError
from kozyr_load.errors import ScenarioError
from kozyr_protocol.rooms import Clock

Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Share = Annotated[float, Meta(ge=0, le=1)]
Seconds = Annotated[float, Meta(ge=0, le=1_000_000)]
Millis = Annotated[float, Meta(ge=0, le=600_000)]
Rate = Annotated[float, Meta(ge=0, le=1_000_000)]


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the parts of a scenario."""


class Mix(_Part, frozen=True):
    """One kind of room; how many there are follows from the weights."""

    game: str
    preset: str | None = None
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    """None: as near to `players` of the scenario as the game has it, else what it is best with."""
    options: dict[str, Any] = {}
    weight: Annotated[float, Meta(gt=0, le=1000)] = 1.0


class Spectators(_Part, frozen=True):
    """People without a seat."""

    per_room: Annotated[int, Meta(ge=0, le=1000)] = 0
    mode: Literal["events", "views"] = "events"
    """How they follow."""


class Chat(_Part, frozen=True):
    """Lines of chat by players."""

    per_room_per_min: Rate = 0.0


class Lobby(_Part, frozen=True):
    """People who are in the lobby: they see each change, and ask for another page `every_s`."""

    watchers: Count = 0
    every_s: Annotated[float, Meta(gt=0, le=3600)] = 2.0


class Churn(_Part, frozen=True):
    """People who go, and come back to their room."""

    every_s: Seconds = 0.0
    """Mean time that a connection stays; 0: for ever."""
    away_s: Seconds = 5.0


class Storm(_Part, frozen=True):
    """So many connections are cut at once, and all come back at once."""

    at_s: Seconds
    """Since the start of the run."""
    clients: Count


class Faults(_Part, frozen=True):
    """What is done to the lines, beside what people do."""

    cut_every_s: Seconds = 0.0
    """Mean time until a line is cut and comes back at once; 0: never."""
    delay_ms: Millis = 0.0
    """Added to each frame in each direction."""
    jitter_ms: Millis = 0.0
    """At most added to that, by chance; order is kept."""
    slow_readers: Share = 0.0
    """Share of the connections that stop reading again and again."""
    slow_every_s: Annotated[float, Meta(gt=0, le=3600)] = 10.0
    slow_s: Seconds = 2.0
    duplicates: Share = 0.0
    """Share of the actions that are sent twice with the same key."""
    tab_every_s: Seconds = 0.0
    """Mean time until a second connection takes a seat over; 0: never."""
    behind_every_s: Seconds = 0.0
    """Mean time until a player's line is cut and comes back at once, knowing only what was
    `behind_versions` ago, as one who missed that many; 0: never. In rooms that are not judged."""
    behind_versions: Annotated[int, Meta(ge=1, le=10_000)] = 50
    storms: tuple[Storm, ...] = ()


class Phase(_Part, frozen=True):
    """A stretch of the run; what is None stays as the scenario has it."""

    duration_s: Annotated[float, Meta(gt=0, le=1_000_000)]
    name: str = ""
    rooms: Count | None = None
    rate: Rate | None = None
    think_ms: tuple[Millis, Millis] | None = None
    warm_up: bool = False
    """Its latencies do not count."""


class Judge(_Part, frozen=True):
    """How much is judged."""

    rooms: Count = 200
    """Rooms whose pictures, versions, cards and clocks are judged; the first ones. 0: none."""
    records: Annotated[bool, Meta(description="check the records of finished games")] = True
    records_per_s: Annotated[float, Meta(gt=0, le=1000)] = 5.0
    """While the load runs; those that are left are checked after it."""
    ring_frames: Annotated[int, Meta(ge=1, le=10_000)] = 64
    """Frames of each judged client that are kept for the file of violations."""
    drain_s: Seconds = 60.0
    """Time for the records that are left."""


class Generator(_Part, frozen=True):
    """The generator, and when it takes itself for the bottleneck."""

    processes: Annotated[int, Meta(ge=1, le=64)] = 1
    max_cpu: Annotated[float, Meta(gt=0, le=1)] = 0.9
    """Share of one core that a process of the generator may use."""
    max_lag_ms: Annotated[float, Meta(gt=0, le=10_000)] = 25.0
    """99th percentile by which its loop may be late."""
    dialling: Annotated[int, Meta(ge=1, le=100_000)] = 64
    """Connections that a process opens at the same time; others wait, as a listen queue is
    finite."""


class Scenario(_Part, frozen=True):
    """A whole load test."""

    name: str = "load"
    rooms: Count = 10
    players: Annotated[int, Meta(ge=1, le=16)] | None = None
    """In each room, as near as its game has it; None: what the game is best with."""
    games: tuple[Mix, ...] = ()
    """Empty: all games alike."""
    duration_s: Annotated[float, Meta(gt=0, le=1_000_000)] = 30.0
    """Without `phases`."""
    finish_s: Seconds = 10.0
    """After the last phase open games are played on, unmeasured, for so long at most."""
    arrival_per_s: Rate = 50.0
    """Rooms opened a second; 0: all at once."""
    rate: Rate = 0.0
    """Actions due a second in all rooms together (open loop); 0: closed loop."""
    think_ms: tuple[Millis, Millis] = (0.0, 0.0)
    """Least and most time before an action, in the closed loop."""
    policy: Literal["random", "simple"] = "random"
    public: bool = True
    """Records of private rooms are not shown by HTTP, so that they cannot be judged."""
    clock: Clock = Clock()
    seed: Annotated[int, Meta(ge=0)] = 1
    phases: tuple[Phase, ...] = ()
    spectators: Spectators = Spectators()
    chat: Chat = Chat()
    lobby: Lobby = Lobby()
    churn: Churn = Churn()
    faults: Faults = Faults()
    judge: Judge = Judge()
    generator: Generator = Generator()

    @property
    def stretches(self) -> tuple[Phase, ...]:
        """The phases, or the one that the scenario is without them; all fields set."""
        given = self.phases or (Phase(self.duration_s, "load"),)
        return tuple(
            Phase(
                phase.duration_s,
                phase.name or f"phase {number}",
                self.rooms if phase.rooms is None else phase.rooms,
                self.rate if phase.rate is None else phase.rate,
                self.think_ms if phase.think_ms is None else phase.think_ms,
                phase.warm_up,
            )
            for number, phase in enumerate(given, start=1)
        )

    @property
    def most_rooms(self) -> int:
        """Rooms of the phase that has the most."""
        return max(phase.rooms or 0 for phase in self.stretches)

    @property
    def mix(self) -> tuple[Mix, ...]:
        """The kinds of rooms, with their number of seats."""
        games = self.games or tuple(Mix(str(key)) for key in GAMES)
        return tuple(_seated(mix, self.players, n) for n, mix in enumerate(games))

    @property
    def length_s(self) -> float:
        """All phases together."""
        return sum(phase.duration_s for phase in self.stretches)


def _seated(mix: Mix, players: int | None, number: int) -> Mix:
    where = f"games[{number}]"
    try:
        spec = find(mix.game)
    except UnknownGameError as error:
        raise ScenarioError(f"{where}.game", str(error)) from None
    seats = mix.seats or players or spec.usual_seats
    least, most = spec.preset_seats.get(
        mix.preset or next(iter(spec.presets)), (spec.min_seats, spec.max_seats)
    )
    if mix.seats is None:
        seats = min(max(seats, least), most)
    if not least <= seats <= most:
        raise ScenarioError(f"{where}.seats", f"{mix.game} is for {least} to {most}, not {seats}")
    if mix.preset is not None and mix.preset not in spec.presets:
        known = ", ".join(spec.presets)
        raise ScenarioError(f"{where}.preset", f"{mix.preset!r} is none of {known}")
    return Mix(mix.game, mix.preset, seats, mix.options, mix.weight)
