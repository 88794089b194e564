"""Keys and the channel of what all people share: the lobby's chat, who is there, quick matches.

All lie in one slot, because one call changes several of them.
"""

from typing import Final

from kozyr_protocol.ids import PlayerId

LOBBY_MESSAGES: Final = "kozyr:{lobby}:messages"
"""Channel of what everybody in the lobby hears: lines of chat, and who got which table."""
LOBBY_CHAT: Final = "kozyr:{lobby}:chat"
"""List of the last lines of the lobby's chat."""

PEOPLE: Final = "kozyr:{lobby}:people"
"""Hash of player → the processes that he is connected to, his place in the list, what is shown."""
PEOPLE_NAMES: Final = "kozyr:{lobby}:people:names"
"""Sorted set of the places of all people: by name, then by player."""
PEOPLE_HELD: Final = "kozyr:{lobby}:people:held"
"""Sorted set of process and player, one member each, by process."""
PEOPLE_PROCESSES: Final = "kozyr:{lobby}:people:processes"
"""Process → play time at which it last told who is there; -1: it is dead, its people are going."""
PEOPLE_BOTS: Final = "kozyr:{lobby}:people:bots"
"""Hash of process → house bots that are connected to it."""

TICKETS: Final = "kozyr:{lobby}:tickets"
"""Hash of player → his ticket for a quick match."""
TICKETS_SEEN: Final = "kozyr:{lobby}:tickets:seen"
"""Player with a ticket → play time at which a process last had a connection of his."""
TICKETS_COUNTER: Final = "kozyr:{lobby}:tickets:n"
"""Number of changes of the tickets."""
INTENTS: Final = "kozyr:{lobby}:intents"
"""Hash of intent → the table that is being opened for people who waited."""
INTENTS_AT: Final = "kozyr:{lobby}:intents:at"
"""Intent → play time at which it was made."""
MATCHED: Final = "kozyr:{lobby}:matched"
"""Hash of player → the table that was found for him."""
MATCHED_AT: Final = "kozyr:{lobby}:matched:at"
"""Player → play time at which it was found."""


def lobby_slow(player: PlayerId) -> str:
    """Set while a player must not write in the lobby again, in slow mode."""
    return f"kozyr:{{lobby}}:slow:{player}"
