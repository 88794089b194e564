"""Records of finished games: recounted by the rules, and held against what was acknowledged."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Raw, Struct

from kozyr_games import replay
from kozyr_games.replay import ReplayError
from kozyr_load.judge.violation import Kind
from kozyr_protocol.games import WIRES
from kozyr_protocol.ids import GameKey
from kozyr_protocol.record import By, Record, RecordError, loads


class Made(Struct, frozen=True):
    """One action as its player knows it."""

    prompt: int
    action: Raw
    is_acked: bool
    """False: sent, and what became of it is not known."""


class Played(Struct, frozen=True):
    """A finished game as its players know it."""

    record: str
    """Its id."""
    room: str
    game: str
    totals: tuple[int, ...]
    """As the event `game_ended` said."""
    made: dict[int, tuple[Made, ...]]
    """By seat, ascending by prompt; only seats whose player was ours all along."""


Found = tuple[Kind, str]


def problems(line: bytes, played: Played) -> list[Found]:
    """All that is wrong with a record.

    Args:
        line: the record as JSON.
        played: the same game as its players know it.

    Returns:
        For each problem its kind and one sentence.
    """
    try:
        record = loads(line)
    except RecordError as error:
        return [(Kind.RECORD, f"{played.record}: {error}")]
    found = [(Kind.RECORD, f"{played.record}: {problem}") for problem in replay.verify(record)]
    found += _recounted(record, played)
    for seat, made in sorted(played.made.items()):
        found += _actions(record, played, seat, made)
    return found


def _recounted(record: Record, played: Played) -> Iterator[Found]:
    """Hold what players were told against the record, which was just held against the rules."""
    if tuple(record.totals) == played.totals:
        return
    yield Kind.RECORD, f"{played.record}: its totals are not those that players were told"
    try:
        recount = replay.recount(record)
    except ReplayError as error:
        yield Kind.RECORD, f"{played.record}: it cannot be recounted: {error}"
        return
    if tuple(recount.outcome.totals) != played.totals:
        yield Kind.RECORD, f"{played.record}: a recount gives other totals than players were told"


def _actions(record: Record, played: Played, seat: int, made: tuple[Made, ...]) -> Iterator[Found]:
    """Walk both lists: each acknowledged action is the record's next one of the seat."""
    wire = WIRES[GameKey(record.game)]
    json_actions: msgspec.json.Decoder[Any] = msgspec.json.Decoder(wire.action)
    written = [
        json_actions.decode(entry.action)
        for deal in record.deals
        for entry in deal.actions
        if entry.seat == seat and entry.by is By.PLAYER
    ]
    # An abandoned game keeps its finished deals only: what was acknowledged after them is not told.
    is_whole = record.ended == "complete"
    place = 0
    for each in made:
        action = wire.actions.decode(each.action)
        is_written = place < len(written) and written[place] == action
        if is_written:
            place += 1
            continue
        if not each.is_acked or not (is_whole or place < len(written)):
            continue
        # One that was written before it was made is a doubled one; skip it to go on.
        if place + 1 < len(written) and written[place + 1] == action:
            yield Kind.DOUBLED, _sentence(played, seat, each.prompt, "follows one that nobody made")
            place += 2
            continue
        yield Kind.LOST, _sentence(played, seat, each.prompt, "is not in the record")
    if place < len(written):
        left = f"{len(written) - place} actions of seat {seat}"
        yield Kind.DOUBLED, f"{played.record}: it has {left} that its player did not make"


def _sentence(played: Played, seat: int, prompt: int, what: str) -> str:
    return f"{played.record}: the action of seat {seat} acknowledged for prompt {prompt} {what}"
