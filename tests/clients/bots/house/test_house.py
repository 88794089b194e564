"""House bots: their order, their names, and how they choose (`kozyr_bots.house`).

Whole tables with them are in `tests/e2e/test_house_bots.py`. Covers `kozyr_bots.house.order`,
`kozyr_bots.house.personas`, `kozyr_bots.house.resident` and `kozyr_bots.house.__main__` with its
`main`.
"""

import asyncio
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
import websockets
from msgspec.structs import replace

from kozyr_bots.house import order
from kozyr_bots.house.order import Order
from kozyr_bots.house.personas import NAMES, name, token
from kozyr_bots.house.resident import BANNED_S, CARELESS, RECONNECT_S, Resident, choice
from kozyr_bots.policies import registry
from kozyr_client.following import Turn
from kozyr_games.registry import GAMES
from kozyr_protocol import codec, messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.games import WIRES
from kozyr_protocol.ids import GameKey, PlayerId, RoomId, Tag
from kozyr_protocol.rooms import ClockView, Phase, RoomView, SeatView
from kozyr_server.people.tokens import is_token
from kozyr_testing.waiting import until

ROOM = RoomId("00aaaaaaaaaaaa")


def test_the_order_survives_its_line_and_shows_nothing() -> None:
    told = Order("ws://127.0.0.1:1/ws", "a secret key", 3, (0, 5), "a secret of tokens")
    assert order.read(order.written(told)) == told
    assert order.written(told).count(b"\n") == 1
    assert "secret" not in repr(told)


@pytest.mark.parametrize(
    "line", [b"{}\n", b"not json\n", b'{"url": "x", "key": "y", "bots": 0}\n', b""]
)
def test_another_line_is_none(line: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        order.read(line)


def test_names_are_different_and_fit() -> None:
    names = [name(number) for number in range(64)]
    assert len(set(names)) == 64
    assert max(map(len, names)) <= 24
    assert names[0] == f"{NAMES[0]} ♣"
    assert names[len(NAMES)] == f"{NAMES[0]} 2 ♣"


def test_tokens_are_those_of_the_secret_and_of_no_other() -> None:
    tokens = [token("5ec7e7" * 8, number) for number in range(64)]
    assert tokens == [token("5ec7e7" * 8, number) for number in range(64)]
    assert len({*tokens, *(token("07be7" * 8, number) for number in range(64))}) == 128
    assert all(is_token(each) for each in tokens)


def first_turn(game: str) -> Turn:
    """The first prompt of a deal of three, as its seat sees it."""
    key = GameKey(game)
    spec = GAMES[key]
    rng = random.Random(7)
    resolved = spec.resolve({"draw": "off"}, 3)
    state = spec.setup(resolved, 3)
    pack = spec.wants_deck(state)
    assert pack is not None
    state = spec.deal(state, tuple(rng.sample(pack, len(pack)))).state
    (seat,) = spec.to_act(state)
    legal = spec.legal_actions(state, seat)
    view = RoomView(
        room=ROOM,
        game=key,
        preset=None,
        name="",
        public=True,
        spectators=True,
        phase=Phase.PLAYING,
        host=None,
        capacity=3,
        clock=ClockView(),
        options=msgspec.to_builtins(resolved),
        seats=(),
        you=seat,
        game_no=1,
        tip=None,
        table=codec.pack(spec.view(state, seat)),
    )
    raw = tuple(map(codec.pack, legal))
    return Turn(ROOM, 5, "play", 0.0, view, raw, WIRES[key])


def test_a_strong_bot_plays_sound_and_an_easy_one_anything() -> None:
    turn = first_turn("knaves")
    sound = registry.find("sound", "knaves")
    seat = turn.view.you
    assert seat is not None
    wanted = turn.actions.index(
        sound(turn.table, seat, turn.actions, random.Random(1), turn.view.options)
    )
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    made = {
        level: Counter(choice(turn, careless, rng) for _ in range(400))
        for level, careless in CARELESS.items()
    }
    assert set(made["strong"]) == {wanted}
    assert len(made["easy"]) == len(turn.raw)
    assert made["usual"][wanted] > 0.6 * 400


def test_not_even_an_easy_bot_bids_at_random() -> None:
    turn = first_turn("oh_well")
    assert len(turn.raw) > 10
    bids = {choice(turn, CARELESS["easy"], random.Random(n)) for n in range(100)}
    assert bids == {choice(turn, 0.0, random.Random(1))}


def test_a_game_that_is_not_known_is_played_anyhow() -> None:
    turn = first_turn("knaves")
    other = Turn(ROOM, 5, "play", 0.0, replace(turn.view, game=GameKey("bridge")), turn.raw, None)
    assert 0 <= choice(other, 0.0, random.Random(1)) < len(turn.raw)


class _Server:
    """Says welcome, hears the key, offers a seat, and hears what becomes of it.

    Attributes:
        dialled: Times that somebody connected.
    """

    def __init__(self, seat: int | None = None, rooms: int = 32, offers: int = 1) -> None:
        """With a seat, the bot sits there already.

        Args:
            seat: of the bot.
            rooms: that a connection may follow; 0: it is banned.
            offers: so many rooms have a seat for it.
        """
        self.heard: list[Any] = []
        self.dialled = 0
        self._seat = seat
        self._rooms = rooms
        self._offers = offers

    async def serve(self, socket: websockets.ServerConnection) -> None:
        self.dialled += 1
        async for frame in socket:
            assert isinstance(frame, bytes)
            message = codec.decode_client(frame)
            self.heard.append(message)
            match message:
                case messages.Hello() if not self._rooms:
                    await socket.close(CloseCode.BANNED, "banned")
                case messages.Hello():
                    limits = messages.Limits(
                        8192, 262144, self._rooms, 24, 400, 20.0, 45.0, 0.0, 60
                    )
                    welcome = messages.Welcome(
                        1, PlayerId("p" + "a" * 16), "Ada ♣", "t" * 43, limits, "test", "always"
                    )
                    await socket.send(codec.encode(welcome))
                case messages.EnterHouse():
                    for number in range(self._offers):
                        room = RoomId(f"{number:02d}{ROOM[2:]}")
                        offer = messages.Offer(
                            room, GameKey("knaves"), 2, "strong", own=True, code="c"
                        )
                        await socket.send(codec.encode(offer))
                    # After them: who has its answer has them all.
                    await socket.send(codec.encode(messages.Ok(message.id)))
                case messages.Follow():
                    await socket.send(codec.encode(_followed(message.id, message.room)))
                    await socket.send(codec.encode(_snapshot(self._seat, message.room)))
                case messages.StandIn():
                    error = messages.Error(message.id, "seat_taken", False, "too late")  # type: ignore[arg-type]
                    await socket.send(codec.encode(error))
                case messages.Unfollow():
                    await socket.send(codec.encode(messages.Ok(message.id, message.room)))


def _followed(number: int, room: RoomId) -> messages.Followed:
    return messages.Followed(number, room, "events", None, 1, Tag("0" * 16), 0, "first")


def _snapshot(seat: int | None, room: RoomId) -> messages.Snapshot:
    seats = tuple(SeatView(bot="strong", ready=True) for _ in range(3))
    there = {"room": room, "you": seat, "table": None, "phase": Phase.WAITING, "seats": seats}
    view = replace(first_turn("knaves").view, **there)
    return messages.Snapshot(room, 1, Tag("0" * 16), "first", view, messages.Prompts(0, ()))


async def heard_from_the_program(script: _Server, last: type, secret: str | None) -> list[Any]:
    """What it says until it has said the last of it, all pings left out."""
    async with websockets.serve(script.serve, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        told = Order(f"ws://127.0.0.1:{port}/ws", "the key", 1, (0, 0), secret)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "kozyr_bots.house",
            stdin=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        assert process.stdin is not None
        process.stdin.write(order.written(told))
        async with asyncio.timeout(30):
            await until(lambda: any(isinstance(m, last) for m in script.heard), 30)
            process.stdin.close()
            _, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()
    assert b"the key" not in errors
    assert secret is None or secret.encode() not in errors
    return [each for each in script.heard if not isinstance(each, messages.Ping)]


async def test_the_program_says_its_key_comes_to_its_offer_and_ends_with_the_server() -> None:
    heard = await heard_from_the_program(_Server(), messages.Unfollow, None)
    assert [type(each) for each in heard] == [
        messages.Hello,
        messages.EnterHouse,
        messages.Follow,
        messages.StandIn,
        messages.Unfollow,
    ]
    assert heard[0].token is None
    assert (heard[2].room, heard[2].code) == (ROOM, "c")
    assert (heard[3].room, heard[3].seat) == (ROOM, 2)


async def test_a_bot_comes_back_by_its_token_and_claims_no_seat_that_it_has() -> None:
    script = _Server(seat=2)
    # Unfollowed at the end only: it stays where it sits.
    heard = await heard_from_the_program(script, messages.Follow, "a secret of tokens")
    assert heard[0].token == token("a secret of tokens", 0)
    assert messages.StandIn not in {type(each) for each in heard}


async def test_a_bot_plays_at_as_many_tables_as_the_server_lets_it_follow() -> None:
    script = _Server(seat=2, rooms=3, offers=5)
    async with bots_of(script) as bot:
        await until(lambda: heard_by(script, messages.Follow) == 3)
        assert len(bot.tables) == 3


async def test_a_banned_bot_says_so_once_and_waits(caplog: pytest.LogCaptureFixture) -> None:
    script = _Server(rooms=0)
    async with bots_of(script):

        def said() -> list[str]:
            return [r.getMessage() for r in caplog.records if r.name == "kozyr.house"]

        await until(lambda: bool(said()))
        (line,) = said()
        assert "asks again in an hour" in line
        assert script.dialled == 1
    assert max(RECONNECT_S) * 100 < BANNED_S


def heard_by(script: _Server, kind: type) -> int:
    return sum(isinstance(each, kind) for each in script.heard)


@asynccontextmanager
async def bots_of(script: _Server) -> AsyncIterator[Resident]:
    """One bot in this process, whose server is a script."""
    async with websockets.serve(script.serve, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        told = Order(f"ws://127.0.0.1:{port}/ws", "the key", 1, (0, 0))
        bot = Resident(told, "Ada", random.Random(1))
        running = asyncio.create_task(bot.run())
        try:
            yield bot
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
