"""Why bots cannot play.

BotError
├── PolicyError           there is no such policy, or it chose what it may not
├── SeatingError          the bots cannot sit as asked
├── RefusedTooOftenError  the server refused action after action of one bot
└── GameLostError         the room is gone before the games were played
"""


class BotError(Exception):
    """Base of what this package raises; its text is one line for people."""


class UnreachableError(BotError):
    """No server answers at the address."""


class PolicyError(BotError):
    """There is no such policy, or it chose what it may not."""


class SeatingError(BotError):
    """The bots cannot sit as asked."""


class RefusedTooOftenError(BotError):
    """The server refused action after action of one bot: client and server do not agree.

    Attributes:
        room: The room's id.
        refusals: How many were refused in a row.
        last: The server's last word.
    """

    def __init__(self, room: str, refusals: int, last: str) -> None:
        super().__init__(room, refusals, last)
        self.room = room
        self.refusals = refusals
        self.last = last

    def __str__(self) -> str:
        return f"room {self.room}: {self.refusals} actions refused in a row, the last: {self.last}"


class GameLostError(BotError):
    """The room is gone before the games were played."""
