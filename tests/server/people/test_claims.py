"""Names that are kept (`kozyr_server.people.claims`), and how many one may try."""

import asyncio

import pytest

from kozyr_protocol import messages
from kozyr_protocol.errors import ErrorCode
from kozyr_testing.crowds import Crowd, crowds

PHRASE = "correct horse"


async def test_of_two_who_claim_a_name_at_once_on_two_processes_one_has_it(
    two: list[Crowd],
) -> None:
    async with two[0].guest() as one, two[1].guest() as other:
        answers = await asyncio.gather(
            *(each.ask(messages.ClaimName, name="Anna", passphrase=PHRASE) for each in (one, other))
        )
    kinds = sorted(type(answer).__name__ for answer in answers)
    assert kinds == ["Error", "You"], answers
    (error,) = (answer for answer in answers if isinstance(answer, messages.Error))
    assert error.code is ErrorCode.NAME_TAKEN
    assert error.facts["proposal"]


async def test_a_renamed_person_is_renamed_on_all_his_connections(two: list[Crowd]) -> None:
    async with two[0].guest("Anna") as anna, two[1].guest(token=anna.token) as phone:
        you = await anna.ask(messages.Rename, name="Anya")
        assert (you.id, you.name) == (1, "Anya")
        told = await phone.hear(messages.You)
        assert (told.id, told.name) == (None, "Anya")
        # He who asked is not told again.
        assert (await anna.ask(messages.Me)).id == 2
    async with two[1].guest(token=anna.token) as back:
        assert back.welcome is not None
        assert back.welcome.name == "Anya"


async def test_other_capitals_keep_a_claim_and_another_name_gives_it_up(crowd: Crowd) -> None:
    async with crowd.guest() as anna, crowd.guest() as bob:
        await anna.ask(messages.ClaimName, name="Anna", passphrase=PHRASE)
        you = await anna.ask(messages.Rename, name="ANNA")
        assert (you.name, you.claimed) == ("ANNA", True)
        assert await bob.code(messages.Rename, name="Anna") is ErrorCode.NAME_TAKEN
        you = await anna.ask(messages.Rename, name="Eve")
        assert (you.name, you.claimed) == ("Eve", False)
        assert (await bob.ask(messages.Rename, name="Anna")).name == "Anna"
        assert (
            await bob.code(messages.SignIn, name="Anna", passphrase=PHRASE)
            is ErrorCode.WRONG_PASSPHRASE
        )


@pytest.mark.parametrize("passphrase", ["short", "       1234567       ", "x" * 129])
async def test_a_passphrase_has_8_to_128_characters(crowd: Crowd, passphrase: str) -> None:
    async with crowd.guest() as anna:
        error = await anna.ask(messages.ClaimName, name="Anna", passphrase=passphrase)
        assert (error.code, error.facts) == (
            *(ErrorCode.BAD_PASSPHRASE, {"min_chars": 8, "max_chars": 128}),
        )
        assert await anna.code(messages.ClaimName, name="", passphrase=PHRASE) is ErrorCode.BAD_NAME


async def test_names_that_guests_are_given_cannot_be_kept(crowd: Crowd) -> None:
    async with crowd.guest() as anna:
        code = await anna.code(messages.ClaimName, name="guest 0001", passphrase=PHRASE)
        assert code is ErrorCode.NAME_TAKEN


async def test_another_passphrase_is_taken_only_for_the_right_one(crowd: Crowd) -> None:
    async with crowd.guest() as anna:
        await anna.ask(messages.ClaimName, name="Anna", passphrase=PHRASE)
        change = messages.ChangePassphrase
        wrong = await anna.code(change, old="wrong horse", new="battery staple")
        assert wrong is ErrorCode.WRONG_PASSPHRASE
        assert await anna.code(change, old=PHRASE, new="short") is ErrorCode.BAD_PASSPHRASE
        assert isinstance(await anna.ask(change, old=PHRASE, new="battery staple"), messages.Ok)
        sign_in = messages.SignIn
        assert (
            await anna.code(sign_in, name="Anna", passphrase=PHRASE) is ErrorCode.WRONG_PASSPHRASE
        )
        assert await anna.code(sign_in, name="Anna", passphrase="battery staple") is None


# --- Floods


async def test_of_many_renames_only_some_are_done(two: list[Crowd]) -> None:
    """5 a minute, over all processes."""
    async with two[0].guest() as anna, two[1].guest(token=anna.token) as phone:
        answers = [
            await (anna, phone)[number % 2].ask(messages.Rename, name=f"Anna {number}")
            for number in range(12)
        ]
        errors = [answer for answer in answers if isinstance(answer, messages.Error)]
        assert len(answers) - len(errors) == 5
        assert {error.code for error in errors} == {ErrorCode.TOO_FAST}
        assert all(0 < error.facts["retry_ms"] <= 60_000 for error in errors)


async def test_nobody_hoards_names() -> None:
    """5 claims an hour of a person, 10 of an address."""
    async with crowds(2) as two:
        done = 0
        for number in range(4):
            async with two[number % 2].guest(address="203.0.113.7") as guest:
                for each in range(6):
                    name = f"Hoard {number} {each}"
                    answer = await guest.ask(messages.ClaimName, name=name, passphrase=PHRASE)
                    done += isinstance(answer, messages.You)
                    if each == 5:
                        assert answer.code is ErrorCode.TOO_FAST
        assert done == 10
        async with two[0].guest(address="198.51.100.7") as other:
            answer = await other.ask(messages.ClaimName, name="Other", passphrase=PHRASE)
            assert answer.claimed
