"""One bot in its seat, against a scripted server (`kozyr_bots.seat`)."""

import asyncio
from random import Random

import pytest

from kozyr_bots.errors import GameLostError, PolicyError, RefusedTooOftenError
from kozyr_bots.policies import registry
from kozyr_bots.seat import MAX_REFUSALS, BotSeat
from kozyr_client import Client, Room, connect
from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.games import twenty_nine
from kozyr_protocol.record import Ended
from kozyr_protocol.rooms import Closed, GameEnded, Phase, ReadyChanged, Reopened
from kozyr_testing.sdk import (
    PLAYS,
    ROOM,
    Line,
    ScriptedServer,
    followed,
    played,
    refusal,
    snapshot,
    update,
    view,
)

OVER = GameEnded(Ended.COMPLETE, (12, 7), (0,), None, f"{ROOM}-1")


def _never(_: Room) -> bool:
    return False


async def _seat(client: Client, policy: str = "simple") -> BotSeat:
    return BotSeat(client, await client.follow(ROOM), policy, (0, 0), Random(1))


async def test_a_seat_that_was_asked_for_without_an_answer_is_given_up() -> None:
    heard = asyncio.Event()

    async def script(line: Line) -> None:
        await line.greet()
        follow = await line.hear(messages.Follow)
        await line.say(followed(follow.id, 1), snapshot(1, view(Phase.WAITING, you=None)))
        await line.hear(messages.Join)
        heard.set()
        leave = await line.hear(messages.Leave)
        await line.say(messages.Ok(leave.id))
        await line.until_closed()

    async with ScriptedServer(script) as server, connect(server.url) as client:
        bot = await _seat(client)
        sitting = asyncio.create_task(bot.sit())
        await heard.wait()
        sitting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sitting
        await asyncio.wait_for(bot.leave(), 10)


async def test_it_acts_until_the_game_is_over() -> None:
    acts: list[messages.Act] = []

    async def script(line: Line) -> None:
        await line.greet()
        await line.picture(prompt=5)
        acts.append(await line.hear(messages.Act))
        answer = acts[0].id
        await line.say(update(6, played("5C", 1), prompt=None, answer=answer))
        await line.say(update(7, played("KD", 0), prompt=7))
        acts.append(await line.hear(messages.Act))
        await line.say(update(8, OVER, answer=acts[1].id))
        await line.until_closed()

    async with ScriptedServer(script) as server, connect(server.url) as client:
        bot = await _seat(client)
        await bot.play(1, _never, is_leader=True)
        assert bot.actions == 2
    assert [(each.prompt, each.action) for each in acts] == [(5, PLAYS[0]), (7, PLAYS[0])]


@pytest.mark.parametrize("code", [ErrorCode.STALE, ErrorCode.ILLEGAL])
async def test_a_refused_action_has_the_prompt_read_again(code: ErrorCode) -> None:
    async def script(line: Line) -> None:
        await line.greet()
        await line.picture(prompt=5)
        act = await line.hear(messages.Act)
        await line.say(refusal(act.id, code, prompt=6))
        follow = await line.hear(messages.Follow)
        assert follow.version == 5
        await line.say(followed(follow.id, 6, reason=None), update(6, prompt=6))
        again = await line.hear(messages.Act)
        assert (again.prompt, again.key == act.key) == (6, False)
        await line.say(update(7, OVER, answer=again.id))
        await line.until_closed()

    async with ScriptedServer(script) as server, connect(server.url) as client:
        bot = await _seat(client)
        await bot.play(1, _never, is_leader=False)
        assert bot.actions == 1


async def test_a_server_that_refuses_on_and_on_is_given_up() -> None:
    refused: list[messages.Act] = []

    async def script(line: Line) -> None:
        await line.greet()
        await line.picture(prompt=5)
        while True:
            refused.append(await line.hear(messages.Act))
            await line.say(refusal(refused[-1].id, ErrorCode.ILLEGAL))
            if len(refused) == MAX_REFUSALS:
                break
            follow = await line.hear(messages.Follow)
            await line.say(followed(follow.id, 5, reason=None))
        await line.until_closed()

    async with ScriptedServer(script) as server, connect(server.url) as client:
        bot = await _seat(client)
        with pytest.raises(RefusedTooOftenError, match="8 actions refused in a row"):
            await bot.play(1, _never, is_leader=False)
        assert bot.actions == 0


async def test_the_leader_asks_for_the_rematch_and_all_are_ready_again() -> None:
    async def script(line: Line) -> None:
        await line.greet()
        over = view(Phase.FINISHED, ended=Ended.COMPLETE, record=f"{ROOM}-1")
        await line.picture(prompt=None, shown=over)
        rematch = await line.hear(messages.Rematch)
        await line.say(update(6, Reopened(2, "f" * 64, {}), answer=rematch.id))
        ready = await line.hear(messages.SetReady)
        assert ready.ready
        await line.say(update(7, ReadyChanged(0, ready=True), answer=ready.id))
        # Somebody else plays on: the games of this bot are over.
        await line.say(update(8, Reopened(3, "f" * 64, {})))
        await line.until_closed()

    async with ScriptedServer(script) as server, connect(server.url) as client:
        bot = await _seat(client)
        await bot.play(2, _never, is_leader=True)


async def test_a_room_that_closes_is_said() -> None:
    async def script(line: Line) -> None:
        await line.greet()
        await line.picture(prompt=None)
        await line.say(update(6, Closed("idle")))
        await line.until_closed()

    async with ScriptedServer(script) as server, connect(server.url) as client:
        bot = await _seat(client)
        with pytest.raises(GameLostError, match="was closed"):
            await bot.play(1, _never, is_leader=False)


async def test_a_choice_that_is_not_legal_is_never_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(line: Line) -> None:
        await line.greet()
        await line.picture(prompt=5)
        await line.until_closed()

    general = {**registry.GENERAL, "cheat": lambda *_: twenty_nine.Play("AS")}
    monkeypatch.setattr(registry, "GENERAL", general)
    async with ScriptedServer(script) as server, connect(server.url) as client:
        bot = await _seat(client, "cheat")
        with pytest.raises(PolicyError, match="'cheat' chose an action that is not legal"):
            await bot.play(1, _never, is_leader=False)
