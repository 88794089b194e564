"""Plain text that people write: what can be shown to others, and how much of it."""

import unicodedata

# They turn the direction of text round them: a name could rewrite its neighbours on the screen.
_BIDI_CONTROLS = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
# Persian spelling, some Indian scripts and joined emoji need them; alone they are nothing at all.
_JOINERS = frozenset("\u200c\u200d")
# Letters and signs by their category that are drawn as nothing at all.
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
# Controls, halves of surrogate pairs, separators of lines and of paragraphs.
_NEVER_SHOWN = frozenset({"Cc", "Cs", "Zl", "Zp"})


class BadTextError(ValueError):
    """A text cannot be taken; `reason` says why, `max_chars` is its bound in code points."""

    def __init__(self, reason: str, max_chars: int) -> None:
        """Keep both; the reason repeats nothing of the text."""
        super().__init__(reason)
        self.reason = reason
        self.max_chars = max_chars


def cleaned(text: str, max_chars: int, *, what: str = "a text", has_formats: bool = True) -> str:
    """A line as it is shown: trimmed and in Unicode's normal form C.

    Args:
        text: what was written.
        max_chars: bound after trimming, in code points.
        what: how the reason calls it.
        has_formats: whether invisible formats may be in it; without them only joiners, each
            between two characters that can be seen.

    Raises:
        BadTextError: empty, too long, or with characters that cannot be shown.
    """
    line = unicodedata.normalize("NFC", text.strip())
    if len(line) > max_chars:
        raise BadTextError(f"{what} has at most {max_chars} characters", max_chars)
    if not all(_can_be_shown(char, has_formats) for char in line):
        raise BadTextError(f"{what} has no control or direction characters", max_chars)
    if not has_formats and not _are_joiners_inside(line):
        raise BadTextError(f"{what} has joiners only between characters that are seen", max_chars)
    if not any(_is_visible(char) for char in line):
        raise BadTextError(f"{what} has 1 to {max_chars} characters that can be seen", max_chars)
    return line


def _can_be_shown(char: str, has_formats: bool) -> bool:
    category = unicodedata.category(char)
    if category in _NEVER_SHOWN or char in _BIDI_CONTROLS:
        return False
    # Private use means something else to everybody: with the formats it is kept out of names.
    return has_formats or char in _JOINERS or category not in {"Cf", "Co"}


def _are_joiners_inside(line: str) -> bool:
    """Whether each joiner has a character that is seen on both sides.

    Before it there may be a mark of one: a virama, or the selector that makes a sign an emoji.
    """
    ends = f" {line} "
    return all(
        _is_visible(after) and (_is_visible(before) or unicodedata.category(before)[0] == "M")
        for before, char, after in zip(ends, ends[1:], ends[2:], strict=False)
        if char in _JOINERS
    )


def _is_visible(char: str) -> bool:
    return unicodedata.category(char)[0] in "LNPS" and char not in _BLANKS
