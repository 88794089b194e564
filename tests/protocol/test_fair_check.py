import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr_protocol import fair
from kozyr_protocol.cards import PACK_32, PACK_52, draw_pack
from kozyr_protocol.fair import Fairness, FairnessError

SERVER_SEED = bytes(range(32))
SEAT_SEED = bytes(range(32, 64))
ROOM = "k3-golden"

SEEDS = [hashlib.sha256(b"seat %d" % seat).digest() for seat in range(4)]


def entry(n: int, first: Mapping[int, int], absent: Sequence[int] = ()) -> Fairness:
    """Shuffle `n` at a table of four; `first` has the first shuffle of each seat that committed."""
    return Fairness(
        n=n,
        tip=fair.tip(SERVER_SEED).hex(),
        server_link=fair.link(SERVER_SEED, n).hex(),
        seat_tips=tuple(fair.tip(SEEDS[s]).hex() if s in first else None for s in range(4)),
        seat_links=tuple(
            fair.link(SEEDS[s], n - first[s] + 1).hex() if s in first and s not in absent else None
            for s in range(4)
        ),
        missing=tuple(absent),
    )


FIRST = {0: 1, 2: 3, 3: 2}
GOOD = entry(5, FIRST, absent=[3])
FIRSTS = {fair.tip(SEEDS[seat]).hex(): first for seat, first in FIRST.items()}
DECK = fair.check_deal(ROOM, GOOD, FIRSTS, PACK_52)


def check(fairness: Fairness, room: str = ROOM, deck: Sequence[str] = DECK) -> tuple[str, ...]:
    """The problems of a changed deal; none would fail the test."""
    with pytest.raises(FairnessError) as caught:
        fair.check_deal(room, fairness, FIRSTS, PACK_52, deck)
    return caught.value.problems


def test_a_good_deal_gives_its_deck() -> None:
    server = fair.hashed(SERVER_SEED, 995)
    seats = [fair.hashed(SEEDS[0], 995), None, fair.hashed(SEEDS[2], 997), None]
    expected = fair.shuffled(PACK_52, fair.deal_key(server, ROOM, 5, seats))
    assert fair.check_deal(ROOM, GOOD, FIRSTS, PACK_52, expected) == tuple(expected)


def test_a_deal_in_which_no_seat_takes_part() -> None:
    alone = entry(1, {})
    deck = fair.check_deal(ROOM, alone, {}, PACK_32)
    assert fair.check_deal(ROOM, alone, {}, PACK_32, deck) == deck


def other(text: str) -> str:
    """Another text of 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def flipped(text: str) -> str:
    """The text with its last bit changed."""
    return text[:-1] + f"{int(text[-1], 16) ^ 1:x}"


def with_item(
    items: tuple[str | None, ...], at: int, change: Callable[[str], str | None]
) -> tuple[str | None, ...]:
    old = items[at]
    assert old is not None
    return (*items[:at], change(old), *items[at + 1 :])


TAMPERED = {
    "n up": (replace(GOOD, n=6), "The server's link does not hash to its tip in 6 steps."),
    "n down": (replace(GOOD, n=4), "The link of seat 2 does not hash to its tip in 2 steps."),
    "tip": (
        replace(GOOD, tip=flipped(GOOD.tip)),
        "The server's link does not hash to its tip in 5 steps.",
    ),
    "server_link": (
        replace(GOOD, server_link=flipped(GOOD.server_link)),
        "The server's link does not hash to its tip in 5 steps.",
    ),
    "a seat's tip": (
        replace(GOOD, seat_tips=with_item(GOOD.seat_tips, 0, other)),
        "It is not known which shuffle first lists the tip of seat 0.",
    ),
    "a missing seat's tip": (
        replace(GOOD, seat_tips=with_item(GOOD.seat_tips, 3, other)),
        "It is not known which shuffle first lists the tip of seat 3.",
    ),
    "a seat's tip taken away": (
        replace(GOOD, seat_tips=with_item(GOOD.seat_tips, 0, lambda _: None)),
        "Seat 0 has a link and no tip.",
    ),
    "a seat's link": (
        replace(GOOD, seat_links=with_item(GOOD.seat_links, 2, flipped)),
        "The link of seat 2 does not hash to its tip in 3 steps.",
    ),
    "a seat's next link": (
        replace(
            GOOD,
            seat_links=with_item(GOOD.seat_links, 0, lambda _: fair.link(SEEDS[0], 6).hex()),
        ),
        "The link of seat 0 does not hash to its tip in 5 steps.",
    ),
    "a seat's link taken away": (
        replace(GOOD, seat_links=with_item(GOOD.seat_links, 0, lambda _: None)),
        "The seats marked missing are not those with a tip and no link, [0, 3].",
    ),
    "a link called missing": (
        entry(5, FIRST, absent=[0, 3]),
        "Card 2 of the deck is not the one that the links give.",
    ),
    "missing not marked": (
        replace(GOOD, missing=()),
        "The seats marked missing are not those with a tip and no link, [3].",
    ),
    "missing marked twice": (
        replace(GOOD, missing=(3, 3)),
        "The seats marked missing are not those with a tip and no link, [3].",
    ),
    "missing marked for a seat that did not commit": (
        replace(GOOD, missing=(1, 3)),
        "The seats marked missing are not those with a tip and no link, [3].",
    ),
    "missing not ascending": (
        replace(entry(5, FIRST, absent=[0, 3]), missing=(3, 0)),
        "The seats marked missing are not those with a tip and no link, [0, 3].",
    ),
    "one link more": (
        replace(GOOD, seat_links=(*GOOD.seat_links, None)),
        "There are 4 entries in seat_tips and 5 in seat_links.",
    ),
    "one seat more": (
        replace(GOOD, seat_tips=(*GOOD.seat_tips, None), seat_links=(*GOOD.seat_links, None)),
        "Card 1 of the deck is not the one that the links give.",
    ),
    "a tip used by two seats": (
        replace(GOOD, seat_tips=(GOOD.seat_tips[0], GOOD.seat_tips[0], *GOOD.seat_tips[2:])),
        "Seat 1 has a tip that another chain of this shuffle has.",
    ),
    "the server's tip used by a seat": (
        replace(GOOD, seat_tips=(GOOD.seat_tips[0], GOOD.tip, *GOOD.seat_tips[2:])),
        "Seat 1 has a tip that another chain of this shuffle has.",
    ),
}


@pytest.mark.parametrize(("fairness", "problem"), TAMPERED.values(), ids=TAMPERED.keys())
def test_a_changed_deal_is_found(fairness: Fairness, problem: str) -> None:
    assert problem in check(fairness)


def test_another_room_is_found() -> None:
    assert check(GOOD, room="k3-other")[0].startswith("Card ")


@pytest.mark.parametrize("place", [0, 25, 50])
def test_two_exchanged_cards_are_found(place: int) -> None:
    deck = list(DECK)
    deck[place], deck[place + 1] = deck[place + 1], deck[place]
    sentence = f"Card {place + 1} of the deck is not the one that the links give."
    assert check(GOOD, deck=deck) == (sentence,)


def test_a_short_deck_is_found() -> None:
    assert check(GOOD, deck=DECK[:-1]) == ("The deck has 51 cards, the pack 52.",)


@pytest.mark.parametrize("n", [-1, 0, 1001, 10**30])
def test_a_number_out_of_range_is_one_problem(n: int) -> None:
    sentence = f"The number of the shuffle is {n}, not a number from 1 to 1000."
    assert check(replace(GOOD, n=n)) == (sentence,)


def test_a_tip_listed_later_than_the_shuffle_is_found() -> None:
    late = dict.fromkeys(FIRSTS, 6)
    with pytest.raises(FairnessError, match="first listed at shuffle 6 has no link for shuffle 5"):
        fair.check_deal(ROOM, GOOD, late, PACK_52)


BAD_HEX = [
    "",
    "00",
    "g" * 64,
    "0" * 63,
    "0" * 65,
    "A" * 64,
    " " + "0" * 63,
    "0" * 64 + "\n",
    "٠" * 64,
]


@pytest.mark.parametrize("text", BAD_HEX)
def test_only_64_lower_case_digits_are_read(text: str) -> None:
    problem = "is not 64 lower-case hexadecimal digits."
    with pytest.raises(FairnessError) as caught:
        fair.from_hex("link of seat 2", text)
    assert caught.value.problems == (f"The link of seat 2 {problem}",)
    assert f"The server's tip {problem}" in check(replace(GOOD, tip=text))
    assert f"The server's link {problem}" in check(replace(GOOD, server_link=text))
    changed = with_item(GOOD.seat_links, 2, lambda _: text)
    assert check(replace(GOOD, seat_links=changed)) == (f"The link of seat 2 {problem}",)


def test_a_tip_that_is_no_hexadecimal_is_found_even_where_the_link_is_missing() -> None:
    changed = replace(GOOD, seat_tips=with_item(GOOD.seat_tips, 3, lambda _: "tip"))
    with pytest.raises(FairnessError, match="tip of seat 3 is not 64 lower-case"):
        fair.check_deal(ROOM, changed, {**FIRSTS, "tip": 1}, PACK_52)


def test_all_problems_are_named_at_once() -> None:
    worse = replace(
        GOOD,
        server_link=flipped(GOOD.server_link),
        seat_links=with_item(GOOD.seat_links, 0, flipped),
        missing=(),
    )
    problems = check(worse)
    assert len(problems) == 3
    with pytest.raises(FairnessError) as caught:
        fair.check_deal(ROOM, worse, FIRSTS, PACK_52)
    assert str(caught.value) == " ".join(problems)


def test_errors_and_reprs_show_no_link() -> None:
    secret = [GOOD.server_link, *(text for text in GOOD.seat_links if text is not None)]
    shown = repr(GOOD)
    for fairness, _ in TAMPERED.values():
        shown += " ".join(check(fairness))
    assert not [text for text in secret if text in shown]


@settings(max_examples=40, deadline=None)
@given(
    data=st.data(),
    firsts=st.dictionaries(st.integers(0, 3), st.integers(1, 1000), max_size=4),
)
def test_any_run_of_links_checks_and_any_changed_bit_is_found(
    data: st.DataObject, firsts: dict[int, int]
) -> None:
    n = data.draw(st.integers(max(firsts.values(), default=1), 1000))
    absent = sorted(data.draw(st.sets(st.sampled_from(sorted(firsts))))) if firsts else []
    good = entry(n, firsts, absent)
    known = {fair.tip(SEEDS[seat]).hex(): first for seat, first in firsts.items()}
    deck = fair.check_deal(ROOM, good, known, PACK_32)
    assert sorted(deck) == sorted(PACK_32)
    sent = [seat for seat in firsts if seat not in absent]
    changed = [
        replace(good, tip=flipped(good.tip)),
        replace(good, server_link=flipped(good.server_link)),
        *(replace(good, seat_links=with_item(good.seat_links, s, flipped)) for s in sent),
        *(replace(good, seat_tips=with_item(good.seat_tips, s, flipped)) for s in firsts),
    ]
    for fairness in changed:
        with pytest.raises(FairnessError):
            fair.check_deal(ROOM, fairness, known, PACK_32, deck)


# --- A whole game -----------------------------------------------------------------------------


def test_the_first_shuffle_of_each_tip() -> None:
    run = [
        entry(1, {0: 1}),
        entry(2, {0: 1, 3: 2}, absent=[0]),
        entry(3, {3: 2}),  # seat 0 is played by a stand-in
        entry(4, {0: 1, 2: 4, 3: 2}),
    ]
    firsts = fair.first_shuffles(run)
    tips = {seat: fair.tip(SEEDS[seat]).hex() for seat in (0, 2, 3)}
    assert firsts == {tips[0]: 1, tips[3]: 2, tips[2]: 4}
    for fairness in run:
        fair.check_deal(ROOM, fairness, firsts, PACK_52)


def test_a_tip_keeps_its_first_shuffle_when_the_draw_moves_its_owner() -> None:
    draw = entry(1, {0: 1})
    moved = replace(
        entry(2, {0: 1}),
        seat_tips=(None, None, fair.tip(SEEDS[0]).hex(), None),
        seat_links=(None, None, fair.link(SEEDS[0], 2).hex(), None),
    )
    firsts = fair.first_shuffles([draw, moved])
    assert set(fair.check_deal(ROOM, draw, firsts, draw_pack(4))) == {"JS", "QS", "KS", "AS"}
    assert sorted(fair.check_deal(ROOM, moved, firsts, PACK_52)) == sorted(PACK_52)


def test_a_shuffle_that_was_left_out_is_found() -> None:
    with pytest.raises(FairnessError, match="Shuffle 2 of the game has the number 3"):
        fair.first_shuffles([entry(1, {}), entry(3, {})])
    with pytest.raises(FairnessError, match="Shuffle 1 of the game has the number 2"):
        fair.first_shuffles([entry(2, {})])


def test_an_exchanged_chain_of_the_server_is_found() -> None:
    exchanged = replace(entry(2, {}), tip=fair.tip(SEAT_SEED).hex())
    with pytest.raises(FairnessError, match="Shuffle 2 has another tip of the server"):
        fair.first_shuffles([entry(1, {}), exchanged])


# --- Its form in records ----------------------------------------------------------------------


def test_an_entry_of_a_record_is_read() -> None:
    decoded = json.loads(json.dumps(asdict(GOOD) | {"later": "ignored"}))
    assert Fairness.from_entry(decoded) == GOOD


def test_msgspec_reads_and_writes_the_same_form() -> None:
    encoded = msgspec.json.encode(GOOD)
    assert json.loads(encoded) == json.loads(json.dumps(asdict(GOOD)))
    assert msgspec.json.decode(encoded, type=Fairness) == GOOD


@pytest.mark.parametrize("name", ["n", "tip", "server_link", "seat_tips", "seat_links", "missing"])
def test_an_entry_without_a_field_is_refused(name: str) -> None:
    decoded = {key: value for key, value in asdict(GOOD).items() if key != name}
    with pytest.raises(FairnessError, match=f"The field {name} is not there"):
        Fairness.from_entry(decoded)


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("n", "5", "field n is not a number"),
        ("n", True, "field n is not a number"),
        ("n", 5.0, "field n is not a number"),
        ("tip", None, "tip or server_link is not a text"),
        ("server_link", 7, "tip or server_link is not a text"),
        ("seat_tips", "ab", "seat_tips or seat_links is not a list"),
        ("seat_links", [None, 3], "seat_tips or seat_links is not a list"),
        ("missing", None, "field missing is not a list of seats"),
        ("missing", ["3"], "field missing is not a list of seats"),
    ],
)
def test_an_entry_with_a_wrong_type_is_refused(name: str, value: object, problem: str) -> None:
    with pytest.raises(FairnessError, match=problem):
        Fairness.from_entry(asdict(GOOD) | {name: value})


def test_the_file_alone_checks_a_deal_without_anything_installed(tmp_path: Path) -> None:
    shutil.copy(fair.__file__, tmp_path / "fair.py")
    (tmp_path / "deal.json").write_text(json.dumps(asdict(GOOD)))
    program = (
        "import json, sys; sys.path.insert(0, '.'); import fair\n"
        "entry = fair.Fairness.from_entry(json.load(open('deal.json')))\n"
        "room, firsts, pack = json.loads(sys.argv[1])\n"
        "print(' '.join(fair.check_deal(room, entry, firsts, pack)))\n"
        "print('msgspec' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, json.dumps([ROOM, FIRSTS, PACK_52])],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.splitlines() == [" ".join(DECK), "False"]
