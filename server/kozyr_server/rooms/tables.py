"""Commands of a room beside the game itself, each to where it is decided. Pure."""

from typing import assert_never

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_server.rooms import access, bots, consent, lines
from kozyr_server.rooms.decision import ByPlayer, Draft, Unchanged
from kozyr_server.rooms.peers import RefusedError

Wish = messages.Pause | messages.GiveTime | messages.VoteEnd | messages.ClaimTable


def decide(
    draft: Draft, order: ByPlayer, command: messages.TableCommand, seat: int | None
) -> Unchanged | bool:
    """Do it.

    Args:
        draft: the step.
        order: who asks, on which line.
        command: what he asks.
        seat: his own seat.

    Raises:
        RefusedError: with the code of the wire.
    """
    match command:
        case messages.Invite():
            if seat is None and draft.base.host != order.player:
                raise _not_seated()
            return access.renew(draft, order.player) if command.renew else Unchanged()
        case messages.Knock():
            return access.knock(draft, order, seat)
        case messages.AnswerKnock():
            return access.answer_knock(draft, order.player, command)
        case messages.Kick():
            return access.kick(draft, order.player, command)
        case messages.Silence():
            return access.silence(draft, order.player, command)
        case messages.SlowMode():
            return access.slow_down(draft, order.player, command.seconds)
        case messages.AddBot():
            return bots.add(draft, order.player, command)
        case messages.StandIn():
            return bots.claim(draft, order, command)
        case messages.Pause() | messages.GiveTime() | messages.VoteEnd() | messages.ClaimTable():
            if seat is None:
                raise _not_seated()
            lines.need(draft, seat, order.line)
            return _wish(draft, command, seat)
        case _:
            assert_never(command)


def _wish(draft: Draft, command: Wish, seat: int) -> Unchanged | bool:
    match command:
        case messages.Pause():
            return consent.pause(draft, seat, command)
        case messages.GiveTime():
            return consent.give_time(draft, seat, command)
        case messages.VoteEnd():
            return consent.vote_end(draft, seat, command)
        case messages.ClaimTable():
            return consent.claim_table(draft, seat)
        case _:
            assert_never(command)


def _not_seated() -> RefusedError:
    return RefusedError(ErrorCode.NOT_SEATED, "you have no seat in this room")
