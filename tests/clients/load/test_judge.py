"""What is judged, on streams made by hand.

Of `kozyr_load.judge`: masks, picture, ring, room, violation, witness, court; `records` is judged in
`test_records.py`.
"""

from typing import Any

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from kozyr_load.counts import Counts
from kozyr_load.judge import masks
from kozyr_load.judge.court import ALL_ROOMS, EACH_ROOM, Court
from kozyr_load.judge.ring import MASK, Ring
from kozyr_load.judge.room import RoomJudge
from kozyr_load.judge.violation import Kind, Violation
from kozyr_load.judge.witness import Witness
from kozyr_protocol import codec
from kozyr_protocol.games import oh_well, twenty_nine
from kozyr_protocol.games.gin_rummy import View as GinView
from kozyr_protocol.ids import GameKey, RoomId, Tag
from kozyr_protocol.messages import Followed, Prompts, Snapshot, Turn, Update
from kozyr_protocol.rooms import ClockView, GameHappened, Phase, RoomView, SeatView

ROOM = RoomId("48ftkfsjvfnapc")
HANDS = (("7H", "AS"), ("2C", "KD"))


def _view(seat: int | None) -> RoomView:
    hand = None if seat is None else HANDS[seat]
    table = twenty_nine.View(1, 0, 0, hand, (2, 2), 0, (), 0, 0, (0, 0), (0, 0), (0, 0), (), None)
    return RoomView(
        room=ROOM,
        game=GameKey("twenty_nine"),
        preset=None,
        name="Table",
        public=True,
        spectators=True,
        phase=Phase.PLAYING,
        host=None,
        capacity=2,
        clock=ClockView(),
        options={},
        seats=(SeatView(name="a"), SeatView(name="b")),
        you=seat,
        game_no=1,
        tip=None,
        table=codec.pack(table),
    )


def _prompts(seat: int, version: int, now_ms: int = 0, **changes: Any) -> Prompts:
    turn = Turn(seat, version, "play", now_ms + 1000)
    return Prompts(now_ms, (replace(turn, **changes),))


def _snapshot(seat: int | None, version: int = 10, reason: str = "first") -> Snapshot:
    return Snapshot(ROOM, version, _tag(version), reason, _view(seat), _prompts(0, 9))


def _tag(version: int) -> Tag:
    return Tag(f"{version:016x}")


def _played(version: int, seat: int, card: str, **more: Any) -> Update:
    turn = 1 - seat
    event = {"type": "played", "seat": seat, "card": card, "total": 7, "turn": turn, **more}
    happened = codec.pack(GameHappened(codec.pack(event)))
    return Update(ROOM, version, _tag(version), (happened,), _prompts(turn, version, version))


class Bench:
    """A room with two players and a spectator, who all have the same first picture."""

    def __init__(self) -> None:
        self.told: list[Violation] = []
        self.now_s = 0.0
        self.counts = Counts()
        court = Court(self.counts, self.told.append, lambda: self.now_s)
        self.judge = RoomJudge(court, ROOM, "twenty_nine")
        self.players = [Witness(self.judge, f"p{seat}", "events", 8) for seat in range(2)]
        self.watcher = Witness(self.judge, "w", "events", 8)
        self.all = [*self.players, self.watcher]
        for seat, witness in zip((0, 1, None), self.all, strict=True):
            witness.snapshot(_snapshot(seat))

    @property
    def kinds(self) -> list[Kind]:
        return [each.kind for each in self.told]


def test_a_right_stream_has_nothing_to_tell() -> None:
    bench = Bench()
    for version, seat, card in ((11, 0, "7H"), (12, 1, "2C"), (13, 0, "AS")):
        for witness in bench.all:
            witness.update(_played(version, seat, card))
    assert bench.told == []
    assert bench.counts.numbers["judged.versions"] == 4
    assert bench.counts.numbers["judged.pictures"] == 8


def test_a_gap_and_a_repeat_are_told() -> None:
    bench = Bench()
    bench.players[0].update(_played(11, 0, "7H"))
    bench.players[0].update(_played(13, 0, "AS"))
    bench.players[0].update(_played(12, 1, "2C"))
    assert bench.kinds == [Kind.GAP, Kind.REPEAT]
    assert bench.told[0].message == "p0 was sent version 13 after 11"
    assert (bench.told[0].room, bench.told[0].version) == (ROOM, 13)


def test_another_picture_of_the_same_version_is_told() -> None:
    bench = Bench()
    bench.players[0].update(_played(11, 0, "7H"))
    bench.watcher.update(_played(11, 0, "7H", total=8))
    assert bench.kinds == [Kind.PICTURE]


def test_another_tag_of_the_same_version_is_told_unless_the_room_was_rolled_back() -> None:
    bench = Bench()
    other = replace(_played(11, 0, "7H"), tag=Tag("f" * 16))
    bench.players[0].update(_played(11, 0, "7H"))
    bench.watcher.update(other)
    assert bench.kinds == [Kind.HISTORY]
    bench.players[0].snapshot(_snapshot(0, 10, "rolled_back"))
    for witness in (bench.players[0], bench.players[1]):
        witness.update(other)
    assert bench.kinds == [Kind.HISTORY]


@pytest.mark.parametrize("field", ["card", "hint"])
def test_a_card_of_another_hand_is_told_in_whatever_field(field: str) -> None:
    bench = Bench()
    leaking = _played(11, 0, "AS") if field == "card" else _played(11, 0, "7H", hint="AS")
    for witness, update in zip(
        bench.all, (_played(11, 0, "7H"), leaking, _played(11, 0, "7H")), strict=True
    ):
        witness.update(update)
    assert Kind.LEAK in bench.kinds
    leak = next(each for each in bench.told if each.kind is Kind.LEAK)
    assert leak.message == "p1 was shown AS in the hand of p0"
    assert set(leak.frames) == {"p0", "p1", "w"}


def test_a_card_that_is_shown_before_its_owner_has_it_is_told_when_he_has() -> None:
    bench = Bench()
    bench.watcher.update(_played(11, 0, "7H", stock=["QS"]))
    for player in bench.players:
        player.update(_played(11, 0, "7H"))
    assert bench.kinds == []
    hand = codec.pack(
        GameHappened(codec.pack({"type": "hand", "seat": 1, "cards": ["2C", "KD", "QS"]}))
    )
    bench.watcher.update(Update(ROOM, 12, _tag(12), ()))
    bench.players[1].update(Update(ROOM, 12, _tag(12), (hand,)))
    assert bench.kinds == [Kind.LEAK]


def test_cards_of_the_deal_before_may_be_in_any_hand_of_the_next() -> None:
    bench = Bench()
    row = {
        "deal": 1,
        "dealer": 0,
        "scores": [0, 0],
        "totals": [0, 0],
        "detail": {"jacks": ["7H"]},
        "check": None,
    }
    scored = {"type": "deal_scored", "reason": "stuck", "seat": 0, "aside": [], "row": row}
    scored["hands"] = [list(hand) for hand in HANDS]
    dealt = {"type": "dealt", "deal": 2, "dealer": 1, "turn": 0, "counts": [2, 2], "aside": 0}
    shared = [codec.pack(GameHappened(codec.pack(each))) for each in (scored, dealt)]
    for seat, witness in zip((0, 1, None), bench.all, strict=True):
        events = list(shared)
        if seat is not None:
            # The hands have changed places.
            hand = {"type": "hand", "seat": seat, "cards": list(HANDS[1 - seat])}
            events.append(codec.pack(GameHappened(codec.pack(hand))))
        witness.update(Update(ROOM, 11, _tag(11), tuple(events)))
    assert bench.kinds == []


def test_foreign_legal_actions_are_told() -> None:
    bench = Bench()
    legal = (codec.pack({"type": "play", "card": "7H"}),)
    update = _played(11, 1, "2C")
    bench.watcher.update(replace(update, prompts=_prompts(0, 11, 11, legal=legal)))
    assert Kind.LEAK in bench.kinds


def test_clocks_are_sane() -> None:
    bench = Bench()
    player = bench.players[0]
    player.update(replace(_played(11, 0, "7H"), prompts=_prompts(1, 11, 5000)))
    player.update(replace(_played(12, 1, "2C"), prompts=_prompts(0, 12, 4950)))
    assert bench.kinds == [], "several servers differ by some ms"
    player.update(replace(_played(13, 0, "AS"), prompts=_prompts(1, 13, 4000)))
    assert bench.kinds == [Kind.CLOCK]
    late = _prompts(1, 14, 5000, deadline_ms=4999)
    player.update(Update(ROOM, 14, _tag(14), (), late))
    assert bench.kinds == [Kind.CLOCK] * 2


def test_a_resume_goes_on_where_it_was() -> None:
    bench = Bench()
    player = bench.players[0]
    player.followed(Followed(1, ROOM, "events", 0, 12, _tag(12), 100, None))
    player.update(_played(11, 0, "7H"))
    player.update(_played(12, 1, "2C"))
    player.followed(Followed(2, ROOM, "events", 0, 11, _tag(11), 110, None))
    assert bench.kinds == [Kind.HISTORY]


def test_by_views_a_resume_leaps_once() -> None:
    bench = Bench()
    watcher = Witness(bench.judge, "v", "views", 8)
    watcher.snapshot(_snapshot(None))
    watcher.followed(Followed(1, ROOM, "views", None, 14, _tag(14), 0, None))
    watcher.update(Update(ROOM, 14, _tag(14), (), None, _view(None)))
    assert bench.kinds == []
    watcher.update(Update(ROOM, 16, _tag(16), (), None, _view(None)))
    assert bench.kinds == [Kind.GAP]


def test_refusals_and_silence_are_told() -> None:
    bench = Bench()
    bench.players[0].refused("the suit led is followed")
    bench.players[0].unanswered("`act`", 31)
    bench.players[0].unreadable("truncated")
    assert bench.kinds == [Kind.REFUSED, Kind.UNANSWERED, Kind.UNREADABLE]


def test_a_frame_that_cannot_be_folded_is_told() -> None:
    bench = Bench()
    bench.watcher.update(Update(ROOM, 11, _tag(11), (Raw(b"\x93\x01\x02\x03"),)))
    assert bench.kinds == [Kind.UNREADABLE]


def test_only_the_first_of_a_kind_are_told_with_frames_and_all_are_counted() -> None:
    told: list[Violation] = []
    counts = Counts()
    court = Court(counts, told.append, lambda: 1.5)
    for room in range(ALL_ROOMS):
        for _ in range(EACH_ROOM + 1):
            court.report(Kind.GAP, "a gap", room=f"r{room}")
    assert len(told) == ALL_ROOMS
    assert counts.numbers["violations.gap"] == ALL_ROOMS * (EACH_ROOM + 1)
    assert told[0].at_s == 1.5


def test_a_ring_keeps_the_last_frames_and_no_secret() -> None:
    ring = Ring(3)
    token, key = "T" * 43, "Jx3vQ0cW8rT5yLmZ"
    for number in range(5):
        ring.put(number, "heard", bytes(codec.pack({"type": "ok", "id": number})))
    ring.put(5, "sent", bytes(codec.pack({"type": "hello", "token": token})))
    ring.put(6, "sent", bytes(codec.pack({"type": "act", "key": key, "prompt": 3})))
    shown = ring.shown()
    assert [each["at_s"] for each in shown] == [4, 5, 6]
    assert shown[1]["message"]["token"] == MASK
    assert shown[2]["message"] == {"type": "act", "key": "Jx3vQ0…", "prompt": 3}
    assert token not in str(shown)
    ring.put(7, "heard", b"\xc1")
    assert ring.shown()[-1]["message"] == {"unreadable": "c1"}


def test_masks_are_sets_of_cards() -> None:
    assert masks.names(masks.mask(("KH", "2C", "X1", "no card"))) == ["2C", "KH", "X1"]
    value = {"a": ["KH", {"b": "AS"}], "sheet": ["QD"], "name": "Anna"}
    assert masks.names(masks.shown(value)) == ["KH", "AS"]
    assert masks.mask(None) == 0


def test_a_card_taken_from_the_discards_is_known_to_all() -> None:
    blank: dict[str, Any] = {
        name: None for name in GinView.__struct_fields__ if name not in {"known", "hand"}
    }
    gin = GinView(**blank, known=(("KH",), ()), hand=("KH", "2C"))
    assert masks.names(masks.open_cards(gin, 0)) == ["KH"]
    assert masks.open_cards(gin, 1) == 0


def test_a_bid_that_is_not_yet_shown_is_nobody_elses() -> None:
    blank: dict[str, Any] = dict.fromkeys(oh_well.View.__struct_fields__)
    own = oh_well.View(**(blank | {"bids": (2, None), "hand": ("KH",)}))
    other = oh_well.View(**(blank | {"bids": (None, None), "hand": ()}))
    options = {"bidding": "simultaneous"}
    assert masks.public(own, options) == masks.public(other, options)
    assert masks.public(own, {}) != masks.public(other, {})
    assert masks.public(None, {}) is None
    assert msgspec.to_builtins(masks.public(own, {}))["hand"] is None
