"""Finished games as the ratings see them, and whether these equal a recount."""

import random

import msgspec
from msgspec import Raw

from kozyr_protocol.fair import Fairness
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.record import By, Ended, Record, RecordAction, RecordDeal, RecordSeat
from kozyr_server.ratings import reckoning
from kozyr_server.ratings.keeper import Keeper, packed
from kozyr_server.store.client import RedisStore, StoreOptions
from kozyr_server.store.model import FinishedGame
from kozyr_testing.steps import room_id, step

OPTIONS = StoreOptions(durability="everysec")
PLAYERS = [f"p{name * 16}" for name in "abcdefgh"]


def keeper(store: RedisStore) -> Keeper:
    return Keeper(store, behind_ms=-1)


def played(stood_in: int) -> RecordDeal:
    """A deal in which a stand-in made so many of the four actions of the first seat."""
    play = Raw(b'{"type":"play","card":"AS"}')
    by = [By.STAND_IN] * stood_in + [By.PLAYER] * (4 - stood_in)
    return RecordDeal(
        number=1,
        dealer=0,
        hands=(),
        scores=(),
        detail={},
        actions=tuple(RecordAction(0, play, number, who) for number, who in enumerate(by)),
        fairness=Fairness(1, "", "", (), (), ()),
    )


async def file(store: RedisStore, number: int, rng: random.Random) -> Record:
    """End one game between some of the players, with or without a stand-in."""
    deal = played(rng.choice((0, 0, 2, 3)))
    count = rng.randint(3, 5)
    totals = tuple(rng.randint(0, 5) for _ in range(count))
    room = room_id(number)
    record = Record(
        game=rng.choice(["oh_well", "knaves"]),
        rules=1,
        preset=None,
        ended=Ended.COMPLETE,
        options={},
        room=room,
        seats=tuple(
            RecordSeat(f"name {each}", "human", player=each) for each in rng.sample(PLAYERS, count)
        ),
        started="2026-01-01T00:00:00Z",
        finished=f"2026-01-01T01:{number // 60 % 60:02}:{number % 60:02}.000Z",
        draw=None,
        totals=totals,
        winners=tuple(seat for seat, total in enumerate(totals) if total == max(totals)),
        settlement=None,
        public=rng.random() < 0.8,
        deals=(deal,),
    )
    head = msgspec.json.decode(msgspec.json.encode(record))
    del head["deals"]
    line = msgspec.json.encode(head)
    game = FinishedGame(f"{room}-1", line, record.public)
    await store.commit(step(room, state=None, game=game, deal=msgspec.json.encode(deal)))
    return record


async def all_taken(*keepers: Keeper) -> None:
    while sum([await each.round() for each in keepers]):
        pass


async def are_as_recounted(store: RedisStore, games: list[Record]) -> None:
    expected = reckoning.recount(games)
    for game, standings in expected.items():
        kept = await store.ratings.standings(game, [PlayerId(each) for each in PLAYERS])
        assert kept == {player: packed(standing) for player, standing in standings.items()}
        board = await store.ratings.leaderboard(game, 0, 50)
        listed = {p: s.points for p, s in standings.items() if s.games >= reckoning.LISTED_AFTER}
        assert {line.player: line.points for line in board} == listed
        points = [line.points for line in board]
        assert points == sorted(points, reverse=True)
