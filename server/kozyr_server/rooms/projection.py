"""From a decision to what each role is told: encoded once, stored, published and resumed as is."""

from typing import Any

import msgspec

from kozyr_games.spec import AnyGame
from kozyr_protocol import codec
from kozyr_protocol.ids import Tag
from kozyr_protocol.messages import Prompts, Turn, Update
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
    shown = views.turns(spec, table) if decision.prompts_changed else ()
    told = [_told(spec, table, one) for one in decision.happened]
    asked = [turn.seat for turn in shown]
    otherwise = {role for one in told if len(one) > 1 for role in one if role is not None}
    events = _events(told, None)
    frames = {}
    for index in sorted(otherwise.union(asked)) if otherwise else asked:
        turns = views.own_turns(spec, table, shown, index) if index in asked else shown
        own = _events(told, index) if index in otherwise else events
        frames[index] = _frame(decision, own, turns)
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
        shared=_frame(decision, events, shown),
        seats=frames,
        wants=_wants(decision),
        bots_ms=decision.bots_ms,
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


Told = dict[int | None, Any]
"""A `RoomEvent` by role: None is everybody; a seat is there only where it is told otherwise; a
value of None says that this role is not told."""


def _told(spec: AnyGame, table: Table, happened: Happened) -> Told:
    match happened:
        case InGame():
            return _projected(spec, happened.event, len(table.room.seats))
        case Begun():
            return _begun(spec, happened)
        case _:
            return {None: happened}


def _projected(spec: AnyGame, event: Any, seats: int) -> Told:
    shared = spec.project(event, None)
    told: Told = {None: _in_game(shared)}
    if shared is event:
        # What a spectator is told whole is hidden from no seat either.
        return told
    for index in range(seats):
        own = spec.project(event, index)
        if own is not shared and own != shared:
            told[index] = _in_game(own)
    return told


def _in_game(event: Any) -> GameHappened | None:
    # The rules' own event, where a client has it encoded: the frame is encoded in one go.
    return None if event is None else GameHappened(event)


def _begun(spec: AnyGame, begun: Begun) -> Told:
    def started(role: int | None) -> GameStarted:
        return GameStarted(begun.order, begun.options, codec.pack(spec.view(begun.state, role)))

    shared = started(None)
    told: Told = {None: shared}
    for index in range(len(begun.order)):
        own = started(index)
        if own != shared:
            told[index] = own
    return told


def _events(told: list[Told], role: int | None) -> tuple[Any, ...]:
    """What a role is told of the step."""
    return tuple([event for one in told if (event := one.get(role, one[None])) is not None])


def _frame(decision: Decision, events: tuple[Any, ...], turns: tuple[Turn, ...]) -> bytes:
    table = decision.after
    return _encoder.encode(
        Update(
            room=table.room.id,
            version=table.version,
            tag=Tag(table.tag),
            events=events,
            prompts=Prompts(decision.at_ms, turns) if decision.prompts_changed else None,
        )
    )


def _wants(decision: Decision) -> dict[int, bytes]:
    """Who is asked for a link by this step."""
    room = decision.after.room
    if room.play is None or room.play.pending is None:
        return {}
    if not any(isinstance(one, ShuffleOpened) for one in decision.happened):
        return {}
    wants = {}
    for index in range(len(room.seats)):
        wanted = views.link_wanted(room, index, decision.at_ms)
        if wanted is not None:
            wants[index] = _encoder.encode(wanted)
    return wants
