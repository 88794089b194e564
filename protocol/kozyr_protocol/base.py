"""What all messages are made of: their bases, and the types of fields that several share."""

from typing import Annotated

from msgspec import Meta, Struct

from kozyr_protocol.ids import ActionKey, PlayerId, RoomId
from kozyr_protocol.limits import MAX_CHAT_CHARS, MAX_INTEGER, MAX_NAME_CHARS

CommandId = Annotated[
    int, Meta(ge=0, le=MAX_INTEGER, description="chosen by the client; the answer carries it")
]
VersionNumber = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
Room = Annotated[RoomId, Meta(min_length=1, max_length=32)]
Player = Annotated[PlayerId, Meta(min_length=1, max_length=32)]
# `$` alone would also match before a line feed at the end.
Key = Annotated[ActionKey, Meta(pattern=r"^[A-Za-z0-9_-]{16,32}$(?!\n)")]
Hash = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", description="32 bytes in lower-case hexadecimal")
]
Name = Annotated[str, Meta(max_length=MAX_NAME_CHARS * 4)]
Text = Annotated[str, Meta(max_length=MAX_CHAT_CHARS * 4)]
Passphrase = Annotated[str, Meta(min_length=1, max_length=256)]
Mode = Annotated[str, Meta(pattern=r"^(events|views)$(?!\n)")]
Language = Annotated[
    str, Meta(pattern=r"^[a-z]{2}$(?!\n)", description="two letters of ISO 639-1: `en`")
]
Level = Annotated[
    str, Meta(pattern=r"^(easy|usual|strong)$(?!\n)", description="how well a house bot plays")
]
Access = Annotated[
    str,
    Meta(
        pattern=r"^(open|knock|password)$(?!\n)",
        description="who may come in: everybody, whom the host admits, or who knows the password",
    ),
]


class ClientMessageBase(
    Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of what a client says; the server refuses unknown fields.

    A field that has its default is left out of the frame: so a newer client that does not use what
    a later version added can still be read by an older server.
    """


class Command(ClientMessageBase, frozen=True):
    """Base of the commands: each is answered, by a message that carries its `id`."""

    id: CommandId


class ServerMessageBase(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base of what the server says; clients ignore unknown fields.

    A field that has its default is left out of the frame.
    """
