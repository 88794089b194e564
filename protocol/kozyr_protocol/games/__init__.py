"""What each game says on the wire: its Action, Event and View, and how to fold them.

Rules are in `kozyr_games`; here is only the form, so that a change of rules cannot change the
wire unseen. `WIRES` is the one list.
"""

from collections.abc import Mapping
from typing import Any

from kozyr_protocol.games import gin_rummy, king, knaves, oh_well, twenty_nine
from kozyr_protocol.games.wire import GameWire
from kozyr_protocol.ids import GameKey

__all__ = ["WIRES"]

WIRES: Mapping[GameKey, GameWire[Any, Any, Any]] = {
    GameKey("gin_rummy"): gin_rummy.WIRE,
    GameKey("king"): king.WIRE,
    GameKey("king_jokers"): king.WIRE,
    GameKey("knaves"): knaves.WIRE,
    GameKey("oh_well"): oh_well.WIRE,
    GameKey("twenty_nine"): twenty_nine.WIRE,
}
"""The wire form of each game."""
