"""Names of players and rooms."""

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


def proposed(player: PlayerId) -> str:
    """A name for a guest who gave none, the same each time: `Guest 4821`."""
    return f"Guest {crc32(player.encode()) % 10_000:04}"
