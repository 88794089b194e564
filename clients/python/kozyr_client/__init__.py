"""The Python SDK of kozyr: follow rooms and play in them, over lines that may be cut.

async with connect("ws://127.0.0.1:8080/ws", name="Ada") as client:
    room = await client.follow("1fzk3n8q4w7x2c")
    await room.join()
    await room.ready()
    async for turn in room.turns():
        await room.act(turn.legal[0])
"""

from kozyr_client.connection import Client, connect
from kozyr_client.errors import (
    ClientClosed,
    ConnectionClosedForGood,
    ConnectionLost,
    DialFailed,
    FairnessProblem,
    KozyrError,
    LineTaken,
    NoMatch,
    NotOnTurn,
    Overloaded,
    Refused,
    ResponseTimeout,
    RoomEnded,
    RoomGone,
    Stale,
    TransportClosed,
    VersionRefused,
    WatchingRefused,
)
from kozyr_client.events import Counts
from kozyr_client.following import Changed, Doubted, Fresh, RoomNews, Said, Turn, Watched
from kozyr_client.lobby import Lobby, LobbyPicture
from kozyr_client.patience import Patience
from kozyr_client.room import Room
from kozyr_client.runner import Parts
from kozyr_client.session import Session
from kozyr_client.transport import Dial, MemoryTransport, Transport, WebSocketTransport

__all__ = [
    "Changed",
    "Client",
    "ClientClosed",
    "ConnectionClosedForGood",
    "ConnectionLost",
    "Counts",
    "Dial",
    "DialFailed",
    "Doubted",
    "FairnessProblem",
    "Fresh",
    "KozyrError",
    "LineTaken",
    "Lobby",
    "LobbyPicture",
    "MemoryTransport",
    "NoMatch",
    "NotOnTurn",
    "Overloaded",
    "Parts",
    "Patience",
    "Refused",
    "ResponseTimeout",
    "Room",
    "RoomEnded",
    "RoomGone",
    "RoomNews",
    "Said",
    "Session",
    "Stale",
    "Transport",
    "TransportClosed",
    "Turn",
    "VersionRefused",
    "Watched",
    "WatchingRefused",
    "WebSocketTransport",
    "connect",
]
