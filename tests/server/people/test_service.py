"""Who comes in and as whom, over sockets (`kozyr_server.people.service`)."""

from kozyr_protocol import messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId
from kozyr_server.people import tokens
from kozyr_server.store.rules import LobbyRules
from kozyr_server.store.sanctions import StoredSanction
from kozyr_testing.crowds import Crowd, crowds
from kozyr_testing.restartable import restartable_store
from kozyr_testing.waiting import until

TOKEN = "T" * 43
SOMEBODY = PlayerId("p" + "a" * 16)


async def test_a_guest_is_whom_his_token_says(crowd: Crowd) -> None:
    async with crowd.guest("Anna") as anna:
        assert anna.welcome is not None
        assert anna.player == tokens.player_id(anna.token)
        assert (anna.welcome.name, anna.welcome.claimed) == ("Anna", False)
        assert await anna.ask(messages.Me) == messages.You(1, anna.player, "Anna")
    async with crowd.guest(token=TOKEN) as drawn_by_himself:
        assert drawn_by_himself.player == tokens.player_id(TOKEN)


async def test_a_guest_is_named_in_the_language_of_his_hello(crowd: Crowd) -> None:
    async with crowd.caller(messages.Hello(1, 1, language="ru")) as anna:
        assert anna.welcome is not None
        assert anna.welcome.name.startswith("Гость ")
        error = await anna.ask(messages.Rename, name="админ")
        assert error.facts["proposal"] == anna.welcome.name
    async with crowd.caller(messages.Hello(1, 1)) as bob:
        assert bob.welcome is not None
        assert bob.welcome.name.startswith("Guest ")


async def test_two_guests_may_have_one_name(crowd: Crowd) -> None:
    async with crowd.guest("Anna") as one, crowd.guest("Anna") as other:
        assert one.player != other.player


async def test_nobody_comes_in_under_a_claimed_name_or_one_like_it(crowd: Crowd) -> None:
    async with crowd.guest("Anna") as anna:
        you = await anna.ask(messages.ClaimName, name="Anna", passphrase="correct horse")
        assert (you.name, you.claimed) == ("Anna", True)
        # The second is Cyrillic for the most part.
        for name in ("anna", "Аnnа", "_Anna_"):
            async with crowd.caller(messages.Hello(1, 1, None, name)) as other:
                assert other.error.code is ErrorCode.NAME_TAKEN
                assert await other.client.close_code() == CloseCode.BAD_HELLO
                proposal = other.error.facts["proposal"]
            async with crowd.guest(proposal) as welcome:
                assert welcome.welcome is not None
                assert welcome.welcome.name == proposal
    async with crowd.guest("Bob", anna.token) as back:
        assert back.welcome is not None
        assert (back.welcome.name, back.welcome.claimed) == ("Anna", True)


async def test_nobody_speaks_for_the_host(crowd: Crowd) -> None:
    for name in ("Admin", "Аdmin", "The Moderator", "козырь", "kozyr_server"):
        async with crowd.caller(messages.Hello(1, 1, None, name)) as other:
            assert other.error.code is ErrorCode.NAME_TAKEN, name
            assert other.error.facts["proposal"].startswith("Guest ")
    async with crowd.guest("Madmin") as anna:
        assert await anna.code(messages.Rename, name="admin") is ErrorCode.NAME_TAKEN


async def test_a_name_that_was_claimed_meanwhile_is_nobody_elses_any_more(crowd: Crowd) -> None:
    async with crowd.guest("Anna") as guest:
        await guest.ask(messages.Rename, name="Anna")
    async with crowd.guest(token=guest.token) as back:
        assert back.welcome is not None
        assert back.welcome.name == "Anna"
    async with crowd.guest() as other:
        await other.ask(messages.ClaimName, name="Anna", passphrase="correct horse")
    async with crowd.guest(token=guest.token) as back:
        assert back.welcome is not None
        assert back.welcome.name.startswith("Guest ")


# --- The banned


async def _ban(crowd: Crowd, key: str, until_ms: int | None = None) -> None:
    store = crowd.people.parts.store
    await store.sanctions.put(key, StoredSanction(until_ms, "rude", "root", 5))
    await store.news.spread("sanction", key)


async def test_the_banned_do_not_come_back_by_any_token_of_theirs(two: list[Crowd]) -> None:
    first, second = two
    async with first.guest("Anna") as anna, second.guest() as visitor:
        await anna.ask(messages.ClaimName, name="Anna", passphrase="correct horse")
        signed = await visitor.ask(messages.SignIn, name="anna", passphrase="correct horse")
        async with second.guest(token=signed.token) as phone:
            assert phone.player == anna.player
            await _ban(first, f"ban:{anna.player}")
            for guest in (anna, phone):
                told = await guest.hear(messages.Sanctioned)
                assert told.sanction == messages.Sanction("ban", None, "rude")
                error = await guest.hear(messages.Error)
                assert (error.code, error.facts) == (
                    *(ErrorCode.BANNED, {"reason": "rude", "until_ms": None}),
                )
                assert await guest.client.close_code() == CloseCode.BANNED
        answer = await visitor.ask(messages.SignIn, name="anna", passphrase="correct horse")
        assert answer.code is ErrorCode.BANNED
        for crowd in two:
            for token in (anna.token, signed.token):
                async with crowd.caller(messages.Hello(1, 1, token)) as back:
                    assert back.error.code is ErrorCode.BANNED
                    assert await back.client.close_code() == CloseCode.BANNED
        assert (await visitor.ask(messages.Me)).name, "others stay"


async def test_from_a_banned_range_nobody_comes_in_not_even_a_new_guest(
    two: list[Crowd],
) -> None:
    first, second = two
    async with (
        second.guest("Anna", address="203.0.113.7") as anna,
        second.guest("Bob", address="198.51.100.7") as bob,
        second.guest("Eve", address="2001:db8:1:2::7") as eve,
    ):
        await _ban(first, "range:203.0.113.0/24")
        await _ban(first, "range:2001:db8:1::/48")
        for guest in (anna, eve):
            assert (await guest.hear(messages.Error)).code is ErrorCode.BANNED
            assert await guest.client.close_code() == CloseCode.BANNED
        assert (await bob.ask(messages.Me)).name == "Bob"
    for crowd in two:
        for address in ("203.0.113.250", "::ffff:203.0.113.9", "2001:db8:1:ffff::1"):
            async with crowd.caller(messages.Hello(1, 1), address) as stranger:
                assert stranger.error.code is ErrorCode.BANNED, address
                assert await stranger.client.close_code() == CloseCode.BANNED
        async with crowd.guest(address="203.0.114.1") as neighbour:
            assert neighbour.welcome is not None


async def test_a_ban_ends_by_itself(crowd: Crowd) -> None:
    async with crowd.guest("Anna") as anna:
        await _ban(crowd, f"ban:{anna.player}", crowd.clock() + 60_000)
        assert await anna.client.close_code() == CloseCode.BANNED
    async with crowd.caller(messages.Hello(1, 1, anna.token)) as back:
        assert back.error.facts["until_ms"] is not None
    crowd.clock.ahead_ms = 60_001
    async with crowd.guest(token=anna.token) as back:
        assert back.player == anna.player


async def test_who_is_muted_is_told_and_cannot_write_wherever_he_is(two: list[Crowd]) -> None:
    first, second = two
    async with first.guest("Anna") as anna:
        await _ban(second, f"mute:{anna.player}", second.clock() + 60_000)
        told = await anna.hear(messages.Sanctioned)
        assert (told.sanction.kind, told.lifted) == ("mute", False)
        error = await anna.ask(messages.Chat, room="48ftkfsjvfnapc", text="hi")
        assert (error.code, error.facts["reason"]) == (ErrorCode.MUTED, "rude")
        (shown,) = (await anna.ask(messages.Me)).sanctions
        assert shown == told.sanction
        async with second.guest(token=anna.token) as phone:
            assert phone.welcome is not None
            assert phone.welcome.sanctions == (shown,)
        store = second.people.parts.store
        assert await store.sanctions.lift(f"mute:{anna.player}")
        await store.news.spread("sanction", f"mute:{anna.player}")
        assert (await anna.hear(messages.Sanctioned)).lifted
        error = await anna.ask(messages.Chat, room="48ftkfsjvfnapc", text="hi")
        assert error.code is ErrorCode.NOT_FOLLOWING


# --- Without the store


async def test_nobody_is_let_in_while_nobody_can_know_who_it_is() -> None:
    async with restartable_store() as store, crowds(url=store.url) as (crowd,):
        async with crowd.guest("Anna"):
            pass
        await store.stop()
        for hello in (messages.Hello(1, 1, TOKEN), messages.Hello(1, 1, None, "Anna")):
            async with crowd.caller(hello) as stranger:
                assert stranger.error.code is ErrorCode.STORE_UNAVAILABLE
                assert stranger.error.temporary
                assert await stranger.client.close_code() == CloseCode.INTERNAL


async def test_what_happened_while_the_news_were_away_is_made_up_for() -> None:
    """A ban, a revoked token and rules, written by a process that could tell nobody."""
    async with restartable_store("always") as store, crowds(url=store.url) as (crowd,):
        parts = crowd.people.parts
        async with crowd.guest("Anna") as anna, crowd.guest("Bob") as bob, crowd.guest() as eve:
            heard = parts.store.news.losses
            rude = StoredSanction(None, "rude", "root", 5)
            await parts.store.sanctions.put(f"ban:{anna.player}", rude)
            await parts.store.persons.orphan(bob.player)
            await parts.store.rules.write(LobbyRules(read_only=True))
            await store.stop()
            await store.start()
            await until(lambda: parts.store.news.losses > heard)
            assert await anna.client.close_code() == CloseCode.BANNED
            assert await bob.client.close_code() == CloseCode.TOKEN_REVOKED
            await until(lambda: crowd.people.rules().read_only)
            assert (await eve.ask(messages.Me)).player == eve.player


# --- New guests of one address


async def _comes(crowd: Crowd, address: str | None, token: str | None = None) -> float:
    """0: he was let in; else in how many seconds he may come again."""
    async with crowd.caller(messages.Hello(1, 1, token), address) as guest:
        if guest.error is None:
            return 0
        assert (guest.error.code, guest.error.temporary) == (ErrorCode.TOO_FAST, True)
        assert await guest.client.close_code() == CloseCode.TOO_MANY_CONNECTIONS
        seconds: int = guest.error.facts["retry_ms"]
        return seconds / 1000


async def test_an_address_sends_only_so_many_new_guests_a_minute() -> None:
    async with crowds(guests_per_address_per_min=3) as (crowd,):
        here, there = "203.0.113.7", "203.0.113.8"
        async with crowd.guest("Anna", address=here) as anna:
            await anna.ask(messages.Rename, name="Anna")
            async with crowd.guest(address=here) as bob:
                # A second device of somebody who is here is nobody new.
                assert await _comes(crowd, here, bob.token) == 0
                # A token that he drew himself makes him no less new.
                assert await _comes(crowd, here, "N" * 43) == 0
                assert 15 < await _comes(crowd, here) <= 20
                assert await _comes(crowd, here, "M" * 43) > 0
                assert await _comes(crowd, here, bob.token) == 0
        assert await _comes(crowd, here, anna.token) == 0, "the store knows her"
        assert await _comes(crowd, there) == 0
        assert [await _comes(crowd, None) for _ in range(9)] == [0] * 9, "loopback is free"
        line = 'kozyr_limits_total{limit="guests_per_address_per_min"} 2.0'
        assert line in await crowd.figures()


async def test_guests_of_an_address_may_come_without_end_where_the_host_wants_it() -> None:
    async with crowds(guests_per_address_per_min=0) as (crowd,):
        assert [await _comes(crowd, "203.0.113.7") for _ in range(70)] == [0] * 70
