"""Random play of any game of the registry, without a server: tables, decks, whole records.

Everything follows from a seed, which failing tests print.
"""

import hashlib
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import Raw

from kozyr_games.options import schema, seats_of, table_options
from kozyr_games.spec import AnyGame, OptionError, Pack
from kozyr_protocol import fair
from kozyr_protocol.fair import Chain, Fairness
from kozyr_protocol.record import (
    By,
    Ended,
    Record,
    RecordAction,
    RecordDeal,
    RecordDraw,
    RecordSeat,
)


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
        case _:
            return option.get("default")


def shuffled(pack: Pack, rng: random.Random) -> Pack:
    """A deck."""
    return tuple(rng.sample(pack, len(pack)))


@dataclass
class _Chains:
    """Seeds of the server and the seats, drawn from a generator; the last seat takes no part."""

    room: str
    rng: random.Random
    seats: int
    n: int = 0
    server: Chain = field(init=False)
    players: list[Chain | None] = field(init=False)

    def __post_init__(self) -> None:
        self.server = Chain.from_seed(self.rng.randbytes(32))
        self.players = [Chain.from_seed(self.rng.randbytes(32)) for _ in range(self.seats - 1)]
        self.players.append(None)

    def shuffle(self, pack: Pack) -> tuple[Pack, Fairness]:
        """The next deck; now and then a seat's link is missing."""
        self.n += 1
        missing = tuple(
            seat
            for seat, chain in enumerate(self.players)
            if chain is not None and self.rng.random() < 0.05
        )
        links = [
            None if chain is None or seat in missing else chain.link(self.n)
            for seat, chain in enumerate(self.players)
        ]
        server_link = self.server.link(self.n)
        deck = fair.shuffled(pack, fair.deal_key(server_link, self.room, self.n, links))
        fairness = Fairness(
            n=self.n,
            tip=self.server.tip.hex(),
            server_link=server_link.hex(),
            seat_tips=tuple(None if chain is None else chain.tip.hex() for chain in self.players),
            seat_links=tuple(None if link is None else link.hex() for link in links),
            missing=missing,
        )
        return deck, fairness


def random_record(table: Table, *, vote_after: int | None = None) -> Record:
    """The record of a game played at random, as a server would write it.

    Args:
        table: what is played.
        vote_after: the players end the game after so many deals; None: they play it out.
    """
    spec, rng = table.spec, table.rng()
    room = f"a0{hashlib.sha256(str(table).encode()).hexdigest()[:12]}"
    chains = _Chains(room, rng, table.seats)
    options = table.options()
    state = spec.setup(options, table.seats)
    draw: RecordDraw | None = None
    deals: list[RecordDeal] = []
    while spec.outcome(state) is None and len(deals) != vote_after:
        pack = spec.wants_deck(state)
        assert pack is not None
        deck, fairness = chains.shuffle(pack)
        step = spec.deal(state, deck)
        if step.draw is not None:
            draw = RecordDraw(step.draw, fairness)
            state = step.state
            if step.order is not None:
                chains.players = [chains.players[old] for old in step.order]
            continue
        state, actions = _played(spec, step.state, rng)
        facts = spec.deal_record(state)
        assert facts is not None
        deals.append(
            RecordDeal(**msgspec.structs.asdict(facts), actions=actions, fairness=fairness)
        )
    result = spec.outcome(state) or spec.standing(state)
    return Record(
        game=spec.key,
        rules=spec.rules,
        preset=table.preset,
        ended=Ended.VOTED if spec.outcome(state) is None else result.ended,
        options=msgspec.to_builtins(options),
        room=room,
        seats=tuple(RecordSeat(f"player {seat}", "human") for seat in range(table.seats)),
        started="2026-01-01T12:00:00Z",
        finished="2026-01-01T12:30:00Z",
        draw=draw,
        deals=tuple(deals),
        totals=result.totals,
        winners=result.winners,
        settlement=result.settlement,
    )


def _played(spec: AnyGame, state: Any, rng: random.Random) -> tuple[Any, tuple[RecordAction, ...]]:
    """A deal played out: the state after it and its actions."""
    actions: list[RecordAction] = []
    while spec.deal_record(state) is None:
        seat = rng.choice(spec.to_act(state))
        late = rng.random() < 0.1
        action = (
            spec.timeout_action(state, seat)
            if late
            else rng.choice(spec.legal_actions(state, seat))
        )
        by = By.TIMEOUT if late else By.PLAYER
        actions.append(
            RecordAction(seat, Raw(msgspec.json.encode(action)), 1_000 * len(actions), by)
        )
        state = spec.apply(state, seat, action).state
    return state, tuple(actions)
