"""Write the vectors of the TypeScript SDK anew: `python tests/clients/typescript/make_vectors.py`.

What they hold is proved by `test_vectors.py` beside it against Python, and by the SDK's own tests
against TypeScript. They are written anew when a game or the room learns an event.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "support"))

from kozyr_testing import vectors


def main() -> int:
    """The command."""
    vectors.FOLDER.mkdir(parents=True, exist_ok=True)
    for name in vectors.FILES:
        vectors.write(name, vectors.made(name))
        sys.stdout.write(f"{vectors.path(name)}: {vectors.path(name).stat().st_size} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
