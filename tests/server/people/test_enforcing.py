"""What becomes of those who are connected (`kozyr_server.people.enforcing`)."""

from kozyr_protocol import messages
from kozyr_testing.crowds import Crowd


async def test_who_ignores_somebody_hears_nothing_of_him_on_any_connection(
    two: list[Crowd],
) -> None:
    first, second = two
    async with (
        first.guest("Anna") as anna,
        second.guest(token=anna.token) as phone,
        first.guest("Bob") as bob,
    ):
        assert isinstance(await anna.ask(messages.Ignore, player=bob.player), messages.Ok)
        told = await phone.hear(messages.You)
        assert (told.id, told.ignored) == (None, (bob.player,))
        for each in (anna, phone, bob):
            await each.ask(messages.WatchLobby)
        await bob.ask(messages.LobbyChat, text="unheard")
        await anna.ask(messages.LobbyChat, text="heard")
        assert (await phone.hear(messages.LobbySaid)).line.text == "heard"
        shown = await phone.ask(messages.WatchLobby)
        assert [line.text for line in shown.chat] == ["heard"]
        assert [line.text for line in (await bob.ask(messages.WatchLobby)).chat] == [
            *("unheard", "heard"),
        ]
        frames = anna.client.frames + phone.client.frames
        assert not any(b"unheard" in frame for frame in frames if isinstance(frame, bytes))
        await phone.ask(messages.Ignore, player=bob.player, ignore=False)
        assert (await anna.hear(messages.You)).ignored == ()
    async with second.guest(token=anna.token) as back:
        assert (await back.ask(messages.Me)).ignored == ()


async def test_news_of_a_newer_server_are_left_alone(crowd: Crowd) -> None:
    news = crowd.store.people.news
    async with crowd.guest() as anna:
        for words in (("weather", "rain"), (), ("sanction",), ("drain", "elsewhere", "on")):
            await news.spread(*words)
        await news.spread("announce", "still here")
        assert (await anna.hear(messages.Notice)).message == "still here"


async def test_nobody_ignores_himself_or_what_is_no_player(crowd: Crowd) -> None:
    async with crowd.guest() as anna:
        for player in (anna.player, "nobody", "P" * 17):
            assert await anna.code(messages.Ignore, player=player) == "no_such_player"
