"""`kozyr`: one command for everything. What a subcommand needs is imported when it runs."""

import sys
from collections.abc import Sequence

from kozyr_cli.errors import INTERRUPTED, CommandError


def run(arguments: Sequence[str]) -> int:
    """Run the command.

    Args:
        arguments: without the program's name.

    Returns:
        The exit code; what went wrong is one line on the standard error.
    """
    try:
        return _run(list(arguments) or ["--help"])
    except CommandError as error:
        sys.stderr.write(f"kozyr: {' '.join(str(error).split())}\n")
        return error.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED


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
