"""What is told of a room, against a scripted server (`kozyr_bots.watch`)."""

import pytest

from kozyr_bots.errors import GameLostError
from kozyr_bots.plan import Progress, Result
from kozyr_bots.watch import Watch
from kozyr_client import connect
from kozyr_protocol import messages
from kozyr_protocol.codec import pack
from kozyr_protocol.games import twenty_nine
from kozyr_protocol.record import Ended
from kozyr_protocol.rooms import GameEnded, GameStarted, Phase, Reopened
from kozyr_testing.sdk import ROOM, Line, ScriptedServer, followed, snapshot, table, update, view

OVER = GameEnded(Ended.COMPLETE, (12, 7), (0,), None, f"{ROOM}-1")


class Heard:
    def __init__(self) -> None:
        self.progress: list[Progress] = []
        self.results: list[Result] = []

    def moved(self, progress: Progress) -> None:
        self.progress.append(progress)

    def ended(self, result: Result) -> None:
        self.results.append(result)


async def test_games_are_told_one_after_the_other() -> None:
    async def script(line: Line) -> None:
        await line.greet()
        await line.picture()
        started = GameStarted((0, 1), {}, pack(table()))
        again = GameEnded(Ended.ABANDONED, (0, 0), (0, 1), None, f"{ROOM}-2")
        await line.say(update(6), update(7, OVER), update(8, Reopened(2, "f" * 64, {})))
        await line.say(update(9, started), update(10, again))
        await line.until_closed()

    heard, actions = Heard(), iter(range(0, 100, 10))
    async with ScriptedServer(script) as server, connect(server.url) as client:
        watch = Watch(await client.follow(ROOM), heard, lambda: next(actions))
        await watch.until_game(2)
    assert watch.results == heard.results
    first, second = heard.results
    assert (first.game_no, first.record, first.ended) == (1, f"{ROOM}-1", "complete")
    assert (first.public, second.public) == (True, True)
    assert (first.names, first.totals, first.winners) == (("Ada", "Bob"), (12, 7), (0,))
    assert (second.game_no, second.record, second.ended) == (2, f"{ROOM}-2", "abandoned")
    assert first.actions + second.actions < 100
    assert {each.phase for each in heard.progress} >= {"playing", "waiting", "finished"}
    assert heard.progress[-2].deal == 1
    assert heard.progress[-1].game_no == 2


async def test_an_end_between_two_pictures_is_told() -> None:
    result = twenty_nine.GameOver((12, 7), (0,), None, Ended.COMPLETE)
    shown = pack(twenty_nine.WIRE.fold(table(), result))
    over = view(Phase.FINISHED, ended=Ended.COMPLETE, record=f"{ROOM}-1", table=shown)

    async def first(line: Line) -> None:
        await line.greet()
        await line.picture()
        line.cut()

    async def second(line: Line) -> None:
        await line.greet()
        follow = await line.hear(messages.Follow)
        await line.say(followed(follow.id, 9, reason="too_old"))
        await line.say(snapshot(9, over, reason="too_old"))
        await line.until_closed()

    heard = Heard()
    async with ScriptedServer(first, second) as server, connect(server.url) as client:
        await Watch(await client.follow(ROOM), heard, lambda: 0).until_game(1)
    assert [(each.totals, each.winners) for each in heard.results] == [((12, 7), (0,))]


async def test_a_room_that_goes_away_is_said() -> None:
    async def script(line: Line) -> None:
        await line.greet()
        await line.picture()
        await line.say(messages.Unfollowed(ROOM, "closed"))
        await line.until_closed()

    async with ScriptedServer(script) as server, connect(server.url) as client:
        watch = Watch(await client.follow(ROOM), Heard(), lambda: 0)
        with pytest.raises(GameLostError):
            await watch.until_game(1)
