"""How `kozyr_client.follower` follows rooms, mends gaps, and takes part in shuffles."""

from typing import Any

from kozyr_client.errors import LineTaken, ResponseTimeout, RoomEnded, RoomGone, WatchingRefused
from kozyr_client.events import Answered, Broken, Done, Ended, Failed, Heard
from kozyr_client.follower import MAX_GAPS, MAX_REFOLLOWS
from kozyr_client.following import Changed, Doubted, Fresh, Said, Sync, Watched
from kozyr_client.patience import Patience
from kozyr_protocol import fair, messages, rooms
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.rooms import OpenShuffle, Phase, SeatView
from kozyr_testing.sdk import (
    KEY,
    ME,
    OTHER,
    PLAYS,
    ROOM,
    Desk,
    followed,
    refusal,
    snapshot,
    tag,
    update,
    view,
)

ACT = messages.Act(0, ROOM, 5, KEY, PLAYS[0])


def test_a_room_is_followed_when_its_picture_is_there() -> None:
    desk = Desk()
    desk.greet()
    desk.events()
    number = desk.session.follow(ROOM, "events", desk.now)
    assert desk.sent() == [messages.Follow(number, ROOM, "events")]
    desk.say(followed(number, 5))
    assert desk.events() == []
    desk.say(snapshot(5))
    assert desk.events() == [Heard(ROOM, Fresh(5, "first", view())), Answered(number, Done(5))]


def test_a_room_that_is_not_there() -> None:
    desk = Desk()
    desk.greet()
    number = desk.session.follow(ROOM, "events", desk.now)
    desk.events()
    desk.say(refusal(number, ErrorCode.NO_SUCH_ROOM))
    failed, ended = desk.events()
    assert isinstance(failed, Failed)
    assert isinstance(failed.error, RoomGone)
    assert ended == Ended(ROOM, failed.error)
    assert ROOM not in desk.session.rooms


def test_a_follow_that_is_refused_for_a_while_is_tried_again() -> None:
    desk = Desk()
    desk.greet()
    number = desk.session.follow(ROOM, "views", desk.now)
    first = desk.sent_one(messages.Follow)
    desk.say(refusal(number, ErrorCode.TOO_FAST, retry_ms=100))
    desk.later(0.2)
    assert desk.sent_one(messages.Follow) == first


def test_a_hole_is_filled_from_where_the_picture_stopped() -> None:
    desk = Desk()
    desk.sit()
    desk.say(update(6), update(8))
    follow = desk.sent_one(messages.Follow)
    assert (follow.version, follow.tag) == (6, tag(6))
    desk.say(update(9))
    desk.events()
    desk.say(followed(follow.id, 9, reason=None), update(7), update(8), update(9), update(10))
    news = [each.news for each in desk.events() if isinstance(each, Heard)]
    versions = [each.version for each in news if isinstance(each, Changed)]
    assert versions == [7, 8, 9, 10]
    assert desk.session.counts.gaps == 1
    assert desk.sent() == []


def test_another_history_is_asked_about() -> None:
    desk = Desk()
    desk.sit()
    desk.say(update(5, history=1))
    follow = desk.sent_one(messages.Follow)
    assert (follow.version, follow.tag) == (5, tag(5))
    desk.say(
        followed(follow.id, 5, reason="rolled_back", history=1),
        snapshot(5, reason="rolled_back", history=1),
    )
    assert desk.session.counts.rollbacks == 1
    assert desk.session.rooms[ROOM].tag == tag(5, 1)


def test_a_rollback_comes_unasked() -> None:
    desk = Desk()
    desk.sit(version=9, prompt=9)
    desk.say(snapshot(7, reason="rolled_back", prompt=7, history=1))
    heard = desk.event(Heard)
    assert isinstance(heard.news, Fresh)
    assert heard.news.reason == "rolled_back"
    following = desk.session.rooms[ROOM]
    assert following.turn is not None
    assert (following.version, following.turn.number) == (7, 7)
    desk.say(update(8, history=1))
    assert following.version == 8


def test_an_update_that_cannot_be_folded_costs_a_fresh_picture() -> None:
    desk = Desk()
    desk.sit()
    desk.say(update(6, rooms.ReadyChanged(9, ready=True)))
    follow = desk.sent_one(messages.Follow)
    assert (follow.version, follow.tag) == (None, None)
    desk.say(followed(follow.id, 6, reason="asked"), snapshot(6, reason="asked"))
    assert desk.session.rooms[ROOM].sync is Sync.LIVE


def test_gaps_without_end_cost_the_line() -> None:
    desk = Desk()
    desk.sit()
    desk.say(update(7))
    desk.say(followed(desk.sent_one(messages.Follow).id, 9, reason=None))
    for version in range(8, 8 + 2 * (MAX_GAPS - 1), 2):
        desk.say(update(version))
        follow = desk.sent_one(messages.Follow)
        assert follow.version is None
        desk.say(followed(follow.id, version, reason="asked"), snapshot(version, reason="asked"))
        desk.events()
    desk.say(update(99))
    assert ROOM in desk.event(Broken).reason


def test_updates_that_never_can_be_folded_cost_a_picture_each_and_no_line() -> None:
    desk = Desk()
    desk.sit()
    for version in range(6, 16):
        desk.say(update(version, rooms.ReadyChanged(9, ready=True)))
        follow = desk.sent_one(messages.Follow)
        desk.say(followed(follow.id, version, reason="asked"), snapshot(version, reason="asked"))
    assert desk.session.counts.gaps == 10
    assert not any(isinstance(each, Broken) for each in desk.events())


def test_the_seat_was_taken_by_another_connection() -> None:
    desk = Desk()
    desk.sit()
    number = desk.command(ACT)
    desk.say(messages.Unfollowed(ROOM, "line_taken"))
    failed, ended = desk.events()
    assert isinstance(failed, Failed)
    assert failed.id == number
    assert isinstance(failed.error, LineTaken)
    assert ended == Ended(ROOM, failed.error)
    desk.cut()
    desk.greet()
    assert not any(isinstance(each, messages.Follow) for each in desk.sent())


def test_a_closed_room_and_one_without_spectators() -> None:
    for reason, kind in [("closed", RoomGone), ("watching_refused", WatchingRefused)]:
        desk = Desk()
        desk.sit()
        desk.say(messages.Unfollowed(ROOM, reason))
        error = desk.event(Ended).error
        assert type(error) is kind


def test_a_room_that_needs_a_newer_server_is_followed_on_the_next_line() -> None:
    desk = Desk()
    desk.sit()
    desk.command(ACT)
    desk.sent_one(messages.Act)
    desk.say(messages.Unfollowed(ROOM, "outdated"))
    (broken,) = desk.events()
    assert isinstance(broken, Broken)
    desk.cut()
    desk.greet()
    follow = desk.sent_one(messages.Follow)
    assert (follow.room, follow.version) == (ROOM, 5)
    desk.say(followed(follow.id, 5, reason=None))
    assert isinstance(desk.sent_one(messages.Act), messages.Act)


def test_a_room_that_went_while_the_line_was_cut() -> None:
    desk = Desk()
    desk.sit()
    number = desk.command(ACT)
    desk.cut()
    desk.greet()
    desk.events()
    desk.say(refusal(desk.sent_one(messages.Follow).id, ErrorCode.NO_SUCH_ROOM))
    failed, ended = desk.events()
    assert isinstance(failed, Failed)
    assert isinstance(ended, Ended)
    assert failed.id == number
    assert isinstance(failed.error, RoomGone)


def test_a_cut_before_the_first_picture() -> None:
    desk = Desk()
    desk.greet()
    number = desk.session.follow(ROOM, "events", desk.now)
    desk.sent()
    desk.say(followed(number, 5))
    desk.cut()
    desk.greet()
    desk.events()
    follow = desk.sent_one(messages.Follow)
    assert (follow.id, follow.version) == (number, None)
    desk.say(followed(number, 5), snapshot(5))
    assert Answered(number, Done(5)) in desk.events()


def test_a_picture_that_never_comes_costs_the_line_and_in_the_end_the_room() -> None:
    desk = Desk(Patience(answer_s=1.0, command_s=3.0))
    desk.greet()
    number = desk.session.follow(ROOM, "events", desk.now)
    desk.say(followed(number, 5))
    desk.later(1.0)
    desk.event(Broken)
    desk.cut()
    desk.greet()
    desk.later(2.0)
    error = desk.event(Ended).error
    assert isinstance(error, ResponseTimeout)


def test_a_following_that_the_server_forgot_is_made_again_within_a_bound() -> None:
    desk = Desk()
    desk.sit()
    number = desk.command(ACT)
    for _ in range(MAX_REFOLLOWS):
        desk.sent_one(messages.Act)
        desk.say(refusal(number, ErrorCode.NOT_FOLLOWING))
        follow = desk.sent_one(messages.Follow)
        desk.say(followed(follow.id, 5, reason=None))
    desk.sent_one(messages.Act)
    desk.events()
    desk.say(refusal(number, ErrorCode.NOT_FOLLOWING))
    assert desk.event(Failed).id == number


def test_following_again_changes_the_mode() -> None:
    desk = Desk()
    desk.sit()
    number = desk.session.follow(ROOM, "views", desk.now)
    assert desk.sent() == [messages.Follow(number, ROOM, "views")]


def test_a_cancelled_first_follow_is_dropped_and_a_later_one_is_not() -> None:
    desk = Desk()
    desk.greet()
    desk.session.forget(desk.session.follow(ROOM, "events", desk.now))
    assert ROOM not in desk.session.rooms
    desk = Desk()
    desk.sit()
    desk.session.forget(desk.session.follow(ROOM, "events", desk.now))
    assert ROOM in desk.session.rooms


def test_chat_and_watchers_are_handed_on() -> None:
    desk = Desk()
    desk.sit()
    line = messages.ChatLine(1, OTHER, "Bob", 1, "Hi", 0)
    desk.say(messages.ChatSaid(ROOM, line), messages.Watchers(ROOM, 4))
    assert desk.events() == [Heard(ROOM, Said(line)), Heard(ROOM, Watched(4))]
    assert desk.session.rooms[ROOM].watchers == 4


def test_commands_of_a_dropped_room_fail() -> None:
    desk = Desk()
    desk.sit()
    number = desk.command(ACT)
    desk.cut()
    desk.session.unfollow(ROOM, desk.now)
    failed = desk.event(Failed)
    assert failed.id == number
    assert type(failed.error) is RoomEnded


# --- Shuffles ---------------------------------------------------------------------------------

SEED = bytes(range(32))
CHAIN = fair.Chain.from_seed(SEED)
TIP = CHAIN.tip.hex()


def fair_desk(shown: rooms.RoomView) -> Desk:
    desk = Desk()
    desk.greet()
    number = desk.session.follow(ROOM, "events", desk.now, lambda: SEED)
    desk.sent()
    desk.say(followed(number, 5), snapshot(5, shown))
    desk.events()
    return desk


def test_a_seat_commits_its_tip_once() -> None:
    desk = fair_desk(view(Phase.WAITING))
    commit = desk.sent_one(messages.CommitTip)
    assert commit.tip == TIP
    desk.say(update(6, rooms.TipShown(0, TIP), answer=commit.id))
    desk.say(update(7))
    assert desk.sent() == []


def test_a_tip_comes_with_join() -> None:
    desk = fair_desk(view(Phase.WAITING, you=None))
    assert desk.sent() == []
    assert desk.session.tip(ROOM) == TIP
    number = desk.command(messages.Join(0, ROOM, None, TIP))
    desk.sent()
    joined = (rooms.Joined(0, ME, "Ada", True), rooms.TipShown(0, TIP))
    desk.say(update(6, *joined, answer=number))
    assert desk.sent() == []


def test_a_tip_that_is_not_taken_is_told_and_not_repeated() -> None:
    desk = fair_desk(view(Phase.WAITING))
    desk.say(refusal(desk.sent_one(messages.CommitTip).id, ErrorCode.BAD_TIP))
    assert isinstance(desk.event(Heard).news, Doubted)
    desk.say(update(6))
    assert desk.sent() == []
    assert desk.session.tip(ROOM) is None


def playing(**changes: Any) -> rooms.RoomView:
    return view(seats=(SeatView(ME, tip=TIP), SeatView(OTHER)), **changes)


def wanted(n: int, first_n: int) -> messages.LinkWanted:
    return messages.LinkWanted(ROOM, n, first_n, TIP, 3000)


def test_a_link_is_given_for_the_open_shuffle() -> None:
    desk = fair_desk(playing())
    desk.say(update(6, rooms.ShuffleOpened(1, (0,), (TIP, None))), wanted(1, 1))
    feed = desk.sent_one(messages.FeedLink)
    assert (feed.n, feed.link) == (1, CHAIN.link(1).hex())
    desk.events()
    missing = rooms.Shuffled(1, (0,))
    desk.say(update(7, rooms.LinkTaken(0), answer=feed.id), update(8, missing))
    news = [each.news for each in desk.events() if isinstance(each, Heard)]
    (doubted,) = [each for each in news if isinstance(each, Doubted)]
    assert "missing" in str(doubted.problem)
    assert desk.session.counts.doubts == 1


def test_a_link_that_is_asked_for_too_early_is_not_given() -> None:
    desk = fair_desk(playing())
    desk.say(wanted(1, 1))
    assert desk.sent() == []
    assert isinstance(desk.event(Heard).news, Doubted)


def test_a_link_that_is_asked_for_while_the_picture_is_old_waits_for_it() -> None:
    desk = fair_desk(playing())
    desk.say(update(7))
    follow = desk.sent_one(messages.Follow)
    desk.say(followed(follow.id, 7, reason=None), wanted(1, 1))
    assert desk.sent() == []
    desk.say(update(6), update(7, rooms.ShuffleOpened(1, (0,), (TIP, None))))
    assert desk.sent_one(messages.FeedLink).n == 1


def test_an_open_shuffle_in_a_picture_is_enough() -> None:
    desk = fair_desk(playing(shuffle=OpenShuffle(3, (0,), (TIP, None))))
    desk.say(wanted(3, 2))
    assert desk.sent_one(messages.FeedLink).link == CHAIN.link(2).hex()
