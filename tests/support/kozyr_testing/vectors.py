"""Vectors for clients in other languages: what `fold` and the shuffle give, step by step.

A walk is a view and a list of steps, `[event, changed]`: the event as its role was told, and the
fields of the view that are other ones after it. So a walk of a whole game stays small.
"""

import gzip
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
from msgspec import Raw

from kozyr_games.registry import GAMES
from kozyr_games.spec import AnyGame, Seat
from kozyr_protocol import codec
from kozyr_protocol.cards import PACK_32, PACK_52, PACK_KING_JOKERS
from kozyr_protocol.fair import Chain, check_deal, first_shuffles
from kozyr_protocol.games.wire import GameWire
from kozyr_protocol.record import Record
from kozyr_protocol.rooms import RoomEvent, RoomView
from kozyr_testing import golden
from kozyr_testing.project import ROOT
from kozyr_testing.random_play import Table, presets, random_record, random_table, shuffled

FOLDER: Final = ROOT / "clients/typescript/test/fixtures"
FILES: Final = ("folds", "rooms", "fair", "records")

MAX_DEALS = 2
"""Of most walks; what happens in later deals is the same again."""

_BOT = {"player": "p-bot-bot-bot-bot-b", "name": "Bot"}
_BORIS = {"player": "p2bqv6ykh7mzc4xwd"}
_VERA = {"player": "pz5t3w7xk2vqmy6ah"}

MORE_EVENTS: Final = (
    {"type": "knocked", **_BORIS, "name": "Boris"},
    {"type": "knocked", **_VERA, "name": "Vera"},
    {"type": "knock_answered", **_BORIS, "admitted": True},
    {"type": "knock_answered", **_VERA, "admitted": False},
    {"type": "kicked", "seat": 1},
    {"type": "silenced", **_BORIS, "silenced": True},
    {"type": "silenced", **_VERA, "silenced": True},
    {"type": "silenced", **_BORIS, "silenced": False},
    {"type": "slow_mode", "seconds": 30},
    {"type": "slow_mode", "seconds": 0},
    {"type": "bot_wanted", "seat": 2, "level": "strong"},
    {"type": "bot_wanted", "seat": 2, "level": None},
    {"type": "bot_sat", "seat": 2, **_BOT},
    {"type": "stand_in", "seat": 1, "stand_in": True},
    {"type": "stand_in", "seat": 1, "stand_in": False},
    {"type": "pause_wanted", "seat": 0, "wanted": True},
    {"type": "paused", "until_ms": 123_000},
    {"type": "resumed"},
    {"type": "time_given", "seat": 1, "by": 0, "bank_ms": 90_000},
    {"type": "end_wanted", "seat": 0, "wanted": True},
)
"""Events of a room, beside those of the golden frames."""

ROOM_STEPS = 400
SEEDS_TRIED = 400

Step = tuple[Any, dict[str, Any]]


def path(name: str) -> Path:
    """Where vectors lie."""
    return FOLDER / f"{name}.json.gz"


def read(name: str) -> Any:
    """The vectors that are there."""
    return json.loads(gzip.decompress(path(name).read_bytes()))


def write(name: str, vectors: Any) -> None:
    """Put vectors in their place; the same ones give the same bytes."""
    packed = json.dumps(vectors, separators=(",", ":"), ensure_ascii=False).encode()
    path(name).write_bytes(gzip.compress(packed, 9, mtime=0))


def made(name: str) -> Any:
    """Vectors, drawn anew."""
    match name:
        case "folds":
            return {key: list(game_walks(spec)) for key, spec in GAMES.items()}
        case "rooms":
            return list(room_walks())
        case "fair":
            return fair_vectors()
        case "records":
            return [json.loads(line) for line in record_lines()]
        case _:
            raise ValueError(f"no vectors are called {name!r}")


def plain(value: Any) -> Any:
    """As JSON has it."""
    return codec.unpack(codec.pack(value))


def changes(before: Any, after: Any) -> dict[str, Any]:
    """The fields of a view that are other ones."""
    return {name: value for name, value in after.items() if before[name] != value}


# --- Games ------------------------------------------------------------------------------------


def tags(wire: GameWire[Any, Any, Any]) -> set[str]:
    """The types of a game's events."""
    return {each.__struct_config__.tag for each in get_args(wire.event)}


def game_walks(spec: AnyGame) -> Iterator[dict[str, Any]]:
    """A game of each preset for each role, then more until every event was there."""
    missing = tags(spec.wire)
    for preset, seats in presets(spec):
        for walk in table_walks(Table(spec, preset, {}, seats, 1), MAX_DEALS):
            missing -= {event["type"] for event, _ in walk["steps"]}
            yield walk
    for seed in range(SEEDS_TRIED):
        if not missing:
            return
        found = list(table_walks(random_table(spec, seed), None))
        types = {event["type"] for walk in found for event, _ in walk["steps"]}
        if missing & types:
            missing -= types
            yield from found
    raise AssertionError(f"{spec.key}: nobody saw {missing}")


def table_walks(table: Table, max_deals: int | None) -> list[dict[str, Any]]:
    """One random game as each role is told it."""
    spec, rng = table.spec, table.rng()
    state = spec.setup(table.options(), table.seats)
    roles: tuple[Seat | None, ...] = (None, *range(table.seats))
    views = {role: spec.view(state, role) for role in roles}
    walks = {role: _begun(table, role, views[role]) for role in roles}
    ended: list[dict[str, Any]] = []
    deals = 0
    while spec.outcome(state) is None and deals != max_deals:
        pack = spec.wants_deck(state)
        if pack is None:
            seat = rng.choice(spec.to_act(state))
            step = spec.apply(state, seat, rng.choice(spec.legal_actions(state, seat)))
        else:
            step = spec.deal(state, shuffled(pack, rng))
            deals += step.draw is None
        for role in roles:
            # A draw moves the seats, and with them who sees what.
            old = role if role is None or step.order is None else step.order[role]
            told = [spec.project(event, role) for event in step.events]
            if old != role:
                views[role] = spec.view(state, old)
                ended.append(walks[role])
                walks[role] = _begun(table, role, views[role])
            for event in filter(None, told):
                after = spec.wire.fold(views[role], event)
                changed = changes(plain(views[role]), plain(after))
                walks[role]["steps"].append([plain(event), changed])
                views[role] = after
        state = step.state
    return [walk for walk in (*ended, *walks.values()) if walk["steps"]]


def _begun(table: Table, role: Seat | None, view: Any) -> dict[str, Any]:
    about = {"preset": table.preset, "seats": table.seats, "role": role}
    return {**about, "view": plain(view), "steps": []}


# --- Rooms ------------------------------------------------------------------------------------


def room_events() -> list[Any]:
    """Events of all types, but those of games."""
    found: dict[str, Any] = {json.dumps(each): each for each in MORE_EVENTS}
    for file in sorted(golden.FOLDER.glob("event_*.json")):
        for event in json.loads(file.read_text(encoding="utf-8"))["json"].get("events", ()):
            if event["type"] != "game":
                found[json.dumps(event, sort_keys=True)] = event
    return list(found.values())


def room_walks() -> Iterator[dict[str, Any]]:
    """Events in an order that no server would send: `fold` asks for no reasons."""
    views = [
        json.loads(file.read_text(encoding="utf-8"))["json"]["view"]
        for file in sorted(golden.FOLDER.glob("server_snapshot*.json"))
    ]
    for seed, view in enumerate(views):
        yield room_walk(view, room_events(), random.Random(seed))


def room_walk(start: Any, events: Sequence[Any], rng: random.Random) -> dict[str, Any]:
    """A random walk from one view."""
    view = msgspec.msgpack.decode(codec.pack(start), type=RoomView)
    first = plain(view)
    steps: list[Step] = []
    while len(steps) < ROOM_STEPS:
        event = varied(rng.choice(events), len(view.seats), rng)
        if event.get("seat", 0) >= len(view.seats):
            continue  # Of a seat that is not there both sides make what they like.
        try:
            after = codec.fold(view, codec.pack(event), _same)
        except (IndexError, ValueError):
            continue
        steps.append((event, changes(plain(view), plain(after))))
        view = after
    return {"view": first, "steps": steps}


def varied(event: Any, seats: int, rng: random.Random) -> Any:
    """The event for another seat, or in another order."""
    if "seat" in event and rng.random() < 0.8:
        return {**event, "seat": rng.randrange(seats)}
    if "order" in event:
        count = seats if event["type"] == "seated" else rng.randint(max(1, seats - 1), seats)
        return {**event, "order": rng.sample(range(seats), count)}
    return event


def event_tags() -> set[str]:
    """The types of a room's events."""
    return {each.__struct_config__.tag for each in get_args(RoomEvent)} - {"game"}


def _same(view: Raw, _event: Raw) -> Raw:
    return view


# --- Shuffles and records ---------------------------------------------------------------------


def fair_vectors() -> dict[str, Any]:
    """Chains and decks by `kozyr_protocol.fair`."""
    rng = random.Random("chains")
    seeds = [rng.randbytes(32) for _ in range(3)]
    chains = [
        {
            "seed": seed.hex(),
            "tip": chain.tip.hex(),
            "links": {n: chain.link(n).hex() for n in (1, 2, 3, 500, 999, 1000)},
        }
        for seed, chain in ((seed, Chain.from_seed(seed)) for seed in seeds)
    ]
    return {"chains": chains, "decks": [_deck(record) for record in records()]}


def _deck(record: Record) -> dict[str, Any]:
    run = [deal.fairness for deal in record.deals]
    if record.draw is not None:
        run.insert(0, record.draw.fairness)
    packs = {"king": PACK_32, "king_jokers": PACK_KING_JOKERS}
    pack = packs.get(record.game, PACK_52)
    deck = check_deal(record.room, run[-1], first_shuffles(run), pack)
    shuffles = msgspec.to_builtins(run)
    return {"room": record.room, "shuffles": shuffles, "pack": pack, "deck": deck}


def records() -> Iterator[Record]:
    """A short game of each kind."""
    for spec in GAMES.values():
        preset, seats = presets(spec)[-1]
        yield random_record(Table(spec, preset, {}, seats, 2), vote_after=2)


def record_lines() -> Iterator[bytes]:
    """The same as the lines of a file."""
    for each in records():
        yield msgspec.json.encode(each)
