"""What a connection does not want to read: the lines of people whom its person ignores.

Rooms and the lobby send the same bytes to all; here they are changed for who ignores somebody.
"""

from collections.abc import Set as AbstractSet
from typing import Final

import msgspec
from msgspec.structs import replace

from kozyr_protocol import codec, messages
from kozyr_protocol.ids import PlayerId

# How messages with lines of chat begin, behind the head of the map: their `type` comes first.
_BEGINNINGS: Final = tuple(
    msgspec.msgpack.encode("type") + msgspec.msgpack.encode(word)
    for word in ("chat", "lobby_chat", "followed", "lobby")
)


def heard(message: bytes, ignored: AbstractSet[PlayerId]) -> bytes | None:
    """A message without the lines of some people.

    Args:
        message: encoded in msgpack.
        ignored: those people.

    Returns:
        The message, perhaps another one; None: there is nothing left to say.
    """
    if not message.startswith(_BEGINNINGS, 1):
        return message
    decoded = codec.decode_server(message)
    match decoded:
        case messages.ChatSaid(line=line) | messages.LobbySaid(line=line):
            return None if line.player in ignored else message
        case messages.Followed(chat=chat) | messages.Lobby(chat=chat):
            kept = tuple(line for line in chat if line.player not in ignored)
            return message if len(kept) == len(chat) else codec.encode(replace(decoded, chat=kept))
        case _:
            return message
