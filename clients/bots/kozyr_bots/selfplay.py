"""Self-play: whole games between policies, without a server.

All chance follows from the seed of a series and the number of a game, so that the same series
gives the same games however they are spread over processes. Decks do not depend on who plays:
other policies meet the same cards.
"""

import signal
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random
from typing import Any

import msgspec

from kozyr_bots import dealing, playing
from kozyr_bots.dealing import Shoe
from kozyr_bots.errors import PolicyError
from kozyr_bots.policies import registry
from kozyr_bots.policies.registry import Policy
from kozyr_games.options import seats_of, table_options, usual_preset
from kozyr_games.registry import find
from kozyr_games.spec import AnyGame, OptionError, Pack, Seat
from kozyr_protocol.fair import Fairness
from kozyr_protocol.record import By, Record, RecordSeat, dumps, loads

BATCH = 4
"""Games that a process plays before it answers."""


@dataclass(frozen=True)
class Series:
    """What is played, game after game."""

    game: str
    preset: str
    given: Mapping[str, object]
    """Options above those of the preset."""
    policies: tuple[str, ...]
    """One a seat, as they sit in game 1 before the draw."""
    seed: int

    @property
    def spec(self) -> AnyGame:
        """The game."""
        return find(self.game)

    @property
    def options(self) -> Any:
        """The game's resolved `Options`."""
        return table_options(self.spec, self.preset, self.given, len(self.policies))


def series(
    game: str,
    preset: str | None = None,
    given: Mapping[str, object] | None = None,
    *,
    seats: int | None = None,
    policies: Sequence[str] = (),
    seed: int = 0,
) -> Series:
    """A series that can be played.

    Args:
        game: Its key.
        preset: `GAME/name`; None: the usual one.
        given: Options by name, above those of the preset.
        seats: None: what the game is best with.
        policies: By name; fewer than seats are repeated. None at all: one `sound` and else
            `random`, or `random` alone where no `sound` plays the game.
        seed: Of all chance.

    Raises:
        UnknownGameError: There is no such game.
        OptionError: Preset, options or seats are not possible.
        PolicyError: There is no such policy, or there are more than seats.
    """
    spec = find(game)
    if preset is not None and preset not in spec.presets:
        raise OptionError("preset", f"must be one of {', '.join(spec.presets)}")
    count = _usual_seats(spec, preset) if seats is None else seats
    name = usual_preset(spec, count) if preset is None else preset
    table_options(spec, name, given or {}, count)
    cycle = tuple(policies) or _usual_policies(game, count)
    for policy in cycle:
        registry.find(policy, game)
    if len(cycle) > count:
        raise PolicyError(f"{len(cycle)} policies do not fit on {count} seats")
    names = tuple(cycle[seat % len(cycle)] for seat in range(count))
    return Series(game, name, dict(given or {}), names, seed)


def game(series: Series, number: int) -> Record:
    """Play one game of a series.

    Args:
        series: From `series`.
        number: From 1. With each game every policy sits one seat further, before the draw.

    Raises:
        PolicyError: A policy chose what it may not.
    """
    spec, options = series.spec, series.options
    count = len(series.policies)
    names = [series.policies[(seat - number + 1) % count] for seat in range(count)]
    name = _name(series, options, number)
    shoe = Shoe(dealing.room_id(name), dealing.chain(name), (None,) * count)
    players = [
        _Player(policy, registry.find(policy, series.game), Random(f"{name}/{seat}"))  # noqa: S311
        for seat, policy in enumerate(names)
    ]
    seats = tuple(RecordSeat(policy, "bot") for policy in names)
    table = playing.Table(spec, series.preset, options, shoe.room, seats)
    return playing.play(table, _House(spec, shoe, msgspec.to_builtins(options), players))


def games(series: Series, count: int, *, jobs: int = 1) -> Iterator[Record]:
    """Play the games of a series, from number 1 on, in order.

    Args:
        series: From `series`.
        count: How many games.
        jobs: Processes that play; the games do not depend on it.

    Raises:
        PolicyError: A policy chose what it may not.
    """
    if jobs == 1:
        yield from (game(series, number) for number in range(1, count + 1))
        return
    # Not forked: a progress bar may have its thread here.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _leave_interrupts)
    waiting: deque[Future[list[bytes]]] = deque()
    try:
        for first in range(1, count + 1, BATCH):
            numbers = range(first, min(first + BATCH, count + 1))
            waiting.append(pool.submit(_batch, series, numbers))
            # Never more than what keeps all busy, so that many games need little memory.
            if len(waiting) > 2 * jobs:
                yield from map(loads, waiting.popleft().result())
        while waiting:
            yield from map(loads, waiting.popleft().result())
    finally:
        pool.shutdown(cancel_futures=True)


@dataclass
class _Player:
    """Who sits at a seat."""

    name: str
    policy: Policy
    rng: Random


@dataclass
class _House:
    """Lets each player see what his seat may see, and nothing else."""

    spec: AnyGame
    shoe: Shoe
    options: Mapping[str, Any]
    players: list[_Player]

    def shuffle(self, pack: Pack) -> tuple[Pack, Fairness]:
        return self.shoe.shuffle(pack)

    def reseat(self, order: Sequence[Seat]) -> None:
        self.shoe.reseat(order)
        self.players = [self.players[old] for old in order]

    def decide(self, state: Any) -> tuple[Seat, Any, By]:
        seat = self.spec.to_act(state)[0]
        player, legal = self.players[seat], self.spec.legal_actions(state, seat)
        # The view is the protocol's own: decoded from the wire it would be equal.
        view = self.spec.view(state, seat)
        action = player.policy(view, seat, legal, player.rng, self.options)
        if action not in legal:
            raise PolicyError(
                f"the policy {player.name!r} chose an action that is not legal in {self.spec.key}"
            )
        return seat, action, By.PLAYER


def _batch(series: Series, numbers: range) -> list[bytes]:
    """Some games, in the process that plays them."""
    return [dumps(game(series, number)) for number in numbers]


def _leave_interrupts() -> None:
    """Ctrl-C is for the process that was asked to play; it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _name(series: Series, options: Any, number: int) -> str:
    """What chance in a game is made of: all that is fixed, but for who plays."""
    resolved = msgspec.json.encode(options, order="sorted").decode()
    table = f"{series.game} {len(series.policies)} {resolved}"
    return f"{series.seed}/{number}/{table}"


def _usual_seats(spec: AnyGame, preset: str | None) -> int:
    if preset is None:
        return spec.usual_seats
    least, most = seats_of(spec, preset)
    return min(max(spec.usual_seats, least), most)


def _usual_policies(game: str, seats: int) -> tuple[str, ...]:
    first = "sound" if "sound" in registry.names(game) else "random"
    return (first, *["random"] * (seats - 1))
