"""Rooms that want a house bot, and whether there are any, over all processes."""

from collections.abc import Mapping, Sequence
from typing import Final

from kozyr_protocol.ids import RoomId
from kozyr_server.store import keys
from kozyr_server.store.calls import Argument, Calls
from kozyr_server.store.model import HouseNews

THERE_S: Final = 10
"""A process that has house bots says so each second; after so long without that there are none."""

WANTED_S: Final = 60
"""The set goes so long after the last room was put in."""

MAX_WANTED: Final = 10_000
"""Rooms in the set; those that have waited for the shortest time are left out."""


class House:
    """See `Store.look_for_bots`."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def look(self, wanted: Mapping[RoomId, int], places: int | None) -> HouseNews:
        """See `Store.look_for_bots`. Raises `StoreUnavailableError`."""
        commands: list[tuple[Argument, ...]] = []
        if places is not None:
            commands.append(("SET", keys.HOUSE_THERE, 1, "EX", THERE_S))
        if wanted:
            added: list[Argument] = []
            for room, since_ms in wanted.items():
                added += (since_ms, room)
            commands += [
                ("ZADD", keys.HOUSE_WANTED, *added),
                ("ZREMRANGEBYRANK", keys.HOUSE_WANTED, MAX_WANTED, -1),
                ("EXPIRE", keys.HOUSE_WANTED, WANTED_S),
            ]
        commands.append(("EXISTS", keys.HOUSE_THERE))
        if places:
            commands.append(("ZPOPMIN", keys.HOUSE_WANTED, places))
        answers = await self._calls.ask_all(commands)
        taken: Sequence[tuple[bytes, float]] = answers.pop() if places else ()
        return HouseNews(bool(answers[-1]), tuple(RoomId(room.decode()) for room, _ in taken))
