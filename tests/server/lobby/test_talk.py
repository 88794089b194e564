"""`kozyr_server.lobby.talk`: the lobby's chat over two processes."""

from typing import Any

import pytest

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.messages import ChatLine, LobbySaid
from kozyr_protocol.phrases import PHRASES
from kozyr_server.lobby.hooks import Hooks, NoManners
from kozyr_server.rooms.peers import Peer, RefusedError
from kozyr_server.store.rules import LobbyRules
from kozyr_testing.lobbies import HASTY, LobbyProcess, Visitor, lobby_process
from kozyr_testing.waiting import until


class Strict(NoManners):
    """Manners that a test sets."""

    def __init__(self) -> None:
        self.now = LobbyRules()
        self.muted: set[PlayerId] = set()
        self.moderators: set[PlayerId] = set()
        self.ignored: set[tuple[PlayerId, PlayerId]] = set()

    def rules(self) -> LobbyRules:
        return self.now

    def need_may_write(self, peer: Peer) -> None:
        if peer.person.player in self.muted:
            raise RefusedError(ErrorCode.MUTED, "you may not write")

    def is_moderator(self, peer: Peer) -> bool:
        return peer.person.player in self.moderators

    def hears(self, peer: Peer, author: PlayerId) -> bool:
        return (peer.person.player, author) not in self.ignored


async def came(server: LobbyProcess, number: int) -> tuple[Visitor, messages.Lobby]:
    visitor = Visitor(server, number)
    answer = await visitor.ask(messages.WatchLobby)
    assert isinstance(answer, messages.Lobby)
    return visitor, answer


def lines(visitor: Visitor) -> list[ChatLine]:
    return [said.line for said in visitor.of(LobbySaid)]


async def test_all_in_the_lobby_hear_a_line_whatever_process_serves_them(
    server: LobbyProcess, other: LobbyProcess
) -> None:
    (anna, _), (boris, _) = await came(server, 1), await came(other, 2)
    outside = Visitor(other, 3)
    assert isinstance(await anna.ask(messages.LobbyChat, text="  Привет!  "), messages.Ok)
    assert isinstance(await boris.ask(messages.LobbyChat, phrase="hello"), messages.Ok)
    await until(lambda: len(lines(anna)) == len(lines(boris)) == 2)
    first, second = lines(boris)
    assert (first.n, first.player, first.name, first.seat, first.text) == (
        *(1, "p1", "Player 1", None, "Привет!"),
    )
    assert (second.n, second.phrase, second.text) == (2, "hello", "")
    assert outside.frames == []
    _, late = await came(other, 4)
    assert late.chat == (first, second)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"text": " "}, ErrorCode.BAD_TEXT),
        ({"text": "x" * 401}, ErrorCode.BAD_TEXT),
        ({"text": "a\nb"}, ErrorCode.BAD_TEXT),
        ({"phrase": "nonsense"}, ErrorCode.UNKNOWN_PHRASE),
    ],
)
async def test_what_cannot_be_said_is_refused(
    server: LobbyProcess, fields: dict[str, Any], code: ErrorCode
) -> None:
    anna, _ = await came(server, 1)
    assert await anna.ask(messages.LobbyChat, **fields) is code
    assert await server.store.lobby_chat.lines() == []


async def test_one_must_be_in_the_lobby(server: LobbyProcess) -> None:
    anna, _ = await came(server, 1)
    await anna.ask(messages.LeaveLobby)
    assert await anna.ask(messages.LobbyChat, text="hi") is ErrorCode.NOT_IN_LOBBY


async def test_manners_are_kept(url: str) -> None:
    manners = Strict()
    async with lobby_process(url, 1, HASTY, Hooks(manners=manners)) as server:
        (anna, _), (boris, _), (vera, _) = [await came(server, number) for number in range(3)]
        manners.now = LobbyRules(read_only=True, announcement="closed")
        manners.moderators.add(vera.person.player)
        assert await anna.ask(messages.LobbyChat, text="hi") is ErrorCode.READ_ONLY
        assert isinstance(await vera.ask(messages.LobbyChat, text="hi"), messages.Ok)
        manners.now = LobbyRules(slow_s=60.0)
        assert isinstance(await anna.ask(messages.LobbyChat, text="one"), messages.Ok)
        assert await anna.ask(messages.LobbyChat, text="two") is ErrorCode.TOO_FAST
        assert isinstance(await vera.ask(messages.LobbyChat, text="me"), messages.Ok)
        assert isinstance(await vera.ask(messages.LobbyChat, text="too"), messages.Ok)
        manners.muted.add(boris.person.player)
        assert await boris.ask(messages.LobbyChat, text="hi") is ErrorCode.MUTED
        await until(lambda: len(lines(vera)) == 4)
        assert [line.text for line in lines(vera)] == ["hi", "one", "me", "too"]
        _, late = await came(server, 7)
        assert (late.slow_s, late.read_only) == (60.0, False)


async def test_lines_of_ignored_people_are_not_sent(url: str) -> None:
    manners = Strict()
    async with lobby_process(url, 1, HASTY, Hooks(manners=manners)) as server:
        (anna, _), (boris, _) = await came(server, 1), await came(server, 2)
        manners.ignored.add((anna.person.player, boris.person.player))
        await boris.ask(messages.LobbyChat, text="you!")
        await anna.ask(messages.LobbyChat, text="hm")
        await until(lambda: len(lines(boris)) == 2)
        assert [line.text for line in lines(anna)] == ["hm"]
        again = await anna.ask(messages.WatchLobby)
        assert [line.text for line in again.chat] == ["hm"]


async def test_a_hidden_line_is_told(server: LobbyProcess, other: LobbyProcess) -> None:
    anna, _ = await came(server, 1)
    await anna.ask(messages.LobbyChat, text="bad word")
    await until(lambda: len(lines(anna)) == 1)
    assert await other.store.lobby_chat.hide(1)
    await until(lambda: len(lines(anna)) == 2)
    assert (lines(anna)[1].n, lines(anna)[1].text, lines(anna)[1].hidden) == (1, "", True)
    _, late = await came(other, 2)
    assert [line.text for line in late.chat] == [""]


async def test_every_phrase_can_be_said(server: LobbyProcess) -> None:
    anna, _ = await came(server, 1)
    for phrase in PHRASES:
        assert isinstance(await anna.ask(messages.LobbyChat, phrase=phrase), messages.Ok)
    assert [line.phrase for line in await server.store.lobby_chat.lines()] == list(PHRASES)
