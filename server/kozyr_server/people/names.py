"""Names of players and rooms."""

from typing import Final
from zlib import crc32

from kozyr_protocol.ids import PlayerId
from kozyr_protocol.limits import MAX_NAME_CHARS
from kozyr_server.people import texts


def cleaned(name: str, max_chars: int = MAX_NAME_CHARS) -> str:
    """A name as it is shown: trimmed, Unicode's normal form C, nothing invisible in it.

    Joiners may stand between characters: Persian names and joined emoji need them.

    Args:
        name: as somebody wrote it.
        max_chars: code points that it may have.

    Raises:
        texts.BadTextError: empty, too long, or with characters that cannot be shown.
    """
    return texts.cleaned(name, max_chars, what="a name", has_formats=False)


GUESTS: Final = {"en": "Guest", "ru": "Гость"}
"""What a guest is called who gave no name, by language."""


def proposed(player: PlayerId, language: str | None = None) -> str:
    """A name for a guest who gave none, the same each time: `Guest 4821`, `Гость 4821`.

    Args:
        player: whose it is.
        language: two letters; one that is not known, or None, is English.
    """
    guest = GUESTS.get(language or "en", GUESTS["en"])
    return f"{guest} {crc32(player.encode()) % 10_000:04}"
