"""Which names are free (`kozyr_server.people.naming`)."""

import pytest

from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId
from kozyr_server.people.callers import RefusedError
from kozyr_server.people.naming import Naming
from kozyr_server.people.skeletons import skeleton
from kozyr_server.store.persons import Person
from kozyr_testing.crowds import Crowd

ANNA, BOB = PlayerId("p" + "a" * 16), PlayerId("p" + "b" * 16)


@pytest.fixture
def naming(crowd: Crowd) -> Naming:
    return Naming(crowd.store.people.persons, ("Dealer",), 12)


@pytest.mark.parametrize(
    "name", ["admin", "ADMIN", "аdmin", "the admin", "Admin_Anna", "Козырь", "dea1er", "M0derator"]
)
def test_words_that_speak_for_the_host_are_nobodys(naming: Naming, name: str) -> None:
    assert naming.is_reserved(name)


@pytest.mark.parametrize("name", ["Ada ♣", "Anna♣\ufe0f", "♧"])
def test_nobody_looks_like_a_house_bot(naming: Naming, name: str) -> None:
    assert naming.is_reserved(name)


@pytest.mark.parametrize(
    "name", ["Anna", "Ada", "Anna ♥", "Admiral", "Madmin", "Server2000", "козырёк"]
)
def test_words_that_are_near_are_free(naming: Naming, name: str) -> None:
    assert not naming.is_reserved(name)


@pytest.mark.parametrize(
    ("name", "may"),
    [
        *(("Guest 12", False), (" guest7 ", False), ("Guest 12!", False), ("Gueѕt 12", False)),
        *(("Гость 0481", False), ("ГОСТЬ7", False), ("Гocть 12", False)),
        *(("Guesty", True), ("Guest", True), ("Гость", True), ("Гостья 5", True), ("12", True)),
    ],
)
def test_names_of_guests_are_not_kept(naming: Naming, name: str, may: bool) -> None:
    assert naming.may_be_claimed(name) == may


async def test_a_proposal_is_free_and_no_longer_than_a_name(naming: Naming, crowd: Crowd) -> None:
    persons = crowd.store.people.persons
    name = "Annabelle 12"
    assert await persons.claim(ANNA, skeleton(name), name, "hash")
    proposals = []
    for _ in range(2):
        with pytest.raises(RefusedError) as refused:
            await naming.need_free(name, BOB)
        assert refused.value.code is ErrorCode.NAME_TAKEN
        proposals.append(refused.value.facts["proposal"])
        assert len(proposals[-1]) <= 12
        await naming.need_free(proposals[-1], BOB)
        assert await persons.claim(ANNA, skeleton(proposals[-1]), proposals[-1], "hash")
        assert await persons.claim(PlayerId("p" + "c" * 16), skeleton(name), name, "hash")
    assert proposals[0] != proposals[1]
    await naming.need_free(proposals[-1], ANNA)


async def test_what_is_proposed_is_in_ones_language(naming: Naming) -> None:
    assert (await naming.usual(Person(ANNA), "ru")).startswith("Гость ")
    assert (await naming.usual(Person(ANNA), "xx")).startswith("Guest ")
    with pytest.raises(RefusedError) as refused:
        await naming.need_free("admin", BOB, "ru")
    assert refused.value.facts["proposal"].startswith("Гость ")
    for language, word in (("ru", "Туз "), ("en", "Ace "), (None, "Ace ")):
        proposal = await naming.instead(BOB, language)
        assert proposal.startswith(word)
        assert naming.may_be_claimed(proposal)


async def test_the_usual_name_is_ones_own_or_a_guests(naming: Naming) -> None:
    assert (await naming.usual(Person(ANNA))).startswith("Guest ")
    assert await naming.usual(Person(ANNA, "Anna")) == "Anna"
    assert (await naming.usual(Person(ANNA, "admin"))).startswith("Guest ")
    assert await naming.usual(Person(ANNA, "admin", "some-key")) == "admin"


def test_a_bad_name_says_its_bound(naming: Naming) -> None:
    with pytest.raises(RefusedError) as refused:
        naming.cleaned("x" * 13)
    assert (refused.value.code, refused.value.facts) == (ErrorCode.BAD_NAME, {"max_chars": 12})
    assert naming.cleaned(" Anna ") == "Anna"
