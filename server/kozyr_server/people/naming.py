"""By which name somebody may go, and what he is proposed instead."""

import re
from collections.abc import Iterable
from typing import Final
from zlib import crc32

from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId
from kozyr_protocol.limits import MAX_NAME_CHARS
from kozyr_server.people import names, texts
from kozyr_server.people.callers import RefusedError
from kozyr_server.people.skeletons import skeleton
from kozyr_server.store.persons import Person, Persons

RESERVED: Final = (
    "admin",
    "administrator",
    "moderator",
    "kozyr",
    "server",
    "system",
    "support",
    "админ",
    "администратор",
    "модератор",
    "козырь",
    "сервер",
    "система",
    "поддержка",
)
"""Nobody goes by these words, alone or among others: they would speak for the host."""

HOUSE_MARKS: Final = frozenset("♣♧")
"""Signs in names of house bots, which have theirs by their key: nobody else looks like one."""

_GUESTS: Final = tuple(skeleton(guest) for guest in names.GUESTS.values())
_DIGITS: Final = frozenset(skeleton("0123456789"))
_INSTEAD: Final = {"en": "Ace", "ru": "Туз"}
"""What is proposed to who wants to keep a guest's name, with a number."""
_PROPOSALS: Final = 3


class Naming:
    """Which names are free.

    Args:
        persons: know who has claimed what.
        reserved: more words that nobody goes by.
        max_chars: length of a name, in code points.
    """

    def __init__(
        self, persons: Persons, reserved: Iterable[str] = (), max_chars: int = MAX_NAME_CHARS
    ) -> None:
        self._persons = persons
        self._reserved = frozenset(skeleton(word) for word in (*RESERVED, *reserved) if word)
        self._max_chars = max_chars

    def cleaned(self, name: str) -> str:
        """A name as it is shown.

        Raises:
            RefusedError: `bad_name`.
        """
        try:
            return names.cleaned(name, self._max_chars)
        except texts.BadTextError as error:
            facts = {"max_chars": error.max_chars}
            raise RefusedError(ErrorCode.BAD_NAME, error.reason, facts) from None

    def is_reserved(self, name: str) -> bool:
        """Whether nobody may go by it who greets with it or asks for it."""
        if not HOUSE_MARKS.isdisjoint(name):
            return True
        parts = re.split(r"[^\w]+|_+", name)
        return any(skeleton(part) in self._reserved for part in (name, *parts) if part)

    def may_be_claimed(self, name: str) -> bool:
        """Whether it is none that guests are given, in any language, and looks like none."""
        looks = skeleton(name)
        return not any(
            looks.startswith(guest) and looks != guest and _DIGITS.issuperset(looks[len(guest) :])
            for guest in _GUESTS
        )

    async def instead(self, player: PlayerId, language: str | None) -> str:
        """What somebody may keep who wanted a name of guests.

        Raises:
            StoreUnavailableError: the store is away.
        """
        return await self._proposal(
            _INSTEAD.get(language or "en", _INSTEAD["en"]), player, language
        )

    async def need_free(self, name: str, player: PlayerId, language: str | None = None) -> None:
        """Let somebody go by a name.

        Args:
            name: cleaned.
            player: who wants it.
            language: of what is proposed instead.

        Raises:
            RefusedError: `name_taken`, with a proposal.
            StoreUnavailableError: the store is away.
        """
        if self.is_reserved(name):
            raise _taken("this name is kept for the server", names.proposed(player, language))
        if not await self._is_free(name, player):
            proposal = await self._proposal(name, player, language)
            raise _taken("somebody else has this name, or one that looks like it", proposal)

    async def usual(self, person: Person, language: str | None = None) -> str:
        """The name of somebody who said none.

        Raises:
            StoreUnavailableError: the store is away.
        """
        name = person.name
        if name is None:
            return names.proposed(person.player, language)
        if person.is_claimed:
            return name
        # Somebody may have claimed it since.
        is_free = not self.is_reserved(name) and await self._is_free(name, person.player)
        return name if is_free else names.proposed(person.player, language)

    async def _is_free(self, name: str, player: PlayerId) -> bool:
        return await self._persons.holder(skeleton(name)) in {None, player}

    async def _proposal(self, name: str, player: PlayerId, language: str | None) -> str:
        for round_no in range(_PROPOSALS):
            number = crc32(f"{player}{round_no}".encode()) % 90 + 10
            room = self._max_chars - len(f" {number}")
            proposal = f"{name[:room].rstrip()} {number}"
            if await self._is_free(proposal, player):
                return proposal
        return names.proposed(player, language)


def _taken(reason: str, proposal: str) -> RefusedError:
    return RefusedError(ErrorCode.NAME_TAKEN, reason, {"proposal": proposal})
