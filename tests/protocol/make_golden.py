"""Add a golden frame: `python tests/protocol/make_golden.py NAME client|server < message.json`.

The message is read from standard input as JSON, encoded as kozyr encodes it, and written to
`golden/v1/NAME.json` with its bytes; its sum is added to `golden/v1/SHA256SUMS`. Golden frames
stand for the clients and servers that are out there, so an existing one is never written again: a
changed form gets a new name.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from kozyr_testing import golden


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("name", metavar="NAME", help="a-z, 0-9 and _")
    parser.add_argument("direction", choices=["client", "server"])
    arguments = parser.parse_args()
    try:
        path = golden.add(golden.FOLDER, arguments.name, arguments.direction, sys.stdin.read())
    except FileExistsError:
        sys.stderr.write(f"{arguments.name} is there: golden frames are added, never edited\n")
        return 1
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
