"""Random play of any game of the registry, without a server: tables, decks, whole records.

Everything follows from a seed, which failing tests print.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kozyr_bots import dealing, playing
from kozyr_bots.dealing import Shoe
from kozyr_games.options import schema, seats_of, table_options
from kozyr_games.spec import AnyGame, OptionError, Pack, Seat
from kozyr_protocol.fair import Chain, Fairness
from kozyr_protocol.record import By, Record, RecordSeat


@dataclass(frozen=True)
class Table:
    """A game about to begin, and the seed of all chance in it."""

    spec: AnyGame
    preset: str | None
    given: Mapping[str, object]
    seats: int
    seed: int

    def __str__(self) -> str:
        """What a failing test prints, enough to play the same game again."""
        return (
            f"{self.spec.key}, preset {self.preset}, options {dict(self.given)}, "
            f"{self.seats} seats, seed {self.seed}"
        )

    def rng(self) -> random.Random:
        """The generator of this table, at its start."""
        return random.Random(f"{self.seed}/{self.seats}/{self.preset}")

    def options(self) -> Any:
        """The resolved options."""
        return table_options(self.spec, self.preset, self.given, self.seats)


def presets(spec: AnyGame) -> list[tuple[str, int]]:
    """Every preset of a game with every number of seats that it allows."""
    return [
        (preset, seats)
        for preset in spec.presets
        for seats in range(seats_of(spec, preset)[0], seats_of(spec, preset)[1] + 1)
    ]


def random_table(spec: AnyGame, seed: int) -> Table:
    """A table with options drawn at random; those that contradict the others are left out."""
    rng = random.Random(f"options {spec.key} {seed}")
    seats = rng.randint(spec.min_seats, spec.max_seats)
    given: dict[str, object] = {}
    for name, option in schema(spec)["properties"].items():
        if rng.random() < 0.5:
            continue
        tried = {**given, name: _value(option, rng)}
        try:
            table_options(spec, None, tried, seats)
        except OptionError:
            continue
        given = tried
    return Table(spec, None, given, seats, seed)


def _value(option: Mapping[str, Any], rng: random.Random) -> object:
    if "anyOf" in option:
        return _value(rng.choice(option["anyOf"]), rng)
    if "enum" in option:
        return rng.choice(option["enum"])
    match option.get("type"):
        case "boolean":
            return rng.random() < 0.5
        case "integer":
            least = option.get("minimum", 0)
            most = min(option.get("maximum", least + 9), least + 9)
            return option.get("default", least) if rng.random() < 0.3 else rng.randint(least, most)
        case "null":
            return None
        case "object" if "properties" in option:
            return {
                name: _value(each, rng)
                for name, each in option["properties"].items()
                if rng.random() < 0.7
            }
        case _:
            return option.get("default")


def shuffled(pack: Pack, rng: random.Random) -> Pack:
    """A deck."""
    return tuple(rng.sample(pack, len(pack)))


@dataclass
class _House:
    """Players who choose at random, are late now and then, and sometimes send no link.

    All but the last seat take part in the shuffles.
    """

    spec: AnyGame
    rng: random.Random
    shoe: Shoe

    def shuffle(self, pack: Pack) -> tuple[Pack, Fairness]:
        missing = [
            seat
            for seat, chain in enumerate(self.shoe.players)
            if chain is not None and self.rng.random() < 0.05
        ]
        return self.shoe.shuffle(pack, missing)

    def reseat(self, order: Sequence[Seat]) -> None:
        self.shoe.reseat(order)

    def decide(self, state: Any) -> tuple[Seat, Any, By]:
        seat = self.rng.choice(self.spec.to_act(state))
        if self.rng.random() < 0.1:
            return seat, self.spec.timeout_action(state, seat), By.TIMEOUT
        return seat, self.rng.choice(self.spec.legal_actions(state, seat)), By.PLAYER


def random_record(table: Table, *, vote_after: int | None = None) -> Record:
    """The record of a game played at random, as a server would write it.

    Args:
        table: what is played.
        vote_after: the players end the game after so many deals; None: they play it out.
    """
    rng = table.rng()
    server = Chain.from_seed(rng.randbytes(32))
    players = [Chain.from_seed(rng.randbytes(32)) for _ in range(table.seats - 1)]
    shoe = Shoe(dealing.room_id(str(table)), server, (*players, None))
    seats = tuple(RecordSeat(f"player {seat}", "human") for seat in range(table.seats))
    begun = playing.Table(table.spec, table.preset, table.options(), shoe.room, seats)
    return playing.play(begun, _House(table.spec, rng, shoe), deals=vote_after)
