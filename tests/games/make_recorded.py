"""Add recorded games: `python tests/games/make_recorded.py GAME/NAME < games.jsonl`.

Records, such as `kozyr selfplay` exports, are read from standard input, verified, and written to
`recorded/GAME/NAME.jsonl`; their sum is added to `recorded/SHA256SUMS`. They stand for the games
that people have kept, so an existing file is never written again: other games get a new name.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from kozyr_testing import recorded


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("name", metavar="GAME/NAME", help="each of a-z, 0-9 and _")
    arguments = parser.parse_args()
    try:
        path = recorded.add(recorded.FOLDER, arguments.name, sys.stdin.buffer.read())
    except FileExistsError:
        sys.stderr.write(f"{arguments.name} is there: recorded games are added, never edited\n")
        return 1
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
