"""A player's token in a file."""

import os
from pathlib import Path


def token_in(file: Path) -> str | None:
    """The token in a file; None where the file is missing or empty.

    Raises:
        OSError: it cannot be read.
        UnicodeDecodeError: it holds no token.
    """
    try:
        return file.read_text(encoding="ascii").strip() or None
    except FileNotFoundError:
        return None


def keep_token(file: Path, token: str) -> None:
    """Write the token, readable for its owner only; a crash leaves the file whole or as it was.

    Raises:
        OSError: it cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600, exist_ok=False)
    draft.write_text(token + "\n", encoding="ascii")
    draft.replace(file)
