"""Where the options of `kozyr admin` itself may stand: behind its command, too.

Every other command of `kozyr` takes `--url` behind its name. The parser wants the options of a
group before the command, so they are put there.
"""

from collections.abc import Sequence
from typing import Final

PLACE: Final = ("--url", "--token-file", "--as")
"""Options of the group; each takes a value."""

WITH_VALUE: Final = ("--why", "--minutes", "--slow-s")
"""Options of its commands whose value is nobody's option, whatever it looks like."""


def in_order(arguments: Sequence[str]) -> list[str]:
    """The arguments of `kozyr`, the options of the group `admin` right behind its name.

    Args:
        arguments: without the program's name; those of other commands stay as they are.
    """
    if not arguments or arguments[0] != "admin":
        return list(arguments)
    moved: list[str] = []
    kept: list[str] = []
    rest = list(arguments[1:])
    while rest:
        word = rest.pop(0)
        if word == "--":
            kept += [word, *rest]
            break
        flag, is_joined, _ = word.partition("=")
        found = moved if flag in PLACE else kept
        found.append(word)
        if flag in PLACE + WITH_VALUE and not is_joined and rest:
            found.append(rest.pop(0))
    return [arguments[0], *moved, *kept]
