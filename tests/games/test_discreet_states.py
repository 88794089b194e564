"""A state of any game, wherever it is printed, shows no card."""

import re

import pytest
from rich.pretty import pretty_repr

from kozyr_games.registry import GAMES
from kozyr_protocol.ids import GameKey

CARD = re.compile(r"\b[2-9TJQKA][CDHS]\b")


@pytest.mark.parametrize("key", GAMES)
def test_a_state_shows_no_card(key: GameKey) -> None:
    spec = GAMES[key]
    state = spec.setup(spec.resolve({"draw": "off"}, spec.usual_seats), spec.usual_seats)
    pack = spec.wants_deck(state)
    assert pack is not None
    state = spec.deal(state, pack).state
    assert any(zone.cards for zone in spec.zones(state)), "cards were dealt"
    for text in (repr(state), str(state), f"{state}", pretty_repr(state)):
        assert not CARD.search(text), text
