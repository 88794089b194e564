"""Reports (`kozyr_server.people.reporting`)."""

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import ActionKey
from kozyr_server.people.reporting import LINES
from kozyr_server.rooms.decision import ByAdmin
from kozyr_testing.crowds import Crowd, crowds


async def test_a_report_has_the_last_lines_of_the_lobby(crowd: Crowd) -> None:
    async with crowd.guest("Anna") as anna, crowd.guest("Bob") as bob:
        await anna.ask(messages.WatchLobby)
        said = crowd.store.lobby_chat
        for number in range(LINES + 5):
            line = messages.ChatLine(0, anna.player, "Anna", None, f"line {number}", 0)
            await said.say(line, 0)
        fields = {"player": anna.player, "reason": "chat"}
        assert isinstance(await bob.ask(messages.Report, **fields), messages.Ok)
        (report,) = await crowd.store.people.reports.newest(10)
        assert [line.text for line in report.lines] == [f"line {n}" for n in range(5, LINES + 5)]
        assert (report.by, report.by_name, report.name) == (bob.player, "Bob", "Anna")


async def test_a_host_cannot_hide_his_words_from_a_report(crowd: Crowd) -> None:
    async with crowd.guest("Anna") as anna, crowd.guest("Bob") as bob:
        fields = {"key": ActionKey("k" * 16), "game": "king", "seats": 4}
        room = (await anna.ask(messages.Create, **fields)).room
        await anna.ask(messages.Follow, room=room)
        for text in ("one", "rude", "worse"):
            await anna.ask(messages.Chat, room=room, text=text)
        assert isinstance(await anna.ask(messages.HideLine, room=room, n=2), messages.Ok)
        # What a moderator of the server takes away is gone.
        chat = crowd.store.people.chat
        assert await chat.hide(room, 3)
        about = {"player": anna.player, "reason": "chat", "room": room}
        assert isinstance(await bob.ask(messages.Report, **about), messages.Ok)
        (report,) = await crowd.store.people.reports.newest(10)
        assert [(line.text, line.hidden) for line in report.lines] == [
            *(("one", False), ("rude", False), ("", True)),
        ]
        assert [line.text for line in await chat.lines(room)] == ["one", "", ""]


async def test_many_lines_more_hide_no_words_from_a_report(crowd: Crowd) -> None:
    async with crowd.guest("Anna") as anna, crowd.guest("Bob") as bob:
        fields = {"key": ActionKey("k" * 16), "game": "king", "seats": 4}
        room = (await anna.ask(messages.Create, **fields)).room
        await anna.ask(messages.Follow, room=room)
        await anna.ask(messages.Chat, room=room, text="rude")
        assert isinstance(await anna.ask(messages.HideLine, room=room, n=1), messages.Ok)
        later = [f"line {number}" for number in range(25)]
        for text in later:
            line = messages.ChatLine(0, anna.player, "Anna", None, text, 0)
            await crowd.store.say(room, line)
        about = {"player": anna.player, "reason": "chat", "room": room}
        assert isinstance(await bob.ask(messages.Report, **about), messages.Ok)
        await crowd.rooms.moderate(room, ByAdmin())
        about["reason"] = "other"
        assert isinstance(await bob.ask(messages.Report, **about), messages.Ok)
        closed, there = await crowd.store.people.reports.newest(10)
        assert [line.text for line in there.lines] == ["rude", *later[-LINES:]]
        assert [line.text for line in closed.lines] == ["rude"]


async def test_what_cannot_be_a_report_is_refused(crowd: Crowd) -> None:
    async with crowd.guest() as anna, crowd.guest() as bob:
        fields = {"player": anna.player, "reason": "chat"}
        assert await bob.code(messages.Report, **fields, text="a\x1bb") is ErrorCode.BAD_TEXT
        assert await bob.code(messages.Report, **fields, room="none") is ErrorCode.NO_SUCH_ROOM
        code = await bob.code(messages.Report, player="none", reason="chat")
        assert code is ErrorCode.NO_SUCH_PLAYER
        assert await crowd.store.people.reports.newest(10) == []


async def test_guests_of_an_address_do_not_flood_the_reports() -> None:
    """An honest report stays whatever a network of IPv6 makes up, over all processes."""
    async with crowds(2, reports_per_address=12) as two, two[0].guest() as anna:
        about = {"player": anna.player, "reason": "chat"}
        async with two[1].guest(address="2001:db8:9::1") as honest:
            assert await honest.code(messages.Report, **about) is None
        codes = []
        for number in range(5):
            address = f"2001:db8:1:2::{number}"
            async with two[number % 2].guest(address=address) as guest:
                for reason in ("chat", "name", "cheating", "spoiling"):
                    fields = {"player": anna.player, "reason": reason}
                    codes.append(await guest.code(messages.Report, **fields))
        assert codes == [None] * 12 + [ErrorCode.TOO_FAST] * 8
        found = await two[0].store.people.reports.newest(100)
        assert len(found) == 13
        assert found[-1].by == honest.player
        figures = await two[0].figures() + await two[1].figures()
        assert 'kozyr_limits_total{limit="reports_per_address"}' in figures
