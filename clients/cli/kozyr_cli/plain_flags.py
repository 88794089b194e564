"""The flags of `kozyr serve` read without the parser of commands, whose imports cost 0.2 s.

All of them are a flag and a word. What is not so simple, such as `--help` or a mistake, is left to
the parser, which knows how to say it.
"""

from collections.abc import Sequence

from kozyr_cli.setting_names import CONFIG, CONFIG_FLAG
from kozyr_server.settings import OPTIONS


def values(arguments: Sequence[str]) -> dict[str, str | None] | None:
    """What each flag was given.

    Args:
        arguments: of the command, without its name.

    Returns:
        Text by the option's field, and of the file of settings; the last one of a flag counts.
        None: the parser has to read them.
    """
    fields = {CONFIG_FLAG: CONFIG, **{option.flag: option.field for option in OPTIONS}}
    found: dict[str, str | None] = {}
    words = iter(arguments)
    for word in words:
        flag, is_joined, value = word.partition("=")
        if flag not in fields:
            return None
        given = value if is_joined else next(words, None)
        if given is None or given.startswith("-"):
            return None
        found[fields[flag]] = given
    return found
