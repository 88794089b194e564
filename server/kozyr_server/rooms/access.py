"""Who may come into a room, sit down and write: codes, knocks, kicks. Pure; called by the core."""

import base64
import hashlib
import hmac
from typing import Final

from msgspec.structs import replace

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.rooms import (
    Kicked,
    KnockAnswered,
    Knocked,
    Knocker,
    Phase,
    Silenced,
    SlowModeSet,
)
from kozyr_server.rooms import bots, places, seating
from kozyr_server.rooms.decision import ByPlayer, Draft, Unchanged
from kozyr_server.rooms.parts import Door
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import Room, Table

_KNOCKS: Final = "room_knocks"
_LISTED: Final = "room_listed"
"""Settings; see `decision.Lists`."""

CHANGE_COSTS_MS: Final = 5_000
"""The host of a room may change what can be changed back and forth once in so long …"""

MAX_SPENT_MS: Final = 350_000
"""… and so long ahead: seventy times at once. Each is an entry of the log, which must keep the deal
of all. Both hang on the log's length, so that they are no settings; refusals are counted as
`host_changes`."""

_CODE_DOMAIN: Final = b"kozyr.code/1\0"
_CODE_BYTES: Final = 10


def new_code(seed: bytes) -> str:
    """A code of 80 bits in lower-case base 32.

    Args:
        seed: 32 random bytes of this decision. They may make decks as well: nothing of them can be
            found from the code.
    """
    drawn = hashlib.sha256(_CODE_DOMAIN + seed).digest()[:_CODE_BYTES]
    return base64.b32encode(drawn).decode().lower()


def new_door(command: messages.Create, seed: bytes, password: bytes) -> Door:
    """The door of a new room.

    Args:
        command: what its host asks for.
        seed: random bytes, for a code.
        password: as it is kept; empty: none.

    Raises:
        RefusedError: `bad_option`.
    """
    if (command.access == "password") != (command.password is not None):
        reason = "a password goes with the access `password`, and only with it"
        facts = {"option": "password", "reason": reason}
        raise RefusedError(ErrorCode.BAD_OPTION, reason, facts)
    return Door(command.access, "" if command.public else new_code(seed), password)


# --- Coming in


def is_known(table: Table, player: PlayerId) -> bool:
    """Whether somebody needs neither code nor password: the host, and whoever has a seat."""
    return table.room.host == player or table.seat_of(player) is not None


def need_code(room: Room, code: str | None) -> None:
    """Let nobody into a private room without its code.

    Raises:
        RefusedError: `needs_code`.
    """
    kept = room.door.code
    if kept and not hmac.compare_digest(kept.encode(), (code or "").encode()):
        raise RefusedError(
            ErrorCode.NEEDS_CODE, "this room is private: its code is missing, or an old one"
        )


# --- Commands


def renew(draft: Draft, player: PlayerId) -> Unchanged | bool:
    """Draw a new code."""
    places.need_host(draft, player)
    if draft.base.public:
        return Unchanged()
    _pay(draft)
    draft.set(door=replace(draft.room.door, code=new_code(draft.chance.seed)))
    return True


def knock(draft: Draft, order: ByPlayer, seat: int | None) -> Unchanged | bool:
    """Wait for the host's leave to sit down."""
    door = draft.base.door
    if order.player in door.kicked:
        raise places.kicked()
    is_let_in = seat is not None or order.player == draft.base.host
    if is_let_in or door.access != "knock" or order.player in door.admitted:
        return Unchanged()
    places.need_phase(draft, Phase.WAITING, "knock")
    if any(one.player == order.player for one in door.knocks):
        return Unchanged()
    most = draft.now.lists.knocks
    places.need_place(len(door.knocks), most, "people wait to be let in already", _KNOCKS)
    knocks = (*door.knocks, Knocker(order.player, order.name))
    draft.set(door=replace(door, knocks=knocks))
    draft.tell(Knocked(order.player, order.name))
    return True


def answer_knock(draft: Draft, player: PlayerId, command: messages.AnswerKnock) -> Unchanged | bool:
    """The host lets somebody in, or not."""
    places.need_host(draft, player)
    door = draft.base.door
    knocks = tuple(one for one in door.knocks if one.player != command.player)
    if len(knocks) == len(door.knocks):
        if command.admit and command.player in door.admitted:
            return Unchanged()
        raise RefusedError(ErrorCode.NO_SUCH_PLAYER, "nobody with this id waits to be let in")
    admitted = door.admitted
    if command.admit and command.player not in admitted:
        most = draft.now.lists.listed
        places.need_place(len(admitted), most, "people have been let in", _LISTED)
        admitted = (*admitted, command.player)
    draft.set(door=replace(door, knocks=knocks, admitted=admitted))
    draft.tell(KnockAnswered(command.player, command.admit))
    return True


def kick(draft: Draft, player: PlayerId, command: messages.Kick) -> Unchanged | bool:
    """The host frees a seat; a person may not come back."""
    places.need_host(draft, player)
    index = places.need_seat(draft, command.seat)
    seat = draft.seats[index]
    if seat.player == player:
        raise RefusedError(ErrorCode.NOT_SEATED, f"nobody else sits in seat {index}")
    if seat.left and seat.player in draft.base.door.kicked:
        # In play the seat stays his. To send him out again and again would fill the log.
        return Unchanged()
    send_out(draft, index)
    return True


def send_out(draft: Draft, index: int) -> None:
    """Free a seat; a person may not come back.

    Raises:
        RefusedError: `wrong_phase`, `not_seated`.
    """
    seat = draft.seats[index]
    if seat.bot is not None:
        if draft.base.phase is Phase.PLAYING:
            facts = {"phase": draft.base.phase}
            raise RefusedError(ErrorCode.WRONG_PHASE, "in play a bot keeps its seat", facts)
        draft.tell(Kicked(index))
        bots.dismiss(draft, index)
        return
    who = seat.player
    if who is None:
        raise RefusedError(ErrorCode.NOT_SEATED, f"nobody else sits in seat {index}")
    door = draft.base.door
    if who not in door.kicked:
        most = draft.now.lists.listed
        places.need_place(len(door.kicked), most, "people have been sent out", _LISTED)
        admitted = tuple(one for one in door.admitted if one != who)
        draft.set(door=replace(door, kicked=(*door.kicked, who), admitted=admitted))
    draft.tell(Kicked(index))
    if seat.left:
        draft.moved = True
    else:
        seating.leave(draft, index)


def silence(draft: Draft, player: PlayerId, command: messages.Silence) -> Unchanged | bool:
    """The host keeps somebody from writing, or lets him again."""
    places.need_host(draft, player)
    door = draft.base.door
    if (command.player in door.silenced) == command.silence:
        return Unchanged()
    silenced = tuple(one for one in door.silenced if one != command.player)
    if command.silence:
        most = draft.now.lists.listed
        places.need_place(len(silenced), most, "people have been silenced", _LISTED)
        silenced = (*silenced, command.player)
    _pay(draft)
    draft.set(door=replace(draft.room.door, silenced=silenced))
    draft.tell(Silenced(command.player, command.silence))
    return True


def slow_down(draft: Draft, player: PlayerId, seconds: int) -> Unchanged | bool:
    """The host sets the slow mode of the chat; 0: none."""
    places.need_host(draft, player)
    door = draft.base.door
    if door.slow_s == seconds:
        return Unchanged()
    _pay(draft)
    draft.set(door=replace(draft.room.door, slow_s=seconds))
    draft.tell(SlowModeSet(seconds))
    return True


def _pay(draft: Draft) -> None:
    door = draft.base.door
    spent_ms = places.spent(
        door.spent_ms,
        draft.now.play_ms,
        costs_ms=CHANGE_COSTS_MS,
        ahead_ms=MAX_SPENT_MS,
        text="you change this room too often; wait a little",
        limit="host_changes",
    )
    draft.set(door=replace(door, spent_ms=spent_ms))
