"""A room without a server: its core, driven by hand with a clock that stands still.

Each decision goes through the encoding of the state, as it would through the store. With `watch`
the views of all players and of a spectator are folded from the frames and compared after each step.
"""

import itertools
import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from kozyr_games.registry import GAMES
from kozyr_protocol import codec, messages
from kozyr_protocol.fair import Chain
from kozyr_protocol.games import WIRES
from kozyr_protocol.ids import ActionKey, GameKey, PlayerId, RoomId, Tag
from kozyr_protocol.rooms import Phase, RoomView
from kozyr_server.rooms import core, due, projection, resume, views
from kozyr_server.rooms.decision import (
    ByPlayer,
    Chance,
    Decision,
    LoseLine,
    Now,
    RoomOrder,
    TakeLine,
    Timer,
    Unchanged,
)
from kozyr_server.rooms.room import Line, Room, Seat, Table, decode, encode
from kozyr_server.store.model import Entry, ProcessId, StoredRoom

ROOM = RoomId("00aaaaaaaaaaaa")
PROCESS = ProcessId("0123456789ab")
HOST = PlayerId("host")
START_MS = 1_000_000

_CARD = re.compile(r"[2-9TJQKA][CDHS]|X[12]")


def player(number: int) -> PlayerId:
    """A player's id; his name is `Player NUMBER`."""
    return PlayerId(f"p{number}")


class Desk:
    """One room, its time, and the lines of its players."""

    def __init__(self, game: str = "twenty_nine", seed: int = 1, **create: Any) -> None:
        self.rng = random.Random(f"desk {game} {seed}")
        self.now_ms = START_MS
        self.decisions: list[Decision] = []
        self.entries: list[Entry] = []
        self.lines: dict[PlayerId, Line] = {}
        self.chains: dict[PlayerId, Chain] = {}
        self._numbers = itertools.count(1)
        self._watch: Watch | None = None
        command = messages.Create(
            id=1, key=ActionKey("k" * 16), game=GameKey(game), **{"public": True, **create}
        )
        decision = core.open_room(GAMES, ROOM, HOST, command, self.now, self.chance())
        self.table = self._applied(decision)

    # --- What is there

    @property
    def now(self) -> Now:
        return Now(self.now_ms, 1_767_225_600_000 + self.now_ms)

    @property
    def room(self) -> Room:
        return self.table.room

    @property
    def phase(self) -> Phase:
        return self.room.phase

    @property
    def last(self) -> Decision:
        return self.decisions[-1]

    def seat(self, who: PlayerId) -> Seat:
        return self.room.seats[self.index(who)]

    def index(self, who: PlayerId) -> int:
        found = self.table.seat_of(who)
        assert found is not None
        return found

    def told(self, kind: type[Any]) -> list[Any]:
        """The events of a kind in the last step."""
        return [one for one in self.last.happened if isinstance(one, kind)]

    def chance(self) -> Chance:
        return Chance(self.rng.randbytes(8).hex(), self.rng.randbytes(32))

    def line(self, who: PlayerId) -> Line:
        """The present line of a player; the first one where he has none."""
        if who not in self.lines:
            self.new_line(who)
        return self.lines[who]

    def new_line(self, who: PlayerId) -> Line:
        self.lines[who] = Line(PROCESS, next(self._numbers))
        return self.lines[who]

    # --- What is done

    def decide(self, order: RoomOrder) -> Decision | Unchanged:
        """Decide and keep the new table; a refusal is raised and leaves everything."""
        decided = core.decide(GAMES, self.table, order, self.now, self.chance())
        if isinstance(decided, Decision):
            self.table = self._applied(decided)
        return decided

    def by(self, who: PlayerId, command: Any, *, is_house: bool = False) -> Decision | Unchanged:
        order = ByPlayer(who, f"Player {who[1:]}", self.line(who), command, is_house)
        return self.decide(order)

    def join(
        self, who: PlayerId, seat: int | None = None, tip: str | None = None
    ) -> Decision | Unchanged:
        return self.by(who, messages.Join(id=1, room=ROOM, seat=seat, tip=tip))

    def join_with_chain(self, who: PlayerId) -> None:
        self.chains[who] = Chain.from_seed(self.rng.randbytes(32))
        self.join(who, tip=self.chains[who].tip.hex())

    def ready(self, who: PlayerId, ready: bool = True) -> Decision | Unchanged:
        return self.by(who, messages.SetReady(id=1, room=ROOM, ready=ready))

    def leave(self, who: PlayerId) -> Decision | Unchanged:
        return self.by(who, messages.Leave(id=1, room=ROOM))

    def start(self, who: PlayerId = HOST) -> Decision | Unchanged:
        return self.by(who, messages.Start(id=1, room=ROOM))

    def rematch(self, who: PlayerId) -> Decision | Unchanged:
        return self.by(who, messages.Rematch(id=1, room=ROOM))

    def tip(self, who: PlayerId, tip: str | None) -> Decision | Unchanged:
        return self.by(who, messages.CommitTip(id=1, room=ROOM, tip=tip))

    def link(self, who: PlayerId, n: int, link: str) -> Decision | Unchanged:
        return self.by(who, messages.FeedLink(id=1, room=ROOM, n=n, link=link))

    def feed(self, who: PlayerId) -> Decision | Unchanged:
        """The right link for the open shuffle."""
        assert self.room.play is not None
        wanted = views.link_wanted(self.room, self.index(who), self.now_ms)
        assert wanted is not None
        chain = self.chains[who]
        assert wanted.tip == chain.tip.hex()
        return self.link(who, wanted.n, chain.link(wanted.n - wanted.first_n + 1).hex())

    def act(
        self, who: PlayerId, action: Any, prompt: int | None = None, key: str | None = None
    ) -> Decision | Unchanged:
        command = messages.Act(
            id=1,
            room=ROOM,
            prompt=self.seat(who).prompt if prompt is None else prompt,
            key=ActionKey(key or self.rng.randbytes(8).hex()),
            action=codec.pack(action),
        )
        return self.by(who, command)

    def take(self, who: PlayerId) -> Decision | Unchanged:
        """The player follows on a new connection."""
        return self.decide(TakeLine(who, self.new_line(who)))

    def lose(self, who: PlayerId) -> Decision | Unchanged:
        return self.decide(LoseLine(self.line(who)))

    def timer(self) -> Decision | Unchanged:
        return self.decide(Timer())

    def until_due(self) -> Decision | Unchanged:
        """Let the time pass to the next thing that is due, and do it."""
        self.now_ms = max(self.now_ms, due.next_ms(self.room))
        return self.timer()

    # --- Whole games

    def seated(self, count: int, *, chains: int = 0) -> list[PlayerId]:
        """Let players sit, the first ones with chains of links."""
        players = [player(number) for number in range(count)]
        for number, who in enumerate(players):
            if number < chains:
                self.join_with_chain(who)
            else:
                self.join(who)
        return players

    def begun(self, count: int, *, chains: int = 0) -> list[PlayerId]:
        """Let players sit, be ready and begin."""
        players = self.seated(count, chains=chains)
        for who in players:
            self.ready(who)
        if self.phase is Phase.WAITING:
            self.start()
        return players

    def acting(self) -> list[PlayerId]:
        """Who is to act, by seat."""
        return [s.player for s in self.room.seats if s.prompt and s.player is not None]

    def play_one(self, who: PlayerId) -> Decision | Unchanged:
        """A legal action drawn at random."""
        spec = GAMES[self.room.game]
        legal = spec.legal_actions(self.table.state, self.index(who))
        return self.act(who, self.rng.choice(legal))

    def step(self) -> None:
        """Feed a wanted link, or play an action."""
        play = self.room.play
        if play is not None and play.pending is not None:
            waiting = [i for i in play.pending.seats if i not in play.pending.links]
            who = self.room.seats[waiting[0]].player
            assert who is not None
            self.feed(who)
        else:
            self.play_one(self.rng.choice(self.acting()))

    def play_out(self, bound: int = 20_000) -> None:
        """Play the game to its end."""
        for _ in range(bound):
            if self.phase is not Phase.PLAYING:
                return
            self.now_ms += 10
            self.step()
        raise AssertionError("the game does not end")

    def play_on(self, bound: int = 20_000) -> None:
        """The same; the clock plays for those who have left."""
        for _ in range(bound):
            if self.phase is not Phase.PLAYING:
                return
            seat = next((s for s in self.room.seats if s.prompt), None)
            if seat is None or seat.player is None or seat.left:
                self.until_due()
            else:
                self.now_ms += 10
                self.play_one(seat.player)
        raise AssertionError("the game does not end")

    # --- House bots

    def claim(self, who: PlayerId, seat: int) -> Decision | Unchanged:
        """A house bot takes a seat that it was offered."""
        return self.by(who, messages.StandIn(id=1, room=ROOM, seat=seat), is_house=True)

    def act_in(self, who: PlayerId, seat: int, key: str | None = None) -> Decision | Unchanged:
        """A stand-in plays a legal action drawn at random."""
        legal = GAMES[self.room.game].legal_actions(self.table.state, seat)
        command = messages.Act(
            id=1,
            room=ROOM,
            prompt=self.room.seats[seat].prompt,
            key=ActionKey(key or self.rng.randbytes(8).hex()),
            action=codec.pack(self.rng.choice(legal)),
        )
        return self.by(who, command, is_house=True)

    def watch(self) -> "Watch":
        """From now on compare all folded views after each step."""
        self._watch = Watch(self)
        return self._watch

    def _applied(self, decision: Decision) -> Table:
        after = decision.after
        entry = projection.entry(GAMES[after.room.game], decision)
        self.decisions.append(decision)
        self.entries.append(entry)
        stored = StoredRoom(after.version, Tag(after.tag), encode(after.room))
        table = decode(stored, GAMES)
        assert encode(table.room) == stored.state
        if self._watch is not None:
            self._watch.step(table, entry, decision)
        return table


class Watch:
    """Views of a spectator (None) and of each player, moved by frames alone."""

    def __init__(self, desk: Desk) -> None:
        table = desk.table
        self.desk = desk
        self.games = GAMES
        self.roles: dict[PlayerId | None, int | None] = {None: None}
        self.views: dict[PlayerId | None, RoomView] = {None: self._view(table, None)}
        self.steps = 0
        self._enter(table)

    def step(self, table: Table, entry: Entry, decision: Decision) -> None:
        """Fold a step for everybody, compare, and look for cards that nobody may see."""
        self.steps += 1
        wanted_by = set(entry.wants)
        taking_part = set()
        if table.room.play is not None and table.room.play.pending is not None:
            taking_part = set(table.room.play.pending.seats)
        assert wanted_by <= taking_part
        assert all(frame != entry.shared for frame in entry.seats.values())
        self._enter(table)
        for who, was in list(self.roles.items()):
            role = None if who is None else self._role(table, who)
            frame = resume.frame(entry, role if was is not None else None)
            view = self._folded(self.views[who], frame, entry)
            if (was is None) != (role is None):
                view = self._view(table, role)
            assert_no_hidden_card(table, role if was is not None else None, frame)
            expected = self._view(table, role)
            assert codec.encode(view) == codec.encode(expected), (entry.label, who, view, expected)
            self.roles[who], self.views[who] = role, view

    def _enter(self, table: Table) -> None:
        """Who sits for the first time has watched until then."""
        held = [seat.stand_in.player for seat in table.room.seats if seat.stand_in is not None]
        for player in (*held, *(seat.player for seat in table.room.seats)):
            if player is not None and player not in self.roles:
                self.roles[player] = None
                self.views[player] = self.views[None]

    def _role(self, table: Table, who: PlayerId) -> int | None:
        return table.role_of(who, self.desk.lines.get(who))

    def _view(self, table: Table, role: int | None) -> RoomView:
        return msgspec.msgpack.decode(
            codec.encode(views.room_view(self.games, table, role)), type=RoomView
        )

    def _folded(self, view: RoomView, frame: bytes, entry: Entry) -> RoomView:
        update = codec.decode_server(frame)
        assert isinstance(update, messages.Update)
        assert (update.version, update.tag) == (entry.version, entry.tag)
        assert update.answer is None
        assert update.view is None
        for event in update.events:
            view = codec.fold(view, event, WIRES[view.game].fold_raw)
        return view


def assert_no_hidden_card(table: Table, role: int | None, frame: bytes) -> None:
    """Fail where a frame has a card that the role cannot know by now."""
    if table.state is None or table.room.phase is not Phase.PLAYING:
        return
    hidden = {
        card
        for zone in GAMES[table.room.game].zones(table.state)
        if zone.seen_by is not None and role not in zone.seen_by
        for card in zone.cards
    }
    shown = set(cards_in(_since_the_deal(msgspec.msgpack.decode(frame))))
    assert not hidden & shown, f"role {role} sees {sorted(hidden & shown)}"


def _since_the_deal(message: dict[str, Any]) -> dict[str, Any]:
    """Without what an update says of an earlier deal or of the draw, when all cards were shown."""
    events = message.get("events", [])
    ends = [i for i, event in enumerate(events) if event["type"] == "fairness"]
    return {**message, "events": events[ends[-1] + 1 :] if ends else events}


def cards_in(value: Any) -> Iterator[str]:
    """All texts that are cards, but for those on score sheets."""
    if isinstance(value, dict):
        for name, each in value.items():
            if name != "sheet":
                yield from cards_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from cards_in(each)
    elif isinstance(value, str) and _CARD.fullmatch(value):
        yield value


def with_clock(room: Room, **changes: Any) -> Room:
    """The room with another clock."""
    return replace(room, clock=replace(room.clock, **changes))
