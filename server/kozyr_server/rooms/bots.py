"""House bots: seats of their own, and seats that they play for others. Pure; called by the core."""

from msgspec.structs import replace

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.rooms import BotSat, BotWanted, Left, Phase, ReadyChanged, StandInChanged
from kozyr_server.rooms import places, playing, seating, standing_in
from kozyr_server.rooms.decision import ByPlayer, Draft, Unchanged
from kozyr_server.rooms.parts import StandIn, Stretch
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import Seat


def kept_seats(seats: int, command: messages.Create) -> tuple[Seat, ...]:
    """The seats of a new room, the last ones kept for bots.

    Raises:
        RefusedError: `bad_option`.
    """
    if command.bots >= seats:
        reason = f"of {seats} seats {seats - 1} may be kept for bots"
        facts = {"option": "bots", "reason": reason, "max": seats - 1}
        raise RefusedError(ErrorCode.BAD_OPTION, reason, facts)
    free = (Seat(),) * (seats - command.bots)
    return free + (Seat(bot=command.bot_level),) * command.bots


def add(draft: Draft, player: PlayerId, command: messages.AddBot) -> bool:
    """The host has a free seat kept for a bot."""
    places.need_host(draft, player)
    places.need_phase(draft, Phase.WAITING, "add a bot")
    places.keep_for_bot(draft, places.free_seat(draft, command.seat), command.level)
    return True


def dismiss(draft: Draft, index: int) -> None:
    """Free a bot's seat, or one that is kept for a bot, before or after a game."""
    has_sat = draft.seats[index].player is not None
    draft.set_seat(index, **places.EMPTY)
    draft.tell(Left(index) if has_sat else BotWanted(index, None))
    draft.lines = draft.moved = True


def ready_again(draft: Draft) -> None:
    """The bots that have stayed are ready for a rematch."""
    for index, seat in enumerate(draft.seats):
        if seat.bot is not None and seat.player is not None and not seat.ready:
            draft.set_seat(index, ready=True)
            draft.tell(ReadyChanged(index, ready=True))


# --- Seats that want a bot


def claim(draft: Draft, order: ByPlayer, command: messages.StandIn) -> Unchanged | bool:
    """A house bot takes a seat that wants one.

    Raises:
        RefusedError: `not_house`, `no_such_seat`, `seat_taken`.
    """
    if not order.is_house:
        raise RefusedError(ErrorCode.NOT_HOUSE, "only a house bot may do this")
    index = places.need_seat(draft, command.seat)
    seat = draft.seats[index]
    held = seat.stand_in
    if held is not None and held.player == order.player:
        if held.line == order.line:
            return Unchanged()
        # The same bot on a new connection.
        draft.set_seat(index, stand_in=replace(held, line=order.line))
        draft.lines = draft.moved = True
        return True
    if seat.player == order.player and seat.line == order.line:
        # It was offered its own seat, back from a kill, and has it since it follows.
        return Unchanged()
    if _is_in(draft, order):
        raise RefusedError(ErrorCode.SEAT_TAKEN, "a bot has one seat of a room at most")
    at_ms = standing_in.wanted_ms(draft.base, seat, draft.now.patience)
    if not at_ms or at_ms > draft.now.play_ms:
        raise RefusedError(ErrorCode.SEAT_TAKEN, f"no bot is wanted for seat {index} now")
    if draft.base.phase is Phase.WAITING:
        _sit(draft, order, index)
    else:
        _stand_in(draft, order, index)
    return True


def _is_in(draft: Draft, order: ByPlayer) -> bool:
    return any(
        seat.player == order.player
        or (seat.stand_in is not None and seat.stand_in.player == order.player)
        for seat in draft.seats
    )


def _sit(draft: Draft, order: ByPlayer, index: int) -> None:
    draft.set_seat(
        index, player=order.player, name=order.name, line=order.line, away_since_ms=0, ready=True
    )
    draft.tell(BotSat(index, order.player, order.name))
    draft.lines = draft.moved = True
    seating.begin_if_ready(draft)


def _stand_in(draft: Draft, order: ByPlayer, index: int) -> None:
    standing_in.forget_wishes(draft, index)
    seat, play = draft.seats[index], draft.play
    since = Stretch(play.deals + 1, max(0, draft.now.play_ms - play.started_ms))
    held = StandIn(order.player, order.line)
    draft.set_seat(index, stand_in=held, stretches=(*seat.stretches, since))
    draft.tell(StandInChanged(index, stand_in=True))
    draft.lines = draft.moved = True
    playing.give_time_to_stand_in(draft, index)
