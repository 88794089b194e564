"""From a decision to what each role is told: encoded once, stored, published and resumed as is."""

from typing import Any

import msgspec
from msgspec import Raw

from kozyr_games.spec import AnyGame
from kozyr_protocol.ids import Tag
from kozyr_protocol.messages import Update
from kozyr_protocol.rooms import GameHappened, GameStarted, ShuffleOpened
from kozyr_server.rooms import views
from kozyr_server.rooms.decision import Begun, Decision, Games, Happened, InGame
from kozyr_server.rooms.room import Table
from kozyr_server.store.model import Entry

_encoder = msgspec.msgpack.Encoder()


def entry(spec: AnyGame, decision: Decision) -> Entry:
    """The log entry of a step, with the frames of all roles.

    A seat gets bytes of its own only where they differ from what everybody may see: a hidden
    card, or its legal actions.
    """
    table = decision.after
    seats_now = range(len(table.room.seats))
    told = [_told(spec, table, one) for one in decision.happened]
    frames = {}
    for index in seats_now:
        own_prompt = decision.prompts_changed and table.room.seats[index].prompt
        if own_prompt or any(index in one for one in told):
            frames[index] = _frame(spec, decision, told, index)
    return Entry(
        version=table.version,
        tag=Tag(table.tag),
        at_ms=decision.at_ms,
        label=decision.label,
        by=decision.by,
        due_ms=decision.due_ms,
        prev=decision.before.tag if decision.before else "",
        lines=decision.lines,
        moved=decision.moved,
        shared=_frame(spec, decision, told, None),
        seats=frames,
        wants=_wants(decision),
    )


def update_of_view(games: Games, table: Table, role: int | None, now_ms: int) -> bytes:
    """The frame of an `update` for a role that follows by views."""
    return _encoder.encode(
        Update(
            room=table.room.id,
            version=table.version,
            tag=Tag(table.tag),
            events=(),
            prompts=views.prompts(games[table.room.game], table, role, now_ms),
            view=views.room_view(games, table, role),
        )
    )


Told = dict[int | None, Raw | None]
"""An event by role: None is everybody; a seat is there only where its bytes differ; a value of
None means that this role is not told."""


def _told(spec: AnyGame, table: Table, happened: Happened) -> Told:
    match happened:
        case InGame(event):
            return _projected(spec, event, len(table.room.seats))
        case Begun():
            return _begun(spec, happened)
        case _:
            return {None: Raw(_encoder.encode(happened))}


def _projected(spec: AnyGame, event: Any, seats: int) -> Told:
    shared = spec.project(event, None)
    told: Told = {None: _in_game(shared)}
    for index in range(seats):
        own = spec.project(event, index)
        if own is not shared and own != shared:
            told[index] = _in_game(own)
    return told


def _in_game(event: Any) -> Raw | None:
    if event is None:
        return None
    return Raw(_encoder.encode(GameHappened(Raw(_encoder.encode(event)))))


def _begun(spec: AnyGame, begun: Begun) -> Told:
    def started(role: int | None) -> Raw:
        view = Raw(_encoder.encode(spec.view(begun.state, role)))
        return Raw(_encoder.encode(GameStarted(begun.order, begun.options, view)))

    shared = started(None)
    told: Told = {None: shared}
    for index in range(len(begun.order)):
        own = started(index)
        if bytes(own) != bytes(shared):
            told[index] = own
    return told


def _frame(spec: AnyGame, decision: Decision, told: list[Told], role: int | None) -> bytes:
    table = decision.after
    events = tuple(event for one in told if (event := one.get(role, one[None])) is not None)
    prompts = None
    if decision.prompts_changed:
        prompts = views.prompts(spec, table, role, decision.at_ms)
    return _encoder.encode(
        Update(
            room=table.room.id,
            version=table.version,
            tag=Tag(table.tag),
            events=events,
            prompts=prompts,
        )
    )


def _wants(decision: Decision) -> dict[int, bytes]:
    """Who is asked for a link by this step."""
    room = decision.after.room
    if not any(isinstance(one, ShuffleOpened) for one in decision.happened):
        return {}
    wants = {}
    for index in range(len(room.seats)):
        wanted = views.link_wanted(room, index, decision.at_ms)
        if wanted is not None:
            wants[index] = _encoder.encode(wanted)
    return wants
