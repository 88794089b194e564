"""Golden frames: where they lie and how one is added."""

import json
import re
from pathlib import Path
from typing import Final

from kozyr_protocol import codec
from kozyr_protocol.codec import Subprotocol
from kozyr_protocol.messages import Unknown
from kozyr_testing import sums
from kozyr_testing.project import ROOT

FOLDER: Final = ROOT / "tests/protocol/golden/v1"


def made(name: str, direction: str, text: str) -> str:
    """The content of a golden file.

    Raises:
        codec.CodecError: the text is no message of this direction.
    """
    if direction == "client":
        frame = codec.encode(codec.decode_client(text, Subprotocol.JSON))
    else:
        message = codec.decode_server(text, Subprotocol.JSON)
        if isinstance(message, Unknown):
            raise codec.UnknownMessageError(message.type)
        frame = codec.encode(message)
    golden = {
        "name": name,
        "direction": direction,
        "hex": frame.hex(),
        "json": codec.unpack(frame),
    }
    return json.dumps(golden, indent=1, ensure_ascii=False) + "\n"


def add(folder: Path, name: str, direction: str, text: str) -> Path:
    """Write a golden frame that is not there yet, and its sum.

    Raises:
        FileExistsError: there is one of this name.
        ValueError: the name is no word, or the text no message.
    """
    if not re.fullmatch(r"[a-z0-9_]+", name):
        raise ValueError(f"{name!r} is not made of a-z, 0-9 and _")
    return sums.add(folder, f"{name}.json", made(name, direction, text).encode())
