"""Names for the strings and numbers that identify things, so that mypy keeps them apart."""

from typing import NewType

GameKey = NewType("GameKey", str)
"""A game's key in the registry: `twenty_nine`."""

RoomId = NewType("RoomId", str)
"""14 characters: two hexadecimal digits of the shard, twelve of base 32 (60 bits)."""

PlayerId = NewType("PlayerId", str)
"""`p` and sixteen characters of base 32 (80 bits); public, derived from the token's hash."""

Tag = NewType("Tag", str)
"""16 hexadecimal digits, drawn for each commit; with the version it names one state for ever."""

ActionKey = NewType("ActionKey", str)
"""16 to 32 characters drawn by the client; the same key is never played twice."""
