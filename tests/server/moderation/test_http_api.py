"""What admins do over HTTP, and what becomes of it (`kozyr_server.moderation.http_api`)."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kozyr_protocol import messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import ActionKey
from kozyr_testing.admins import Admin, administered
from kozyr_testing.crowds import Crowd, Guest
from kozyr_testing.waiting import until_true

Place = tuple[list[Crowd], list[Admin]]


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    """Two server processes over one store, and an admin at each."""
    async with administered(tmp_path) as both:
        yield both


async def _room(host: Guest, game: str = "twenty_nine") -> str:
    created = await host.ask(messages.Create, key=ActionKey("k" * 16), game=game, seats=4)
    assert isinstance(created, messages.Created), created
    await host.ask(messages.Follow, room=created.room)
    await host.ask(messages.Join, room=created.room)
    return created.room


# --- People


async def test_a_mute_holds_on_every_process_and_is_lifted(place: Place) -> None:
    (_, second), (admin, other) = place
    async with second.guest("Anna") as anna:
        room = await _room(anna)
        await admin.do(f"/people/{anna.player}/punish", kind="mute", minutes=30, why="loud")
        told = await anna.hear(messages.Sanctioned)
        assert (told.sanction.kind, told.sanction.reason) == ("mute", "loud")
        said: list[dict[str, str]] = [{"text": "hi"}, {"phrase": "hello"}]
        for fields in said:
            error = await anna.ask(messages.Chat, room=room, **fields)
            assert (error.code, error.facts["reason"]) == (ErrorCode.MUTED, "loud")
        await anna.ask(messages.WatchLobby)
        assert await anna.code(messages.LobbyChat, text="hi") is ErrorCode.MUTED
        (shown,) = (await other.see("/sanctions"))["sanctions"]
        assert (shown["kind"], shown["whom"], shown["by"]) == ("mute", anna.player, "Rita")
        await other.do(f"/people/{anna.player}/lift", kind="mute", why="sorry")
        assert (await anna.hear(messages.Sanctioned)).lifted
        assert isinstance(await anna.ask(messages.Chat, room=room, text="hi"), messages.Ok)
        assert await admin.refused(f"/people/{anna.player}/lift", kind="mute") == (
            *(404, "no_such_player"),
        )


async def test_a_ban_ends_connections_and_keeps_its_owner_out(place: Place) -> None:
    (first, second), (admin, _) = place
    async with first.guest("Anna") as anna, second.guest(token=anna.token) as phone:
        await admin.do(f"/people/{anna.player}/punish", kind="ban", why="cheats")
        for each in (anna, phone):
            assert await each.client.close_code() == CloseCode.BANNED
    async with second.caller(messages.Hello(1, 1, anna.token)) as back:
        assert back.error.facts == {"reason": "cheats", "until_ms": None}


async def test_a_range_is_banned_and_a_slip_of_the_hand_is_not(place: Place) -> None:
    (first, second), (admin, other) = place
    async with second.guest(address="203.0.113.7") as anna:
        await admin.do("/ranges", network="203.0.113.0/24", minutes=60, why="flood")
        assert await anna.client.close_code() == CloseCode.BANNED
    for network in ("0.0.0.0/0", "2000::/3", "anna", "203.0.113.0/40", ""):
        assert await admin.refused("/ranges", network=network) == (400, "bad_option")
    async with first.caller(messages.Hello(1, 1), "203.0.113.8") as stranger:
        assert stranger.error.code is ErrorCode.BANNED
    await other.do("/ranges/lift", network="203.0.113.0/24")

    async def may_come() -> bool:
        async with first.caller(messages.Hello(1, 1), "203.0.113.8") as stranger:
            return stranger.welcome is not None

    await until_true(may_come)


async def test_people_are_found_by_name_by_claim_and_by_id(place: Place) -> None:
    (first, second), (admin, _) = place
    async with first.guest() as anna, second.guest("Bob"):
        await anna.ask(messages.ClaimName, name="Anna", passphrase="correct horse")

        async def found() -> bool:
            names = {each["name"] for each in (await admin.see("/people"))["people"]}
            return names == {"Anna", "Bob"}

        await until_true(found)
        (only,) = (await admin.see("/people", find="аnn"))["people"]
        assert only["player"] == anna.player
    for person in (anna.player, "ANNA", "Аnnа"):
        shown = await admin.see(f"/people/{person}")
        assert (shown["player"], shown["name"], shown["claimed"]) == (anna.player, "Anna", True)
        assert shown["tokens"] == 1
        assert anna.token not in json.dumps(shown)
    answer = await admin.client.get("/api/v1/admin/people/nobody")
    assert answer.status_code == 404


async def test_somebody_is_warned_on_all_his_connections(place: Place) -> None:
    (first, second), (admin, _) = place
    async with first.guest("Anna") as anna, second.guest(token=anna.token) as phone:
        await admin.do(f"/people/{anna.player}/warn", text="be kind")
        for each in (anna, phone):
            notice = await each.hear(messages.Notice)
            assert (notice.code, notice.message) == ("warning", "be kind")


# --- Rooms and the lobby


async def test_somebody_is_sent_out_and_a_room_is_closed_from_another_process(
    place: Place,
) -> None:
    (first, _), (_, other) = place
    async with first.guest("Anna") as anna, first.guest("Bob") as bob:
        room = await _room(anna)
        await bob.ask(messages.Follow, room=room)
        await bob.ask(messages.Join, room=room)
        shown = await other.see(f"/rooms/{room}")
        assert [seat["name"] for seat in shown["seats"] if seat["player"]] == ["Anna", "Bob"]
        (seat,) = (seat["seat"] for seat in shown["seats"] if seat["name"] == "Bob")
        await other.do(f"/rooms/{room}/kick", seat=seat, why="rude")
        gone = await bob.hear(messages.Unfollowed)
        assert gone.reason == "kicked"
        assert await bob.code(messages.Follow, room=room) is ErrorCode.KICKED
        assert await other.refused(f"/rooms/{room}/kick", seat=seat) == (400, "not_seated")
        await other.do(f"/rooms/{room}/close", why="late")
        assert (await anna.hear(messages.Unfollowed)).reason == "closed"
        assert await other.refused(f"/rooms/{room}/close") == (404, "no_such_room")


async def test_a_hidden_line_is_said_anew_without_its_text(place: Place) -> None:
    (first, second), (admin, other) = place
    async with first.guest("Anna") as anna, second.guest("Bob") as bob:
        room = await _room(anna)
        await anna.ask(messages.WatchLobby)
        for command in (messages.Chat, messages.LobbyChat):
            fields = {"room": room} if command is messages.Chat else {}
            for text in ("good", "rude words"):
                await anna.ask(command, text=text, **fields)
        await bob.ask(messages.Follow, room=room)
        await bob.ask(messages.WatchLobby)
        for path, kind in ((f"/rooms/{room}", messages.ChatSaid), ("/lobby", messages.LobbySaid)):
            await other.do(f"{path}/hide", n=2, why="rude")
            line = (await bob.hear(kind)).line
            assert (line.n, line.text, line.hidden, line.player) == (2, "", True, anna.player)
            assert await admin.refused(f"{path}/hide", n=2) == (404, "no_such_line")
            assert await admin.refused(f"{path}/hide", n=99) == (404, "no_such_line")
        chats = [
            (await bob.ask(messages.Follow, room=room)).chat,
            (await bob.ask(messages.WatchLobby)).chat,
        ]
        for chat in chats:
            assert [(line.text, line.hidden) for line in chat] == [("good", False), ("", True)]
        await anna.ask(messages.Chat, room=room, text="next")
        line = (await bob.hear(messages.ChatSaid)).line
        assert (line.n, line.text) == (3, "next")


async def test_the_lobbys_rules_hold_on_every_process(place: Place) -> None:
    (_, second), (admin, other) = place
    async with second.guest("Anna") as anna:
        await anna.ask(messages.WatchLobby)
        await admin.do("/lobby/rules", read_only=True, why="night")

        async def code(text: str) -> ErrorCode | None:
            found: ErrorCode | None = await anna.code(messages.LobbyChat, text=text)
            return found

        async def is_shut() -> bool:
            return await code("hi") is ErrorCode.READ_ONLY

        await until_true(is_shut)
        await admin.do("/lobby/rules", read_only=False, slow_s=60)

        async def is_open() -> bool:
            return await code("hi") is None

        await until_true(is_open)
        assert await code("again") is ErrorCode.TOO_FAST
        assert (await other.see(""))["rules"] == {"slow_s": 60.0}
        assert await admin.refused("/lobby/rules", slow_s=1e9) == (400, "malformed")


async def test_an_announcement_reaches_all_and_is_kept_for_those_who_come(place: Place) -> None:
    (first, second), (admin, _) = place
    async with first.guest() as anna, second.guest() as bob:
        await admin.do("/announce", text="  Cup tonight ", keep=True)
        for each in (anna, bob):
            notice = await each.hear(messages.Notice)
            assert (notice.code, notice.message) == ("announcement", "Cup tonight")

        async def shown() -> bool:
            lobby = await bob.ask(messages.WatchLobby)
            return bool(lobby.announcement == "Cup tonight")

        await until_true(shown)
        await admin.do("/announce", text="")

        async def is_over() -> bool:
            return bool((await bob.ask(messages.WatchLobby)).announcement == "")

        await until_true(is_over)


# --- Reports


async def test_a_report_is_kept_with_the_chat_around_it(place: Place) -> None:
    (first, second), (admin, other) = place
    async with first.guest("Anna") as anna, second.guest("Bob") as bob:
        room = await _room(anna)
        for number in range(4):
            await anna.ask(messages.Chat, room=room, text=f"line {number}")
        fields = {"player": anna.player, "reason": "chat", "text": "so rude", "room": room}
        for _ in range(3):
            assert isinstance(await bob.ask(messages.Report, **fields), messages.Ok)
        (report,) = (await other.see("/reports", open="1"))["reports"]
        assert (report["name"], report["by_name"], report["text"]) == ("Anna", "Bob", "so rude")
        assert [line["text"] for line in report["lines"]] == [f"line {n}" for n in range(4)]
        await other.do(f"/reports/{report['id']}/resolve", why="warned her")
        assert (await admin.see("/reports", open="1"))["reports"] == []
        (done,) = (await admin.see("/reports"))["reports"]
        assert (done["resolved_by"], done["note"]) == ("Rita", "warned her")
        assert await other.refused("/reports/none/resolve") == (404, "no_such_player")


async def test_of_a_flood_of_reports_ten_an_hour_are_kept(place: Place) -> None:
    (first, second), (admin, _) = place
    async with (
        first.guest("Anna") as anna,
        second.guest("Bob") as bob,
        first.guest(token=bob.token) as phone,
    ):
        answers = []
        for number in range(16):
            reason = ("chat", "name", "cheating", "spoiling", "other")[number % 5]
            room = None if number < 5 else f"{number:02d}aaaaaaaaaaaa"
            fields = {"player": anna.player, "reason": reason, "room": room}
            answers.append(await (bob, phone)[number % 2].code(messages.Report, **fields))
        assert answers == [None] * 10 + [ErrorCode.TOO_FAST] * 6
        assert len((await admin.see("/reports"))["reports"]) == 10
        assert await anna.code(messages.Report, player="nobody", reason="chat") is (
            ErrorCode.NO_SUCH_PLAYER
        )


# --- The server, and the journal


async def test_a_drained_process_sends_its_clients_away_and_the_other_does_not(
    place: Place,
) -> None:
    (first, second), (admin, other) = place
    async with first.guest() as anna, second.guest() as bob:
        process = (await admin.see(""))["process"]
        await other.do("/drain", process=process, why="new version")
        assert await anna.client.close_code() == CloseCode.RESTART
        assert (await admin.client.get("/readyz")).status_code == 503
        assert (await bob.ask(messages.Me)).player == bob.player
        await other.do("/drain", process=process, on=False)

        async def is_ready() -> bool:
            return (await admin.client.get("/readyz")).status_code == 200

        await until_true(is_ready)


async def test_all_of_it_is_noted_down_with_who_when_what_and_why(
    place: Place, tmp_path: Path
) -> None:
    (first, _), (admin, other) = place
    async with first.guest("Anna") as anna:
        await admin.do(f"/people/{anna.player}/punish", kind="mute", minutes=5, why="loud")
    await other.do("/lobby/rules", read_only=True, why="night")
    await other.do("/announce", text="Cup tonight")
    assert await other.refused("/rooms/none/close") == (404, "no_such_room")
    acts = (await admin.see("/audit"))["acts"]
    assert [(act["what"], act["admin"], act["why"]) for act in reversed(acts)] == [
        ("mute", "Rita", "loud"),
        ("rules", "Rita", "night"),
        ("announce", "Rita", ""),
    ]
    assert acts[2]["target"] == anna.player
    assert 0 <= acts[2]["at_ms"] + 300_000 - acts[2]["until_ms"] < 5000
    file = tmp_path / "audit.jsonl"
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert lines == list(reversed(acts))
    assert file.stat().st_mode & 0o077 == 0


async def test_no_card_is_shown_to_an_admin(place: Place) -> None:
    (first, _), (admin, _) = place
    async with first.guest("Anna") as anna:
        room = await _room(anna)
        shown = await admin.see(f"/rooms/{room}")
    assert set(shown) == {
        *("room", "game", "preset", "name", "phase", "public", "host", "seats", "watchers", "chat"),
    }
    assert set(shown["seats"][0]) == {"seat", "player", "name", "bot", "connected", "left"}
