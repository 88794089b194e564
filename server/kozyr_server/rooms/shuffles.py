"""Shuffles: opened, fed with links, and made into decks. Pure; called by the course of a game."""

from msgspec.structs import replace

from kozyr_games.spec import Pack
from kozyr_protocol import fair, messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.fair import Fairness
from kozyr_protocol.record import RecordDraw
from kozyr_protocol.rooms import FairnessShown, LinkTaken, Seated, Shuffled, ShuffleOpened
from kozyr_server.rooms import due
from kozyr_server.rooms.decision import Draft, Unchanged
from kozyr_server.rooms.peers import RefusedError
from kozyr_server.rooms.room import (
    DealShuffle,
    PendingShuffle,
    Play,
    are_tips_full,
    fairness,
    server_link,
    tip_mark,
)


def open_next(draft: Draft, pack: Pack) -> bool:
    """Open the next shuffle; with nobody taking part make the deck at once.

    Returns:
        Whether the deck was made.
    """
    n = draft.play.n + 1
    draft.set_play(n=n)
    taking_part = tuple(
        i
        for i, seat in enumerate(draft.seats)
        if seat.tip is not None
        and seat.line is not None
        and not seat.absent
        and seat.stand_in is None
        and seat.bot is None
    )
    for index in taking_part:
        seat = draft.seats[index]
        if not seat.tip_first_n and are_tips_full(draft.room):
            taking_part = tuple(i for i in taking_part if i != index)
            continue
        if not seat.tip_first_n:
            assert seat.tip is not None
            draft.set(tips_shown=draft.room.tips_shown + tip_mark(seat.tip))
            draft.set_seat(index, tip_first_n=n)
        if n - draft.seats[index].tip_first_n >= fair.CHAIN_LENGTH:
            taking_part = tuple(i for i in taking_part if i != index)
    if not taking_part:
        nobody = len(draft.seats)
        make_deck(draft, pack, PendingShuffle(n, (), (None,) * nobody, (0,) * nobody, 0))
        return True
    pending = PendingShuffle(
        n,
        taking_part,
        tuple(s.tip if i in taking_part else None for i, s in enumerate(draft.seats)),
        tuple(s.tip_first_n if i in taking_part else 0 for i, s in enumerate(draft.seats)),
        draft.now.play_ms + due.LINK_WAIT_MS,
    )
    draft.set_play(pending=pending)
    draft.tell(ShuffleOpened(n, taking_part, pending.tips))
    return False


def make_deck(draft: Draft, pack: Pack, pending: PendingShuffle) -> None:
    """The links are there, or have been awaited: shuffle, and deal or draw."""
    n = pending.n
    links = tuple(pending.links.get(i) for i in range(len(draft.seats)))
    missing = tuple(i for i in pending.seats if i not in pending.links)
    shuffle = DealShuffle(n, pending.tips, links, missing)
    link = server_link(draft.room, n)
    deal_key = fair.deal_key(
        link,
        draft.room.id,
        n,
        tuple(None if given is None else bytes.fromhex(given) for given in links),
    )
    if pending.seats:
        draft.tell(Shuffled(n, missing))
    step = draft.spec.deal(draft.state, fair.shuffled(pack, deal_key))
    draft.set_play(pending=None)
    if step.draw is not None:
        draft.move_game(step.state, step.events)
        draft.set_play(draw=RecordDraw(step.draw, show_fairness(draft, shuffle)))
        if step.order is not None:
            draft.put_seats(tuple(draft.seats[old] for old in step.order))
            draft.tell(Seated(step.order))
            draft.moved = True
        return
    draft.set_play(shuffle=shuffle, deal_started_ms=draft.now.play_ms, actions=b"", action_count=0)
    draft.began_deal = True
    draft.move_game(step.state, step.events)


def show_fairness(draft: Draft, shuffle: DealShuffle) -> Fairness:
    """Tell what verifies a shuffle that is over.

    Returns:
        The same, for the record.
    """
    shown = fairness(draft.base, shuffle, server_link(draft.base, shuffle.n))
    draft.tell(FairnessShown(shown))
    return shown


def take_link(draft: Draft, seat: int, command: messages.FeedLink) -> Unchanged | bool:
    """Take the link of a seat for the open shuffle."""
    play = draft.game
    pending = None if play is None else play.pending
    opened = 0 if play is None else play.n
    if command.n > opened:
        raise RefusedError(
            ErrorCode.TOO_EARLY,
            f"shuffle {command.n} is not open yet",
            {"n": opened},
        )
    if pending is None or pending.n != command.n or seat not in pending.seats:
        if _was_taken(play, seat, command):
            return Unchanged()
        raise RefusedError(
            ErrorCode.BAD_LINK, f"no link of yours is wanted for shuffle {command.n}"
        )
    taken = pending.links.get(seat)
    if taken is not None:
        if taken == command.link:
            return Unchanged()
        raise RefusedError(ErrorCode.BAD_LINK, "another link was taken already")
    tip = pending.tips[seat]
    assert tip is not None
    folds = fair.folds(command.n, pending.firsts[seat])
    if not fair.is_link(bytes.fromhex(tip), bytes.fromhex(command.link), folds):
        raise RefusedError(
            ErrorCode.BAD_LINK,
            f"its {folds}-fold hash is not your tip",
            {"folds": folds},
        )
    pending = replace(pending, links={**pending.links, seat: command.link})
    draft.set_play(pending=pending)
    draft.tell(LinkTaken(seat))
    return True


def _was_taken(play: Play | None, seat: int, command: messages.FeedLink) -> bool:
    """Whether the link is in the present deck already: sent again, its answer was lost."""
    made = None if play is None else play.shuffle
    return made is not None and made.n == command.n and made.links[seat] == command.link
