"""Bounds that are part of the protocol; the server tells the ones it enforces in `welcome`."""

MAX_FRAME_BYTES = 8 * 1024
"""A larger frame from a client is answered by the close code 1009."""

OUTBOX_BYTES = 256 * 1024
"""Bytes that may wait for one connection before it is closed as too slow."""

MAX_ROOMS = 32
"""Rooms that one connection may follow."""

MAX_NAME_CHARS = 24
"""Length of a player's or room's name after trimming, in code points."""

MAX_CHAT_CHARS = 400
"""Length of a line of chat, in code points."""

CHAT_LINES = 100
"""Lines of chat that a room keeps."""

MAX_SLOW_S = 600
"""The slowest chat that the host of a room may ask for: one line a person in so many seconds."""

MAX_INTEGER = 2**53 - 1
"""No integer of the protocol is beyond this: JavaScript and JSON would break it."""

HELLO_TIMEOUT_S = 5
"""Time in which a new connection must say `hello`."""

PING_INTERVAL_S = 20
"""The server asks `ping` so often on a quiet connection."""

GONE_AFTER_S = 45
"""A connection that sent nothing for so long is closed."""

LIST_PAGE = 50
"""Rooms in one answer to `list`."""
