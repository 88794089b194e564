"""A room as a program sees it, `kozyr_client.room`, over a session without sockets."""

import asyncio
from collections.abc import Callable

import pytest

from kozyr_client.commands import Command
from kozyr_client.errors import LineTaken, NotOnTurn, Refused, RoomGone
from kozyr_client.events import Answer, Counts, Done
from kozyr_client.following import Changed, Following, Fresh, Turn
from kozyr_client.room import Inbox, Room, Turns
from kozyr_protocol import messages, rooms
from kozyr_protocol.codec import pack, unpack
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.games import WIRES, twenty_nine
from kozyr_protocol.ids import ActionKey, RoomId
from kozyr_protocol.record import Ended
from kozyr_protocol.rooms import Phase
from kozyr_testing.sdk import ME, ROOM, followed, played, snapshot, update, view


class Scene:
    """A room whose client is played by the test."""

    def __init__(
        self, prompt: int | None = 5, bound: int = 4, phase: Phase = Phase.PLAYING
    ) -> None:
        self.asked: list[Command] = []
        self.answer: Callable[[Command], Answer] = lambda _command: Done(6)
        self.clock = 0.0
        self.counts = Counts()
        self.following = Following(ROOM, "events", ME, WIRES)
        self.following.take_followed(followed(1, 5), 0.0)
        self.following.take_snapshot(snapshot(5, view(phase), prompt=prompt), 0.0)
        self.room = Room(self.following, self, self.counts, bound)

    async def ask(self, command: Command) -> Answer:
        self.asked.append(command)
        return self.answer(command)

    async def unfollow(self, room: RoomId) -> None:
        assert room == ROOM
        self.room.end(None)

    def tip(self, room: RoomId) -> str | None:
        return "a" * 64 if room == ROOM else None

    def now(self) -> float:
        return self.clock

    def new_key(self) -> ActionKey:
        return ActionKey(f"key-{len(self.asked):012}")

    def step(self, version: int, *events: rooms.RoomEvent, prompt: int | None = None) -> None:
        news = self.following.take_update(update(version, *events, prompt=prompt), self.clock)
        assert isinstance(news, Changed)
        self.room.take(news)

    def end_game(self, version: int) -> None:
        self.step(version, rooms.GameEnded(Ended.COMPLETE, (1, 2), (1,), None, "rec"))


async def upcoming(turns: Turns) -> asyncio.Task[Turn]:
    """The next turn, awaited as far as it can be now."""
    task = asyncio.create_task(turns.__anext__())
    await asyncio.sleep(0)
    return task


# --- The picture ------------------------------------------------------------------------------


async def test_the_picture() -> None:
    scene = Scene()
    room = scene.room
    assert (room.id, room.version, room.seat) == (ROOM, 5, 0)
    assert isinstance(room.table, twenty_nine.View)
    assert [each.name for each in room.players] == ["Ada", "Bob"]
    assert room.turn is not None
    assert room.turn.number == 5
    scene.clock = 10.0
    assert room.seconds_left == 20.0
    scene.clock = 99.0
    assert room.seconds_left == 0.0
    assert "5C" not in repr(room)


async def test_steps_come_once_and_in_order() -> None:
    scene = Scene()
    scene.step(6, played("5C", 1))
    scene.step(7)
    news = [await anext(scene.room), await anext(scene.room)]
    assert [each.version for each in news if isinstance(each, Changed)] == [6, 7]
    waiting = asyncio.ensure_future(anext(scene.room))
    await asyncio.sleep(0)
    waiting.cancel()
    scene.step(8)
    last = await anext(scene.room)
    assert isinstance(last, Changed)
    assert last.version == 8


async def test_a_slow_consumer_gets_a_fresh_picture() -> None:
    scene = Scene(bound=4)
    for version in range(6, 11):
        scene.step(version)
    scene.step(11)
    assert scene.counts.collapsed == 1
    first, second = await anext(scene.room), await anext(scene.room)
    assert isinstance(first, Fresh)
    assert (first.version, first.reason, first.view.room) == (10, "behind", ROOM)
    assert isinstance(second, Changed)
    assert second.version == 11


def test_an_inbox_never_grows_beyond_its_bound() -> None:
    inbox, following = Inbox(8), Scene().following
    dropped = 0
    for version in range(6, 1000):
        news = following.take_update(update(version), 0.0)
        assert isinstance(news, Changed)
        dropped += inbox.put(news, following)
        assert len(inbox) <= 8
    assert dropped == 124


async def test_the_iteration_ends_with_the_room() -> None:
    scene = Scene()
    scene.step(6, rooms.Closed("idle"))
    scene.room.end(RoomGone(ROOM, "closed"))
    news = [each async for each in scene.room]
    assert len(news) == 1
    assert isinstance(scene.room.ended, RoomGone)
    with pytest.raises(RoomGone):
        await scene.room.ready()


async def test_the_iteration_tells_that_the_line_was_taken() -> None:
    scene = Scene(prompt=None)
    turns = await upcoming(scene.room.turns())
    scene.room.end(LineTaken(ROOM, "line_taken"))
    with pytest.raises(LineTaken):
        await turns
    with pytest.raises(LineTaken):
        await anext(scene.room)
    with pytest.raises(LineTaken):
        await scene.room.changed()


# --- Turns ------------------------------------------------------------------------------------


async def test_a_bot_is_two_lines() -> None:
    scene = Scene()
    prompts = iter([8, 11])

    def play(command: Command) -> Answer:
        assert isinstance(command, messages.Act)
        version = scene.following.version or 0
        prompt = next(prompts, None)
        if prompt is None:
            scene.end_game(version + 1)
        else:
            scene.step(version + 1)
            scene.step(version + 2, prompt=prompt)
        return Done(version + 1)

    scene.answer = play
    async for turn in scene.room.turns():
        await scene.room.act(turn.legal[0])
    acts = [each for each in scene.asked if isinstance(each, messages.Act)]
    assert [each.prompt for each in acts] == [5, 8, 11]
    assert len({each.key for each in acts}) == 3


async def test_each_prompt_comes_once() -> None:
    scene = Scene(prompt=5)
    turns = scene.room.turns()
    assert (await anext(turns)).number == 5
    waiting = await upcoming(turns)
    scene.step(6)
    await asyncio.sleep(0)
    assert not waiting.done()
    scene.step(7, prompt=7)
    assert (await waiting).number == 7


async def test_waiting_for_a_turn_is_safe_to_cancel() -> None:
    scene = Scene(prompt=None)
    turns = scene.room.turns()
    (await upcoming(turns)).cancel()
    scene.step(6, prompt=6)
    assert (await anext(turns)).number == 6


async def test_a_prompt_comes_again_when_history_was_taken_back() -> None:
    scene = Scene(prompt=5)
    turns = scene.room.turns()
    await anext(turns)
    message = snapshot(5, reason="rolled_back", prompt=5, history=1)
    scene.room.take(scene.following.take_snapshot(message, 0.0))
    assert (await anext(turns)).number == 5


async def test_a_game_that_has_not_begun_is_awaited_and_a_finished_one_is_not() -> None:
    scene = Scene(prompt=None, phase=Phase.WAITING)
    waiting = await upcoming(scene.room.turns())
    assert not waiting.done()
    waiting.cancel()
    scene = Scene(prompt=None, phase=Phase.FINISHED)
    assert [each async for each in scene.room.turns()] == []


async def test_turns_end_with_the_game_though_a_rematch_came_at_once() -> None:
    scene = Scene(prompt=None)
    waiting = await upcoming(scene.room.turns())
    scene.end_game(6)
    scene.step(7, rooms.Reopened(2, "f" * 64, {}))
    with pytest.raises(StopAsyncIteration):
        await waiting


# --- What can be done -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action",
    [
        1,
        {"type": "play", "card": "KD"},
        twenty_nine.Play(card="KD"),
        pack(twenty_nine.Play(card="KD")),
    ],
)
async def test_an_action_in_any_form(action: object) -> None:
    scene = Scene()
    assert await scene.room.act(action) == 6  # type: ignore[arg-type]  # one of the forms
    (act,) = scene.asked
    assert isinstance(act, messages.Act)
    assert (act.room, act.prompt) == (ROOM, 5)
    assert unpack(act.action) == {"type": "play", "card": "KD"}


async def test_a_decision_that_took_too_long_does_not_answer_the_next_prompt() -> None:
    scene = Scene(prompt=5)
    turn = await anext(scene.room.turns())
    scene.step(6, prompt=6)
    await scene.room.act(turn.legal[0])
    await scene.room.act(0)
    await scene.room.act(0, turn=turn)
    prompts = [each.prompt for each in scene.asked if isinstance(each, messages.Act)]
    assert prompts == [5, 6, 5]


async def test_act_out_of_turn_or_beyond_the_legal_actions() -> None:
    with pytest.raises(NotOnTurn):
        await Scene(prompt=None).room.act(0)
    with pytest.raises(IndexError):
        await Scene().room.act(2)


async def test_a_refusal_reaches_the_program() -> None:
    scene = Scene()

    def refuse(_command: Command) -> Answer:
        raise Refused.from_code(ErrorCode.STALE, False, "Late.", {"prompt": 7})

    scene.answer = refuse
    with pytest.raises(Refused, match="stale") as caught:
        await scene.room.act(0)
    assert caught.value.facts == {"prompt": 7}


async def test_every_command() -> None:
    scene = Scene()
    room = scene.room
    assert await room.join(1) == 0
    await room.ready()
    await room.ready(ready=False)
    await room.start()
    await room.rematch()
    await room.say("Hello")
    await room.leave()
    assert scene.asked == [
        messages.Join(0, ROOM, 1, "a" * 64),
        messages.SetReady(0, ROOM, True),
        messages.SetReady(0, ROOM, False),
        messages.Start(0, ROOM),
        messages.Rematch(0, ROOM),
        messages.Chat(0, ROOM, "Hello"),
        messages.Leave(0, ROOM),
    ]
    await room.unfollow()
    assert [each async for each in room] == []
    assert room.ended is None
