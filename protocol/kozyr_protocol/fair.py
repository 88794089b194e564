"""Fair deals: chains of links, the key of a deal, the shuffle, and the check of a finished deal.

This file needs the standard library alone and imports nothing of kozyr, so that whoever wants to
check a deal can take it as it is. H is SHA-256 throughout; bytes are lower-case hexadecimal in
records and on the wire.

A **chain** starts from 32 random bytes, the seed. They are hashed 1,000 times; the last hash is
the **tip**, which is published first. Link *n* is the value whose n-fold hash is the tip: link 1 is
the last value before the tip and link 1,000 is the seed itself. So all 1,000 links can be used,
and because a chain serves one game only, showing the seed as the last link gives nothing away.

The server's link for shuffle *n* of a game is its link *n*. A seat's link for shuffle *n* is its
link *n - f + 1*, *f* being the first shuffle of the game that lists the seat's tip; a shuffle that
the seat missed uses its link up.
"""

import hashlib
import hmac
import re
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Final, Self, TypeGuard, TypeVar

CHAIN_LENGTH: Final = 1000
"""Links of a chain, and so the greatest number of shuffles of a game."""

LINK_BYTES: Final = 32
"""Length of a seed, a link, a tip and a deal key."""

WORD_VALUES: Final = 2**32
"""How many values a word of the stream can have."""

_LABEL: Final = b"kozyr.deal/1"
_NO_LINK: Final = b"\x00"
_LINK_FOLLOWS: Final = bytes([LINK_BYTES])
_HEX: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)

T = TypeVar("T")


class FairnessError(ValueError):
    """A deal, or what a deal is made from, is not what it should be.

    Attributes:
        problems: one sentence for each thing that is wrong. No link, seed or card is in them, so
            they may be logged.
    """

    def __init__(self, *problems: str) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return " ".join(self.problems)


# --- Chains -----------------------------------------------------------------------------------


def _need_bytes(name: str, value: bytes) -> None:
    if len(value) != LINK_BYTES:
        raise FairnessError(f"The {name} has {len(value)} bytes, not {LINK_BYTES}.")


def _need_number(name: str, number: int) -> None:
    if not 1 <= number <= CHAIN_LENGTH:
        raise FairnessError(f"The {name} is {number}, not a number from 1 to {CHAIN_LENGTH}.")


def hashed(value: bytes, times: int) -> bytes:
    """The value hashed again and again, `times` times; 0 gives it back."""
    sha256 = hashlib.sha256
    for _ in range(times):
        value = sha256(value).digest()
    return value


def tip(seed: bytes) -> bytes:
    """The tip of the chain that starts from a seed: 1,000 hashes.

    Raises:
        FairnessError: the seed has not 32 bytes.
    """
    _need_bytes("seed", seed)
    return hashed(seed, CHAIN_LENGTH)


def link(seed: bytes, n: int) -> bytes:
    """Link `n` of the chain that starts from a seed: the value whose n-fold hash is the tip.

    At most 999 hashes, so a room needs to keep no more than the seed.

    Args:
        seed: 32 bytes.
        n: 1 to `CHAIN_LENGTH`; the last link is the seed.

    Raises:
        FairnessError: the seed has not 32 bytes, or the chain has no such link.
    """
    _need_bytes("seed", seed)
    _need_number("number of the link", n)
    return hashed(seed, CHAIN_LENGTH - n)


def folds(n: int, first: int = 1) -> int:
    """The number of a chain's link for shuffle `n`, which is how often it hashes to the tip.

    Args:
        n: the shuffle, 1 to `CHAIN_LENGTH`.
        first: the first shuffle that lists the chain's tip; 1 for the server's chain.

    Raises:
        FairnessError: `n` is out of range, or `first` is not a shuffle up to `n`.
    """
    _need_number("number of the shuffle", n)
    if not 1 <= first <= n:
        raise FairnessError(f"A tip first listed at shuffle {first} has no link for shuffle {n}.")
    return n - first + 1


def is_link(tip: bytes, link: bytes, folds: int) -> bool:
    """Whether the link, hashed `folds` times, is the tip.

    Any known link may stand for the tip, which saves hashes: link 8 is checked against link 7 with
    one fold. A link of a wrong length or a number of folds out of range is no link.
    """
    return (
        len(tip) == LINK_BYTES
        and len(link) == LINK_BYTES
        and 1 <= folds <= CHAIN_LENGTH
        and hashed(link, folds) == tip
    )


@dataclass(frozen=True, slots=True, repr=False)
class Chain:
    """A whole chain in memory (32 KiB), for a client that shows its links one after the other."""

    values: tuple[bytes, ...]
    """The tip, then link 1 to link 1,000."""

    @classmethod
    def from_seed(cls, seed: bytes) -> Self:
        """The chain that starts from 32 random bytes.

        Raises:
            FairnessError: the seed has not 32 bytes.
        """
        _need_bytes("seed", seed)
        values = [seed]
        for _ in range(CHAIN_LENGTH):
            values.append(hashlib.sha256(values[-1]).digest())
        return cls(tuple(reversed(values)))

    @property
    def tip(self) -> bytes:
        """What is published before the first shuffle."""
        return self.values[0]

    def link(self, n: int) -> bytes:
        """Link `n`, the value whose n-fold hash is the tip.

        Raises:
            FairnessError: the chain has no such link.
        """
        _need_number("number of the link", n)
        return self.values[n]


# --- The shuffle ------------------------------------------------------------------------------


def deal_key(server_link: bytes, room_id: str, n: int, seat_links: Sequence[bytes | None]) -> bytes:
    """The key from which the deck of one shuffle follows.

    Args:
        server_link: the server's link for this shuffle.
        room_id: the room's id.
        n: the shuffle, 1 to `CHAIN_LENGTH`, counted through the game.
        seat_links: one entry a seat; None where no link was sent.

    Raises:
        FairnessError: a link has not 32 bytes, `n` is out of range, or the room's id is empty, has
            a NUL (which would make two messages equal) or has no UTF-8.
    """
    _need_bytes("server's link", server_link)
    _need_number("number of the shuffle", n)
    try:
        room = room_id.encode()
    except UnicodeEncodeError as error:
        raise FairnessError("The room's id cannot be written in UTF-8.") from error
    if not room or 0 in room:
        raise FairnessError("The room's id is empty or has a NUL.")
    parts = [_LABEL, b"\x00", room, b"\x00", struct.pack(">I", n)]
    for seat, seat_link in enumerate(seat_links):
        if seat_link is None:
            parts.append(_NO_LINK)
        else:
            _need_bytes(f"link of seat {seat}", seat_link)
            parts += (_LINK_FOLLOWS, seat_link)
    return hmac.digest(server_link, b"".join(parts), "sha256")


def words(deal_key: bytes) -> Iterator[int]:
    """The endless stream of 32-bit words of a deal key, eight a block, big-endian."""
    for block in range(WORD_VALUES):
        yield from struct.unpack(">8I", hmac.digest(deal_key, struct.pack(">I", block), "sha256"))


_NO_WORD = -1


def permuted(pack: Sequence[T], stream: Iterable[int]) -> tuple[T, ...]:
    """The pack shuffled by a stream of 32-bit words.

    From the last place down to the second, a place with `r` cards up to it takes words until one
    is below the greatest multiple of `r` that words can reach: so every card is equally likely.

    Raises:
        FairnessError: the stream ended too early.
    """
    deck = list(pack)
    source = iter(stream)
    for i in range(len(deck) - 1, 0, -1):
        r = i + 1
        limit = WORD_VALUES // r * r
        word = limit
        while word >= limit:
            word = next(source, _NO_WORD)
        if word == _NO_WORD:
            raise FairnessError("The stream of words ended before the deck was made.")
        j = word % r
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def shuffled(pack: Sequence[T], deal_key: bytes) -> tuple[T, ...]:
    """The deck of a deal key; the first card is dealt first, the last is the bottom.

    Raises:
        FairnessError: the key has not 32 bytes.
    """
    _need_bytes("deal key", deal_key)
    return permuted(pack, words(deal_key))


# --- The check of a finished deal -------------------------------------------------------------


def from_hex(name: str, text: str) -> bytes:
    """The 32 bytes of a seed, link or tip that came as text.

    Args:
        name: what it is, for the sentence of the error, such as "link of seat 2".
        text: 64 lower-case hexadecimal digits; one form only, so that texts can be compared.

    Raises:
        FairnessError: the text is anything else.
    """
    if not _HEX.fullmatch(text):
        raise FairnessError(f"The {name} is not {2 * LINK_BYTES} lower-case hexadecimal digits.")
    return bytes.fromhex(text)


@dataclass(frozen=True, slots=True)
class Fairness:
    """What verifies one shuffle: the field `fairness` of a deal or of the draw in a record."""

    n: int
    """The shuffle, from 1, counted through the game."""
    tip: str
    """The tip of the server's chain, the same in all shuffles of a game."""
    server_link: str = field(repr=False)
    """The server's link for this shuffle."""
    seat_tips: tuple[str | None, ...]
    """One entry a seat, as seats were numbered at this shuffle; None where none took part."""
    seat_links: tuple[str | None, ...] = field(repr=False)
    """One entry a seat; None where none took part or the link is missing."""
    missing: tuple[int, ...]
    """The seats that had committed and sent nothing, ascending."""

    @classmethod
    def from_entry(cls, entry: Mapping[str, object]) -> Self:
        """The typed form of a decoded JSON object; unknown fields are ignored.

        Raises:
            FairnessError: a field is not there or has another type.
        """
        absent = [f.name for f in fields(cls) if f.name not in entry]
        if absent:
            raise FairnessError(*(f"The field {name} is not there." for name in absent))
        n, tip, server_link = entry["n"], entry["tip"], entry["server_link"]
        seat_tips, seat_links, left_out = (
            entry["seat_tips"],
            entry["seat_links"],
            entry["missing"],
        )
        if not _is_number(n):
            raise FairnessError("The field n is not a number.")
        if not isinstance(tip, str) or not isinstance(server_link, str):
            raise FairnessError("The field tip or server_link is not a text.")
        if not _is_texts(seat_tips) or not _is_texts(seat_links):
            raise FairnessError("The field seat_tips or seat_links is not a list of texts or null.")
        if not isinstance(left_out, list | tuple) or not all(map(_is_number, left_out)):
            raise FairnessError("The field missing is not a list of seats.")
        return cls(n, tip, server_link, tuple(seat_tips), tuple(seat_links), tuple(left_out))


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_texts(value: object) -> TypeGuard[Sequence[str | None]]:
    return isinstance(value, list | tuple) and all(v is None or isinstance(v, str) for v in value)


def first_shuffles(run: Iterable[Fairness]) -> dict[str, int]:
    """For each seat's tip of a game, the first shuffle that lists it.

    Args:
        run: all shuffles of a game in order, with the draw before the deals.

    Raises:
        FairnessError: the shuffles are not numbered from 1 without gaps, or the server's tip
            changes: then a shuffle was left out, or the chain was exchanged.
    """
    firsts: dict[str, int] = {}
    problems: list[str] = []
    server_tip: str | None = None
    for number, fairness in enumerate(run, start=1):
        if fairness.n != number:
            problems.append(f"Shuffle {number} of the game has the number {fairness.n}.")
        if server_tip is None:
            server_tip = fairness.tip
        elif fairness.tip != server_tip:
            problems.append(f"Shuffle {number} has another tip of the server than the first.")
        for seat_tip in fairness.seat_tips:
            if seat_tip is not None:
                firsts.setdefault(seat_tip, number)
    if problems:
        raise FairnessError(*problems)
    return firsts


def check_deal(
    room_id: str,
    fairness: Fairness,
    firsts: Mapping[str, int],
    pack: Sequence[T],
    deck: Sequence[T] | None = None,
) -> tuple[T, ...]:
    """Check one shuffle and give the deck that follows from its links.

    A record cannot show by itself that a missing link was really not sent, nor that a seat without
    a link had the tip that stands there: for that, compare with what was announced to all when the
    shuffle was opened.

    Args:
        room_id: the room's id, as in the record.
        fairness: what the record says of the shuffle.
        firsts: the first shuffle of the game that lists each seat's tip, from `first_shuffles`.
        pack: the pack of the game, in its fixed order; for the draw, `cards.draw_pack`.
        deck: the deck that was dealt, if it is to be compared.

    Raises:
        FairnessError: with a sentence for each thing that is wrong: a text that is no hexadecimal,
            a link that does not hash to its tip, a seat wrongly marked or not marked as missing, a
            tip used twice, or another deck than the links give.
    """
    # Without repetitions: a number out of range is wrong for every chain in the same way.
    problems = dict.fromkeys([*_server_problems(fairness), *_seat_problems(fairness, firsts)])
    if problems:
        raise FairnessError(*problems)
    key = deal_key(
        bytes.fromhex(fairness.server_link),
        room_id,
        fairness.n,
        [None if text is None else bytes.fromhex(text) for text in fairness.seat_links],
    )
    made = shuffled(pack, key)
    if deck is not None:
        _need_deck(made, deck)
    return made


def _server_problems(fairness: Fairness) -> Iterator[str]:
    try:
        server_tip = from_hex("server's tip", fairness.tip)
        server_link = from_hex("server's link", fairness.server_link)
        times = folds(fairness.n)
    except FairnessError as error:
        yield from error.problems
        return
    if not is_link(server_tip, server_link, times):
        yield f"The server's link does not hash to its tip in {times} steps."


def _seat_problems(fairness: Fairness, firsts: Mapping[str, int]) -> Iterator[str]:
    tips, links = fairness.seat_tips, fairness.seat_links
    if len(tips) != len(links):
        yield f"There are {len(tips)} entries in seat_tips and {len(links)} in seat_links."
        return
    shown = {fairness.tip}
    for seat, (seat_tip, seat_link) in enumerate(zip(tips, links, strict=True)):
        if seat_tip is None:
            if seat_link is not None:
                yield f"Seat {seat} has a link and no tip."
            continue
        if seat_tip in shown:
            yield f"Seat {seat} has a tip that another chain of this shuffle has."
        shown.add(seat_tip)
        yield from _chain_problems(seat, seat_tip, seat_link, fairness.n, firsts)
    absent = [s for s, t in enumerate(tips) if t is not None and links[s] is None]
    if list(fairness.missing) != absent:
        yield f"The seats marked missing are not those with a tip and no link, {absent}."


def _chain_problems(
    seat: int, seat_tip: str, seat_link: str | None, n: int, firsts: Mapping[str, int]
) -> Iterator[str]:
    if seat_tip not in firsts:
        yield f"It is not known which shuffle first lists the tip of seat {seat}."
        return
    try:
        tip_bytes = from_hex(f"tip of seat {seat}", seat_tip)
        times = folds(n, firsts[seat_tip])
        link_bytes = None if seat_link is None else from_hex(f"link of seat {seat}", seat_link)
    except FairnessError as error:
        yield from error.problems
        return
    if link_bytes is not None and not is_link(tip_bytes, link_bytes, times):
        yield f"The link of seat {seat} does not hash to its tip in {times} steps."


def _need_deck(made: Sequence[T], dealt: Sequence[T]) -> None:
    if len(made) != len(dealt):
        raise FairnessError(f"The deck has {len(dealt)} cards, the pack {len(made)}.")
    for place, (expected, card) in enumerate(zip(made, dealt, strict=True), start=1):
        if card != expected:
            raise FairnessError(f"Card {place} of the deck is not the one that the links give.")
