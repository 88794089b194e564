import hashlib
import hmac
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr_protocol import fair
from kozyr_protocol.cards import PACK_32, PACK_52, PACK_KING_JOKERS, draw_pack
from kozyr_protocol.fair import FairnessError

SERVER_SEED = bytes(range(32))
SEAT_SEED = bytes(range(32, 64))
ROOM = "k3-golden"
DEALS_SEED = "kozyr fair deals 1"


# --- The algorithm a second time, from its description, sharing nothing with fair.py ----------


def reference_fold(value: bytes, times: int) -> bytes:
    while times > 0:
        value, times = hashlib.sha256(value).digest(), times - 1
    return value


def reference_deck(
    pack: list[str], server_link: bytes, room: str, n: int, links: list[bytes | None]
) -> list[str]:
    message = b"kozyr.deal/1" + b"\x00" + room.encode("utf-8") + b"\x00" + n.to_bytes(4, "big")
    for entry in links:
        message += b"\x00" if entry is None else b"\x20" + entry
    key = hmac.new(server_link, message, hashlib.sha256).digest()
    unused: list[int] = []
    counter = 0
    deck = pack[:]
    for i in range(len(deck) - 1, 0, -1):
        r = i + 1
        while True:
            if not unused:
                block = hmac.new(key, counter.to_bytes(4, "big"), hashlib.sha256).digest()
                unused = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
                counter += 1
            w = unused.pop(0)
            if w < (2**32 // r) * r:
                break
        deck[i], deck[w % r] = deck[w % r], deck[i]
    return deck


# --- Chains -----------------------------------------------------------------------------------


def test_the_tip_of_a_known_seed() -> None:
    expected = "45cd0d40a72c806c4b78bbeca7a52d9fa6f25751fea57cf1564e7b70b9519db4"
    assert fair.tip(SERVER_SEED).hex() == expected
    expected = "4335a3f8e00ace51e3475437b9545be7417286a1089dee107134ffcb81501fa6"
    assert fair.tip(SEAT_SEED).hex() == expected


def test_all_thousand_links_fold_to_the_tip() -> None:
    value = fair.tip(SERVER_SEED)
    for n in range(1, 1001):
        found = fair.link(SERVER_SEED, n)
        assert hashlib.sha256(found).digest() == value, n
        value = found


def test_the_last_link_is_the_seed() -> None:
    assert fair.link(SERVER_SEED, 1000) == SERVER_SEED
    assert fair.is_link(fair.tip(SERVER_SEED), SERVER_SEED, 1000)


@pytest.mark.parametrize("n", [-1, 0, 1001, 2**32])
def test_a_chain_has_no_link_outside_its_thousand(n: int) -> None:
    with pytest.raises(FairnessError, match="from 1 to 1000"):
        fair.link(SERVER_SEED, n)
    with pytest.raises(FairnessError, match="from 1 to 1000"):
        fair.Chain.from_seed(SERVER_SEED).link(n)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    makers: list[Callable[[bytes], object]] = [
        fair.tip,
        fair.Chain.from_seed,
        lambda seed: fair.link(seed, 1),
    ]
    for maker in makers:
        with pytest.raises(FairnessError, match=rf"seed has {length} bytes, not 32"):
            maker(bytes(length))


def test_a_chain_in_memory_is_the_same_chain() -> None:
    chain = fair.Chain.from_seed(SEAT_SEED)
    assert chain.tip == fair.tip(SEAT_SEED)
    assert [chain.link(n) for n in (1, 2, 500, 999, 1000)] == [
        fair.link(SEAT_SEED, n) for n in (1, 2, 500, 999, 1000)
    ]


def test_a_chain_does_not_print_its_links() -> None:
    shown = repr(fair.Chain.from_seed(SEAT_SEED))
    assert SEAT_SEED.hex() not in shown
    assert repr(SEAT_SEED) not in shown


def test_a_link_is_checked_with_its_number_of_folds() -> None:
    tip, seventh = fair.tip(SEAT_SEED), fair.link(SEAT_SEED, 7)
    assert fair.is_link(tip, seventh, 7)
    assert not fair.is_link(tip, seventh, 6)
    assert not fair.is_link(tip, seventh, 8)
    assert fair.is_link(seventh, fair.link(SEAT_SEED, 8), 1)


def test_what_cannot_be_a_link_is_none() -> None:
    tip = fair.tip(SEAT_SEED)
    assert not fair.is_link(tip, tip, 0)
    assert not fair.is_link(tip, SEAT_SEED[:31], 1000)
    assert not fair.is_link(tip[:31], SEAT_SEED, 1000)
    assert not fair.is_link(fair.hashed(SEAT_SEED, 1001), SEAT_SEED, 1001)


def test_folds_count_from_the_first_shuffle_that_lists_the_tip() -> None:
    assert fair.folds(12) == 12
    assert fair.folds(12, 12) == 1
    assert fair.folds(12, 5) == 8
    with pytest.raises(FairnessError, match="first listed at shuffle 5 has no link for shuffle 4"):
        fair.folds(4, 5)
    with pytest.raises(FairnessError, match="first listed at shuffle 0"):
        fair.folds(4, 0)
    for n in (0, 1001):
        with pytest.raises(FairnessError, match="from 1 to 1000"):
            fair.folds(n)


# --- The deal key and the deck, to the byte -----------------------------------------------------

GOLDEN = {
    "52 cards, nobody takes part": (
        (PACK_52, ROOM, 1, (None, None, None, None)),
        "981b6945ae2f634e8d6aca7a684714e3833aab220661db454c823a4b02f94ff3",
        (
            "AH AD 5D 2S 7H 7D 9C KD QD 6S TS 7C 4H 5S 3S 4D 2H 8H 8D JC QH 8C 3D 9D TD TC "
            "KS 2C AC 3H 4S 2D JS 8S QS 6H 6C 9H 9S 3C JH KC 5C QC 5H 6D TH 4C 7S JD KH AS"
        ),
    ),
    "52 cards, one seat of three takes part, its second link": (
        (PACK_52, ROOM, 3, (fair.link(SEAT_SEED, 2), None, None)),
        "e23f27cd7f1ce9f0db546b9d75fece761cdf2ba9997f8841a55fbda3945b1e9a",
        (
            "9H JC AH 6S 5D 2H 5H JD 7D AC TH 7C KH 6C 9D JH QD 5C 3C AS KS QH 4S 8H QC 8C "
            "KC JS TD 2C AD 4D 7H TC 7S 9S KD 4C 6D 4H 9C 6H 5S TS 8D QS 3H 3S 2S 3D 8S 2D"
        ),
    ),
    "32 cards, the last link, a room's id beyond ASCII": (
        (PACK_32, "комната", 1000, (None, None, None, None)),
        "c7d36c6c812489fb8e9413e6d96d2aed3875c2dac3448e6f2f5115c77eccb323",
        (
            "TC TD AD 7C AS 9C 7S KC 8C KD JD QH JC AC 7H QS "
            "QC 8D AH 9S 9H JH TS 8S 9D 8H KS QD JS 7D KH TH"
        ),
    ),
    "King with jokers": (
        (PACK_KING_JOKERS, ROOM, 2, (None, None, None, None)),
        "a754f9cb5613094f22d86b4ec9ab26e0971f537d5ddd30b2fe45590798d08268",
        (
            "8H KH JS KD JD KC 8D QS JH AS QC X1 KS QH 9C QD "
            "7H AD TS 9S 8C 7D TH X2 9H 8S AC TD JC 9D TC AH"
        ),
    ),
    "the draw for five seats": (
        (draw_pack(5), ROOM, 1, (None, None, None, None, None)),
        "5942aaafe4977b6b1e0c76a956c4726a3a03849de6d2b3808ecf5284466409cd",
        "AS JS QS KS TS",
    ),
}

Deal = tuple[tuple[str, ...], str, int, tuple[bytes | None, ...]]


@pytest.mark.parametrize(("deal", "key", "deck"), GOLDEN.values(), ids=GOLDEN.keys())
def test_the_deck_of_known_links_never_changes(deal: Deal, key: str, deck: str) -> None:
    pack, room, n, seat_links = deal
    made = fair.deal_key(fair.link(SERVER_SEED, n), room, n, seat_links)
    assert made.hex() == key
    assert " ".join(fair.shuffled(pack, made)) == deck


links = st.binary(min_size=32, max_size=32)
room_ids = st.text(min_size=1, max_size=20).filter(
    lambda text: "\0" not in text and text.isprintable()
)


@settings(max_examples=60, deadline=None)
@given(
    server_link=links,
    room=room_ids,
    n=st.integers(1, 1000),
    seat_links=st.lists(st.none() | links, max_size=8),
    pack=st.sampled_from([PACK_52, PACK_32, PACK_KING_JOKERS, draw_pack(7), draw_pack(1)]),
)
def test_the_deck_is_that_of_the_description(
    server_link: bytes,
    room: str,
    n: int,
    seat_links: list[bytes | None],
    pack: tuple[str, ...],
) -> None:
    deck = fair.shuffled(pack, fair.deal_key(server_link, room, n, seat_links))
    assert list(deck) == reference_deck(list(pack), server_link, room, n, seat_links)
    assert sorted(deck) == sorted(pack)


def test_every_part_of_a_deal_changes_the_key() -> None:
    a, b = fair.link(SEAT_SEED, 1), fair.link(SEAT_SEED, 2)
    keys = [
        fair.deal_key(a, ROOM, 1, [None, None]),
        fair.deal_key(b, ROOM, 1, [None, None]),
        fair.deal_key(a, ROOM + "x", 1, [None, None]),
        fair.deal_key(a, ROOM, 2, [None, None]),
        fair.deal_key(a, ROOM, 1, [None]),
        fair.deal_key(a, ROOM, 1, [None, None, None]),
        fair.deal_key(a, ROOM, 1, [b, None]),
        fair.deal_key(a, ROOM, 1, [None, b]),
        fair.deal_key(a, ROOM, 1, [a, b]),
        fair.deal_key(a, ROOM, 1, [b, a]),
    ]
    assert len(set(keys)) == len(keys)


def test_a_deal_key_needs_links_of_32_bytes() -> None:
    good = bytes(32)
    with pytest.raises(FairnessError, match="server's link has 31 bytes, not 32"):
        fair.deal_key(bytes(31), ROOM, 1, [None])
    with pytest.raises(FairnessError, match="link of seat 1 has 33 bytes, not 32"):
        fair.deal_key(good, ROOM, 1, [None, bytes(33)])
    with pytest.raises(FairnessError, match="deal key has 0 bytes, not 32"):
        fair.shuffled(PACK_32, b"")


@pytest.mark.parametrize("n", [-1, 0, 1001, 2**32])
def test_a_deal_key_needs_a_shuffle_of_the_chain(n: int) -> None:
    with pytest.raises(FairnessError, match=r"number of the shuffle is .*, not a number from 1"):
        fair.deal_key(bytes(32), ROOM, n, [None])


def test_a_deal_key_needs_a_rooms_id() -> None:
    for room in ("", "a\0b"):
        with pytest.raises(FairnessError, match="empty or has a NUL"):
            fair.deal_key(bytes(32), room, 1, [None])
    with pytest.raises(FairnessError, match="UTF-8"):
        fair.deal_key(bytes(32), "\ud800", 1, [None])


# --- Rejection and uniformity -----------------------------------------------------------------

TOO_HIGH_FOR_3 = 2**32 // 3 * 3
"""The first word that a place with three cards up to it does not take: 4294967295."""


def test_a_word_at_the_limit_is_not_taken() -> None:
    assert TOO_HIGH_FOR_3 == 4294967295
    # Taken for r = 3 it would be 0 and swap a with c; the next word, 2, leaves c in its place.
    assert fair.permuted("abc", [TOO_HIGH_FOR_3, 2, 1]) == ("a", "b", "c")
    assert fair.permuted("abc", [TOO_HIGH_FOR_3, TOO_HIGH_FOR_3, 0, 1]) == ("c", "b", "a")


def test_the_word_below_the_limit_is_taken() -> None:
    # 4294967294 mod 3 = 2: c stays; then 0 for r = 2 swaps a and b, and 1 is not used.
    assert fair.permuted("abc", [TOO_HIGH_FOR_3 - 1, 0, 1]) == ("b", "a", "c")


def test_a_power_of_two_takes_every_word() -> None:
    assert fair.permuted("ab", [2**32 - 1]) == ("a", "b")
    assert fair.permuted("ab", [2**32 - 2]) == ("b", "a")


@pytest.mark.parametrize("r", range(2, 53))
def test_the_limit_of_every_place_of_a_pack(r: int) -> None:
    pack = list(range(r))
    limit = (2**32 // r) * r
    stay = list(range(r - 2, 0, -1))  # the words that leave all other cards where they are
    taken = fair.permuted(pack, [limit - 1, *stay])
    assert taken == tuple(pack), "the last word below the limit is r - 1 modulo r"
    if limit < 2**32:
        refused = fair.permuted(pack, [limit, 0, *stay])
        assert (refused[0], refused[-1]) == (r - 1, 0)
        assert fair.permuted(pack, [limit, r - 1, *stay]) == tuple(pack)


def test_a_stream_that_ends_is_an_error() -> None:
    with pytest.raises(FairnessError, match="ended before the deck was made"):
        fair.permuted("abc", [1])


def test_packs_without_choice_need_no_word() -> None:
    assert fair.permuted("", []) == ()
    assert fair.permuted("a", []) == ("a",)


def test_words_come_eight_a_block_in_order() -> None:
    key = hashlib.sha256(b"words").digest()
    stream = fair.words(key)
    got = b"".join(next(stream).to_bytes(4, "big") for _ in range(24))
    blocks = [hmac.new(key, bytes([0, 0, 0, i]), "sha256").digest() for i in range(3)]
    assert got == b"".join(blocks)


def deal_keys(count: int) -> Iterator[bytes]:
    print(f"seed of the deals: {DEALS_SEED!r}")
    seed = hashlib.sha256(DEALS_SEED.encode()).digest()
    for i in range(count):
        yield fair.deal_key(seed, f"room-{i}", i % 1000 + 1, [None, None])


def deviation(decks: Sequence[Sequence[str]], pack: Sequence[str]) -> float:
    """How many standard deviations the table place x card is from that of a uniform shuffle.

    Each deck fills a permutation matrix, so the sum of (seen - expected)² / expected, times
    (k - 1) / k, is chi-square with (k - 1)² degrees of freedom.
    """
    k = len(pack)
    seen = Counter((place, card) for deck in decks for place, card in enumerate(deck))
    expected = len(decks) / k
    cells = ((seen[place, card] - expected) ** 2 for place in range(k) for card in pack)
    freedom = (k - 1) ** 2
    return (sum(cells) / expected * (k - 1) / k - freedom) / sqrt(2 * freedom)


@pytest.mark.parametrize(("pack", "decks"), [(draw_pack(6), 12_000), (PACK_52, 4_000)])
def test_every_card_is_equally_often_in_every_place(pack: tuple[str, ...], decks: int) -> None:
    result = deviation([fair.shuffled(pack, key) for key in deal_keys(decks)], pack)
    assert abs(result) < 3.5, f"{result:.2f} standard deviations"


def test_the_test_of_places_sees_a_shuffle_that_is_off_by_one() -> None:
    rng = random.Random(DEALS_SEED)

    def never_stays(pack: Sequence[str]) -> list[str]:
        deck = list(pack)
        for i in range(len(deck) - 1, 0, -1):
            j = rng.randrange(i)
            deck[i], deck[j] = deck[j], deck[i]
        return deck

    def swaps_with_any(pack: Sequence[str]) -> list[str]:
        deck = list(pack)
        for i in range(len(deck) - 1, 0, -1):
            j = rng.randrange(len(deck))
            deck[i], deck[j] = deck[j], deck[i]
        return deck

    for wrong in (never_stays, swaps_with_any):
        assert deviation([wrong(PACK_52) for _ in range(4_000)], PACK_52) > 10


def test_every_order_of_four_cards_is_equally_likely() -> None:
    pack = draw_pack(4)
    seen = Counter(fair.shuffled(pack, key) for key in deal_keys(24_000))
    assert set(seen) == set(permutations(pack))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in seen.values())
    assert chi_square < 49.7, "23 degrees of freedom: one in a thousand is above 49.7"
