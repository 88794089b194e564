"""What the processes of the generator say to each other, over their pipes.

One message is four bytes of its length, big-endian, and msgpack.
"""

import msgspec
from msgspec import Struct

from kozyr_load.counts import PackedCounts
from kozyr_load.judge.records import Played
from kozyr_load.judge.violation import Violation
from kozyr_load.scenario import Scenario
from kozyr_load.target import Target


class Plan(Struct, frozen=True, tag="plan"):
    """What a process is to do; the first message to it."""

    scenario: Scenario
    target: Target
    process: int
    """Its number, from 0."""
    processes: int
    connections: int
    """Of all processes together, at most."""


class Go(Struct, frozen=True, tag="go"):
    """Begin."""


class Stop(Struct, frozen=True, tag="stop"):
    """End early."""


class Ready(Struct, frozen=True, tag="ready"):
    """The process waits for `Go`."""


class Tick(Struct, frozen=True, tag="tick"):
    """A second of one process, or the part of it that belongs to one phase."""

    second: int
    """Since its start, from 0."""
    phase: int
    """Number of the phase, from 0; -1: after the last one, when open games are finished."""
    passed_s: float
    """Since the tick before."""
    rooms: int
    people: int
    lag_max_ms: float
    cpu: float
    """Share of one core."""
    counts: PackedCounts


class GameDone(Struct, frozen=True, tag="game"):
    """A game is over; its record is to be checked."""

    played: Played


class Violated(Struct, frozen=True, tag="violation"):
    """A violation."""

    violation: Violation


class Failed(Struct, frozen=True, tag="failed"):
    """Nothing can be done; one sentence."""

    reason: str


class Done(Struct, frozen=True, tag="done"):
    """The last message."""

    unfinished_games: int
    unchecked_actions: int
    """Acknowledged actions of games that did not end."""


ToWorker = Plan | Go | Stop
FromWorker = Ready | Tick | GameDone | Violated | Failed | Done

to_worker: msgspec.msgpack.Decoder[ToWorker] = msgspec.msgpack.Decoder(ToWorker)
from_worker: msgspec.msgpack.Decoder[FromWorker] = msgspec.msgpack.Decoder(FromWorker)
_encoder = msgspec.msgpack.Encoder()


def framed(message: ToWorker | FromWorker) -> bytes:
    """A message with its length before it."""
    packed = _encoder.encode(message)
    return len(packed).to_bytes(4, "big") + packed
