"""Tokens of a person (`kozyr_server.people.devices`)."""

import time

from kozyr_protocol import messages
from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.errors import ErrorCode
from kozyr_testing.crowds import Crowd, Guest

PHRASE = "correct horse"


async def _claimed(guest: Guest, name: str = "Anna") -> None:
    assert (await guest.ask(messages.ClaimName, name=name, passphrase=PHRASE)).claimed


async def test_a_passphrase_gives_a_token_of_the_same_person(two: list[Crowd]) -> None:
    async with two[0].guest() as anna, two[1].guest() as visitor:
        await _claimed(anna)
        signed = await visitor.ask(messages.SignIn, name="ANNA", passphrase=f" {PHRASE} ")
        assert (signed.player, signed.name) == (anna.player, "Anna")
        assert signed.token not in {anna.token, visitor.token}
        assert (await visitor.ask(messages.Me)).player == visitor.player, "it stays who it was"
    for crowd in two:
        async with crowd.guest(token=signed.token) as phone:
            assert phone.welcome is not None
            assert (phone.player, phone.welcome.name) == (anna.player, "Anna")
            assert (phone.welcome.claimed, phone.welcome.token) == (True, None)


async def test_a_wrong_passphrase_and_an_unknown_name_look_and_last_the_same(
    crowd: Crowd,
) -> None:
    async with crowd.guest() as anna:
        await _claimed(anna)
        await anna.ask(messages.SignIn, name="Nobody", passphrase=PHRASE)
        answers = []
        took: dict[str, list[float]] = {"Anna": [], "Nobody": []}
        for _ in range(4):
            for name, seconds in took.items():
                began = time.perf_counter()
                answers.append(await anna.ask(messages.SignIn, name=name, passphrase="wrong horse"))
                seconds.append(time.perf_counter() - began)
        told = {(each.code, each.message, str(each.facts)) for each in answers}
        assert len(told) == 1
        assert answers[0].code is ErrorCode.WRONG_PASSPHRASE
        # Without the same work it would be a tenth.
        assert min(took["Nobody"]) > min(took["Anna"]) / 3


async def test_passphrases_cannot_be_guessed_from_many_addresses(two: list[Crowd]) -> None:
    """10 in ten minutes for a name, over all processes and addresses."""
    async with two[0].guest() as anna:
        await _claimed(anna)
    answers = []
    for number in range(14):
        async with two[number % 2].guest(address=f"203.0.113.{number}") as guesser:
            answers.append(
                await guesser.code(messages.SignIn, name="Anna", passphrase=f"guess no {number}")
            )
    assert answers == [ErrorCode.WRONG_PASSPHRASE] * 10 + [ErrorCode.TOO_FAST] * 4


async def test_passphrases_cannot_be_guessed_from_one_address(two: list[Crowd]) -> None:
    """30 in ten minutes from an address, whatever the names and the guests."""
    answers = []
    for number in range(33):
        async with two[number % 2].guest(address="203.0.113.7") as guesser:
            answers.append(
                await guesser.code(messages.SignIn, name=f"Name {number}", passphrase=PHRASE)
            )
    assert answers == [ErrorCode.WRONG_PASSPHRASE] * 30 + [ErrorCode.TOO_FAST] * 3
    async with two[0].guest(address="198.51.100.7") as other:
        code = await other.code(messages.SignIn, name="Anna", passphrase=PHRASE)
        assert code is ErrorCode.WRONG_PASSPHRASE


async def test_tokens_are_listed_without_the_tokens(crowd: Crowd) -> None:
    async with crowd.guest() as anna:
        await _claimed(anna)
        signed = await anna.ask(messages.SignIn, name="Anna", passphrase=PHRASE)
        async with crowd.guest(token=signed.token) as phone:
            listed = (await phone.ask(messages.ListTokens)).tokens
        assert [each.current for each in listed].count(True) == 1
        assert len(listed) == 2
        for each in listed:
            assert each.client == "test/1"
            assert each.seen_ms % 3_600_000 == 0
            assert each.token not in anna.token + signed.token


async def test_a_revoked_token_ends_its_connections_on_every_process(two: list[Crowd]) -> None:
    first, second = two
    async with first.guest() as anna:
        await _claimed(anna)
        signed = await anna.ask(messages.SignIn, name="Anna", passphrase=PHRASE)
        async with second.guest(token=signed.token) as phone, first.guest(token=anna.token) as pc:
            listed = (await anna.ask(messages.ListTokens)).tokens
            (other,) = (each.token for each in listed if not each.current)
            assert isinstance(await anna.ask(messages.RevokeToken, token=other), messages.Ok)
            error = await phone.hear(messages.Error)
            assert (error.code, error.temporary) == (ErrorCode.TOKEN_REVOKED, False)
            assert await phone.client.close_code() == CloseCode.TOKEN_REVOKED
            assert (await pc.ask(messages.Me)).player == anna.player
    for crowd in two:
        async with crowd.caller(messages.Hello(1, 1, signed.token)) as back:
            assert back.error.code is ErrorCode.TOKEN_REVOKED
            assert await back.client.close_code() == CloseCode.TOKEN_REVOKED


async def test_even_the_token_that_made_the_player_can_be_revoked(two: list[Crowd]) -> None:
    first, second = two
    async with first.guest() as anna:
        await _claimed(anna)
        signed = await anna.ask(messages.SignIn, name="Anna", passphrase=PHRASE)
        async with second.guest(token=signed.token) as phone:
            assert isinstance(await phone.ask(messages.RevokeToken), messages.Ok)
            assert await anna.client.close_code() == CloseCode.TOKEN_REVOKED
            (listed,) = (await phone.ask(messages.ListTokens)).tokens
            assert listed.current
    for crowd in two:
        async with crowd.caller(messages.Hello(1, 1, anna.token)) as thief:
            assert thief.error.code is ErrorCode.TOKEN_REVOKED
        async with crowd.guest(token=signed.token) as phone:
            assert phone.player == anna.player


async def test_a_guests_only_token_can_be_revoked_by_himself(crowd: Crowd) -> None:
    async with crowd.guest("Anna") as anna:
        (own,) = (await anna.ask(messages.ListTokens)).tokens
        assert isinstance(await anna.ask(messages.RevokeToken, token=own.token), messages.Ok)
        assert await anna.client.close_code() == CloseCode.TOKEN_REVOKED
    async with crowd.caller(messages.Hello(1, 1, anna.token)) as back:
        assert back.error.code is ErrorCode.TOKEN_REVOKED
