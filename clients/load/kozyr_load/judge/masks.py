"""Sets of cards as bits of a number, and what is public in a game's view."""

from collections.abc import Mapping
from typing import Any

import msgspec

from kozyr_protocol.cards import JOKERS, PACK_52

_BITS = {card: 1 << place for place, card in enumerate((*PACK_52, *JOKERS))}

PAST = frozenset({"sheet", "result", "row"})
"""Fields of views and events that tell of finished deals, whose cards have been shown to all."""


def mask(cards: Any) -> int:
    """The cards of a hand as bits; what is no card counts for nothing."""
    found = 0
    for card in cards or ():
        found |= _BITS.get(card, 0)
    return found


def shown(value: Any) -> int:
    """All cards anywhere in a plain value, but in fields that tell of finished deals."""
    if isinstance(value, str):
        return _BITS.get(value, 0)
    found = 0
    if isinstance(value, dict):
        for name, each in value.items():
            if name not in PAST:
                found |= shown(each)
    elif isinstance(value, list | tuple):
        for each in value:
            found |= shown(each)
    return found


def names(bits: int) -> list[str]:
    """The cards of a mask, in the order of the pack."""
    return [card for card, bit in _BITS.items() if bits & bit]


def open_cards(table: Any, seat: int) -> int:
    """Cards in a seat's hand that everybody has seen it take or show, from a game's view."""
    found = 0
    known = getattr(table, "known", None)
    if known is not None and seat < len(known):
        found |= mask(known[seat])
    last = getattr(table, "last_card", None)
    return found | (_BITS.get(last, 0) if last else 0)


def public(table: Any, options: Mapping[str, Any]) -> Any:
    """A game's view without what is only its owner's: the same for all roles, or they disagree.

    Args:
        table: a game's view; None while there is none.
        options: of the game.
    """
    if table is None:
        return None
    changes: dict[str, Any] = {name: None for name in ("hand", "seat") if hasattr(table, name)}
    bids = getattr(table, "bids", None)
    if bids is not None and None in bids and options.get("bidding") == "simultaneous":
        # A seat sees its own bid before all have bid, and nobody else does.
        changes["bids"] = (None,) * len(bids)
    return msgspec.structs.replace(table, **changes)
