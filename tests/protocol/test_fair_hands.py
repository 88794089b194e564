"""Whoever reads `protocol/README.md` alone can deal the cards of every record again.

The first half is written from "Fair deals" of that text with the standard library and imports
nothing of the project: a client's author would write the same.
"""

import hashlib
import hmac
import json
import struct
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

Json = dict[str, Any]
RECORDED = Path(__file__).parents[1] / "games/recorded"


# --- From the text


def _shuffled(room: str, fairness: Json, pack: Sequence[str]) -> list[str]:
    links = [b"\x00" if x is None else b"\x20" + bytes.fromhex(x) for x in fairness["seat_links"]]
    head = b"kozyr.deal/1\x00" + room.encode() + b"\x00" + struct.pack(">I", fairness["n"])
    key = hmac.digest(bytes.fromhex(fairness["server_link"]), head + b"".join(links), "sha256")
    blocks = (hmac.digest(key, struct.pack(">I", number), "sha256") for number in count())
    words = (word for block in blocks for word in struct.unpack(">8I", block))
    deck = list(pack)
    for i in range(len(deck) - 1, 0, -1):
        limit = 2**32 // (i + 1) * (i + 1)
        other = next(word for word in words if word < limit) % (i + 1)
        deck[i], deck[other] = deck[other], deck[i]
    return deck


def _pack(record: Json) -> list[str]:
    is_king = record["game"] in {"king", "king_jokers"}
    ranks = "789TJQKA" if is_king else "23456789TJQKA"
    pack = [rank + suit for suit in "CDHS" for rank in ranks]
    jokers = record["options"].get("jokers", 0)
    gone = {"7C", "7S"} if is_king and (len(record["seats"]) == 3 or jokers == 2) else set()
    gone |= {"7S"} if jokers == 1 else set()
    return [card for card in pack if card not in gone] + ["X1", "X2"][:jokers]


def _draw_pack(record: Json) -> list[str]:
    spades = [card for card in _pack(record) if card[1] == "S"]
    if record["game"] == "twenty_nine":
        spades = spades[-1:] + spades[:-1]
    return spades[-len(record["seats"]) :]


def _packets(deck: Iterator[str], dealer: int, seats: int, sizes: Sequence[int]) -> list[list[str]]:
    hands: list[list[str]] = [[] for _ in range(seats)]
    for size in sizes:
        for step in range(1, seats + 1):
            hands[(dealer + step) % seats] += islice(deck, size)
    return hands


def _size(plan: str, deal: int, full: int) -> int:
    down, up = list(range(full, 0, -1)), list(range(1, full + 1))
    sizes = {"full": [full], "down_up": down + up[1:], "up_down": up + down[1:], "up": up}[plan]
    return sizes[(deal - 1) % len(sizes)]


def _dealt(record: Json, deal: Json, first_deck: list[str]) -> Json:
    """The cards of a deal, as the record names them."""
    game, options, seats = record["game"], record["options"], len(record["seats"])
    cards = _shuffled(record["room"], deal["fairness"], _pack(record))
    found: Json = {"aside": [], "stock": [], "turned": None, "upcard": None}
    kept: list[str] = []
    sizes = [1] * 10
    if game == "oh_well":
        full = 52 // seats
        kept = first_deck[seats * full :] if options["put_aside"] == "kept_out" else []
        sizes = [1] * _size(options["hand_plan"], deal["number"], full)
    elif game == "knaves":
        sizes = [1] * options["hand_size"]
    elif game.startswith("king"):
        number = deal["number"]
        praise = 8 <= number <= 11 and options.get("positive_half", "praise") == "praise"
        sizes = [3, 2, 2, 1] if praise else [2] * (4 if seats == 4 else 5)
        # A deal that ends with a split, or with the last yes to it, ends in its pause.
        is_split = deal["actions"][-1]["action"]["type"] in {"declare", "agree"}
        sizes = [3] if is_split and not options["split_full_hand"] else sizes
    elif game == "twenty_nine":
        sizes = [1] * (52 // seats + (52 % seats > 0 and not options["set_aside"]))
    deck = iter([card for card in cards if card not in kept])
    hands = _packets(deck, deal["dealer"], seats, sizes)
    match game:
        case "oh_well" | "knaves":
            turns = game == "knaves" or options["trump"] == "turn_up"
            found["turned"] = next(deck, None) if turns else None
            found["aside"] = [*deck, *kept]
        case "gin_rummy":
            found["upcard"], found["stock"] = next(deck), list(deck)
        case "twenty_nine":
            found["aside"] = list(deck)
    return {**found, "hands": hands}


def _next_dealer(record: Json, deal: Json) -> int:
    seats = len(record["seats"])
    if record["game"] == "knaves" and not deal["actions"]:
        return int(deal["dealer"])
    if record["game"] == "gin_rummy":
        if deal["detail"]["knocker"] is None:
            return int(deal["dealer"])
        winner = int(deal["scores"].index(max(deal["scores"])))
        ways = {"winner": winner, "loser": 1 - winner, "alternate": 1 - int(deal["dealer"])}
        return ways[record["options"]["next_dealer"]]
    return int((deal["dealer"] + 1) % seats)


# --- Against what was played


def _records() -> list[Any]:
    return [
        pytest.param(json.loads(line), id=f"{path.parent.name}-{path.stem}-{number}")
        for path in sorted(RECORDED.glob("*/*.jsonl"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines())
    ]


@pytest.mark.parametrize("record", _records())
def test_the_cards_of_a_record_are_those_of_its_links(record: Json) -> None:
    first = _shuffled(record["room"], record["deals"][0]["fairness"], _pack(record))
    for deal in record["deals"]:
        dealt = _dealt(record, deal, first)
        for name, cards in dealt.items():
            assert cards == deal.get(name, type(cards)()), f"{name} of deal {deal['number']}"


@pytest.mark.parametrize("record", _records())
def test_the_draw_seats_and_the_deal_goes_round(record: Json) -> None:
    draw, dealer = record["draw"], 0
    assert (draw is None) == (record["options"]["draw"] == "off")
    if draw is not None:
        assert draw["fairness"]["n"] == 1
        assert draw["cards"] == _shuffled(record["room"], draw["fairness"], _draw_pack(record))
        dealer = draw["cards"].index(_draw_pack(record)[-1])
    for shuffle, deal in enumerate(record["deals"], start=1 if draw is None else 2):
        assert (deal["dealer"], deal["fairness"]["n"]) == (dealer, shuffle)
        dealer = _next_dealer(record, deal)


@pytest.mark.parametrize("record", _records())
def test_every_link_hashes_to_its_tip(record: Json) -> None:
    shuffles = [deal["fairness"] for deal in record["deals"]]
    shuffles = shuffles if record["draw"] is None else [record["draw"]["fairness"], *shuffles]
    first: dict[str, int] = {}
    for shuffle in shuffles:
        links = [(shuffle["server_link"], shuffle["tip"], shuffle["n"])]
        for tip, link in zip(shuffle["seat_tips"], shuffle["seat_links"], strict=True):
            if tip is not None:
                first.setdefault(tip, shuffle["n"])
            if link is not None:
                links.append((link, tip, shuffle["n"] - first[tip] + 1))
        for link, tip, folds in links:
            value = bytes.fromhex(link)
            for _ in range(folds):
                value = hashlib.sha256(value).digest()
            assert value.hex() == tip


@pytest.mark.parametrize("record", [each for each in _records() if "king" in each.id])
def test_the_last_card_is_that_of_who_declared(record: Json) -> None:
    place = 2 if record["options"]["by_last_card"] == "third" else 7
    for deal in record["deals"]:
        calls = [each for each in deal["actions"] if each["action"]["type"] == "declare"]
        by_last = calls and calls[-1]["action"]["call"] == "by_last"
        shown = deal["hands"][calls[-1]["seat"]][place] if by_last else None
        assert deal["last_card"] == shown


def test_all_games_and_the_rare_ways_to_deal_are_among_them() -> None:
    records = [each.values[0] for each in _records()]
    assert {record["game"] for record in records} == {
        *("gin_rummy", "king", "king_jokers", "knaves", "oh_well", "twenty_nine")
    }
    seen = {
        "three at King": any(r["game"] == "king" and len(r["seats"]) == 3 for r in records),
        "one joker": any(r["options"].get("jokers") == 1 for r in records),
        "kept out": any(r["options"].get("put_aside") == "kept_out" for r in records),
        "uneven": any(r["game"] == "twenty_nine" and 52 % len(r["seats"]) for r in records),
        "set aside": any(r["options"].get("set_aside") for r in records),
        "redealt": any(
            not deal["actions"] for r in records if r["game"] == "knaves" for deal in r["deals"]
        ),
        "split": any(len(deal["hands"][0]) == 3 for r in records for deal in r["deals"]),
        "with links of seats": any(
            any(deal["fairness"]["seat_links"]) for r in records for deal in r["deals"]
        ),
    }
    assert all(seen.values()), seen
