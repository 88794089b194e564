"""Writes `confusables.tsv` from Unicode's own table: `python -m … FILE` (UTS #39, confusables.txt).

Names are compared without case, so a letter also stands for what its capital looks like: the
Cyrillic В is a Latin B, hence в is b. Kept are the letters of the scripts that are mixed to deceive
(Latin, Cyrillic, Greek), digits and ASCII signs, and whatever looks like them.
"""

import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

TARGET = Path(__file__).with_name("confusables.tsv")

_SCRIPTS = ("LATIN ", "CYRILLIC ", "GREEK ", "DIGIT ")


def folded(text: str) -> str:
    """A text without case and without the forms that Unicode itself calls the same."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _is_kept(char: str) -> bool:
    return char.isascii() or unicodedata.name(char, "").startswith(_SCRIPTS)


def pairs(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each character of the table, and what it looks like, both as they stand there."""
    for line in lines:
        fields = line.lstrip("\ufeff").partition("#")[0].split(";")
        if len(fields) < 2:
            continue
        source, target = ("".join(chr(int(x, 16)) for x in f.split()) for f in fields[:2])
        if len(source) != 1 or unicodedata.category(source)[0] in "ZC":
            continue
        if all(map(_is_kept, folded(target))):
            yield source, folded(target)


def table_of(found: Iterable[tuple[str, str]]) -> dict[str, str]:
    """For each folded character that looks like something else what it stands for.

    What small letters look like goes before what their capitals do: υ is u, although Υ is Y.
    Without an order all of v, n, h and y would be one letter.
    """
    small: dict[str, str] = {}
    capital: dict[str, str] = {}
    for source, target in found:
        char = folded(source)
        if char.isascii() and not source.isascii():
            # Only a form of it looks like something else, and folding takes that away.
            continue
        if len(char) == 1 and char != target:
            (small if char == source else capital).setdefault(char, target)
    table = {**capital, **small}
    for char, to in capital.items():
        other = small.get(char, "")
        if to.isascii() and other and not other.isascii():
            # в is first of all what its capital looks like, and so is ʙ, which it looks like.
            table[char] = to
            if len(other) == 1:
                table.setdefault(other, to)

    def spelled(text: str, depth: int = 8) -> str:
        done = "".join(table.get(char, char) for char in text)
        return done if done == text or not depth else spelled(done, depth - 1)

    return {char: spelled(to) for char, to in table.items()}


def main() -> None:
    """Write the file anew."""
    with Path(sys.argv[1]).open(encoding="utf-8") as lines:
        table = table_of(pairs(lines))
    by_target: dict[str, list[str]] = defaultdict(list)
    for char, to in table.items():
        by_target[to].append(char)
    rows = [f"{to}\t{''.join(sorted(chars))}\n" for to, chars in sorted(by_target.items())]
    head = (
        "# Characters that look alike, after folding; made by make_confusables.py from Unicode's\n"
        "# confusables.txt 17.0, © 2025 Unicode, Inc., https://www.unicode.org/license.txt\n"
    )
    TARGET.write_text(head + "".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
