"""The picture of a room that one role may see, and its prompts. Built up, never cut down."""

from collections.abc import Mapping

from msgspec import Raw
from msgspec.structs import replace

from kozyr_games.spec import AnyGame
from kozyr_protocol import codec
from kozyr_protocol.ids import GameKey
from kozyr_protocol.messages import LinkWanted, Prompts, Turn
from kozyr_protocol.rooms import OpenShuffle, Phase, RoomView, SeatView
from kozyr_server.rooms.parts import NO_WISHES
from kozyr_server.rooms.room import Room, Seat, Table


def room_view(games: Mapping[GameKey, AnyGame], table: Table, role: int | None) -> RoomView:
    """What a seat, or a spectator (None), may know of the room."""
    room = table.room
    return RoomView(
        room=room.id,
        game=room.game,
        preset=room.preset,
        name=room.name,
        public=room.public,
        spectators=room.spectators,
        phase=room.phase,
        host=room.host,
        capacity=room.capacity,
        clock=room.clock,
        options=codec.unpack(room.options),
        seats=tuple(_seat_view(seat) for seat in room.seats),
        you=role,
        game_no=room.game_no,
        tip=room.tip,
        shuffle=_open_shuffle(room),
        table=game_view(games[room.game], table, role),
        ended=room.ended,
        record=room.record,
        language=room.language,
        access=room.door.access,
        knocks=room.door.knocks,
        silenced=room.door.silenced,
        paused_until_ms=_paused_until_ms(room),
        slow_s=room.door.slow_s,
    )


def game_view(spec: AnyGame, table: Table, role: int | None) -> Raw | None:
    """The game's own view for a role; None before the first game and in a room opened again."""
    if table.state is None:
        return None
    return codec.pack(spec.view(table.state, role))


def prompts(spec: AnyGame, table: Table, role: int | None, now_ms: int) -> Prompts:
    """Who is to act; with the legal actions where it is this role."""
    return Prompts(now_ms, own_turns(spec, table, turns(spec, table), role))


def turns(spec: AnyGame, table: Table) -> tuple[Turn, ...]:
    """The open decisions as everybody may see them, by seat."""
    return tuple(
        [
            Turn(index, seat.prompt, spec.decision(table.state, index), seat.deadline_ms)
            for index, seat in enumerate(table.room.seats)
            if seat.prompt
        ]
    )


def own_turns(
    spec: AnyGame, table: Table, shown: tuple[Turn, ...], role: int | None
) -> tuple[Turn, ...]:
    """The same with the legal actions of a role.

    They are the rules' own, where a client has them encoded: the encoder of a frame takes both.
    """
    return tuple(
        [
            replace(turn, legal=spec.legal_actions(table.state, turn.seat))
            if turn.seat == role
            else turn
            for turn in shown
        ]
    )


def link_wanted(room: Room, index: int, now_ms: int) -> LinkWanted | None:
    """What a seat is asked for while a shuffle is open and its link not taken yet."""
    pending = None if room.play is None else room.play.pending
    if pending is None or index not in pending.seats or index in pending.links:
        return None
    tip = pending.tips[index]
    assert tip is not None
    within_ms = max(0, pending.until_ms - now_ms)
    return LinkWanted(room.id, pending.n, pending.firsts[index], tip, within_ms)


def _paused_until_ms(room: Room) -> int | None:
    stood = None if room.play is None else room.play.pause
    return None if stood is None else stood.until_ms


def _seat_view(seat: Seat) -> SeatView:
    wishes = seat.wishes or NO_WISHES
    return SeatView(
        player=seat.player,
        name=seat.name,
        ready=seat.ready,
        connected=seat.line is not None,
        left=seat.left,
        absent=seat.absent,
        bank_ms=seat.bank_ms,
        tip=seat.tip,
        bot=seat.bot,
        stand_in=seat.stand_in is not None,
        wants_pause=wishes.pause,
        wants_end=wishes.end,
    )


def _open_shuffle(room: Room) -> OpenShuffle | None:
    pending = None if room.play is None else room.play.pending
    if pending is None or room.phase is not Phase.PLAYING:
        return None
    return OpenShuffle(pending.n, pending.seats, pending.tips, tuple(sorted(pending.links)))
