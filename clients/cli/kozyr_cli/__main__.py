"""`kozyr`: one command for everything. What a subcommand needs is imported when it runs."""

import sys
from collections.abc import Sequence

from kozyr_cli import words
from kozyr_cli.errors import INTERRUPTED, CommandError


def run(arguments: Sequence[str]) -> int:
    """Run the command.

    Args:
        arguments: without the program's name.

    Returns:
        The exit code; what went wrong is one line on the standard error.
    """
    try:
        chosen, rest = language_of(arguments)
    except CommandError as error:
        return _failed(error)
    with words.speaking(chosen):
        return _within(rest or ["--help"])


def _within(arguments: list[str]) -> int:
    try:
        return _run(arguments)
    except CommandError as error:
        return _failed(error)
    except KeyboardInterrupt:
        return INTERRUPTED


def _failed(error: CommandError) -> int:
    sys.stderr.write(f"kozyr: {' '.join(str(error).split())}\n")
    return error.exit_code


def language_of(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """The language named before the subcommand (None: none is), and the other arguments.

    Raises:
        CommandError: there is no such language.
    """
    chosen: str | None = None
    rest = list(arguments)
    place = 0
    while place < len(rest) and rest[place].startswith("-"):
        flag, is_joined, value = rest[place].partition("=")
        if flag != words.FLAG or not (is_joined or rest[place + 1 :]):
            place += 1
            continue
        chosen = value if is_joined else rest[place + 1]
        if chosen not in words.LANGUAGES:
            known = ", ".join(words.LANGUAGES)
            raise CommandError(words.say("kozyr-no-language", language=repr(chosen), known=known))
        del rest[place : place + (1 if is_joined else 2)]
    return chosen, rest


def _run(arguments: list[str]) -> int:
    if arguments[0] == "serve":
        from kozyr_cli import plain_flags, serve  # noqa: PLC0415

        values = plain_flags.values(arguments[1:])
        if values is not None:
            serve.run(values)
            return 0
    from kozyr_cli import commands  # noqa: PLC0415

    return commands.run(arguments)


def main() -> None:
    """Entry point of the installed command."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
