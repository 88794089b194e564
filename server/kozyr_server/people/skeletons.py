"""When two names are the same to whoever reads them: folded case, and characters that look alike.

The skeleton of a name is compared and never shown. It follows the idea of UTS #39, without case.
"""

import unicodedata
from importlib.resources import files

from kozyr_server.people.make_confusables import TARGET, folded


def _read() -> dict[int, str]:
    text = (files("kozyr_server.people") / TARGET.name).read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.split("\n") if line and not line.startswith("# "))
    return {ord(char): to for to, chars in rows for char in chars}


_TABLE = _read()
_SELECTORS = frozenset(map(chr, range(0xFE00, 0xFE10)))


def skeleton(name: str) -> str:
    """What a name looks like: two names with the same skeleton are taken for each other.

    Spaces, joiners and the selectors of emoji count for nothing, nor do the signs that people put
    around a name.
    """
    text = folded(name).translate(_TABLE)
    # Looking like others can bring capitals and forms back: once more, and it stays.
    text = folded(text).translate(_TABLE)
    kept = "".join(char for char in text if _counts(char))
    return kept or text


def _counts(char: str) -> bool:
    category = unicodedata.category(char)
    if category == "Mn":
        return char not in _SELECTORS
    return category[0] in "LNS" or category == "Mc"
