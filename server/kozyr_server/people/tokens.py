"""Tokens: who has one is the same player again.

A token is shown once and kept by nobody but its owner: the server knows the player's id, from
which the token cannot be found.
"""

import base64
import hashlib
import re

from kozyr_protocol.ids import PlayerId

TOKEN_BYTES = 32
"""Random bytes in a token: 256 bits, nobody guesses one."""

_PLAYER_ID_BYTES = 10
_DOMAIN = b"kozyr.player/1\0"
_DIGEST_DOMAIN = b"kozyr.token/1\0"
_player = re.compile(r"p[a-z2-7]{16}")
_token = re.compile(r"[A-Za-z0-9_-]{43}")


def from_bytes(drawn: bytes) -> str:
    """A token of 43 characters (base64url without padding).

    Args:
        drawn: 32 bytes from the system's generator.
    """
    assert len(drawn) == TOKEN_BYTES
    return base64.urlsafe_b64encode(drawn).rstrip(b"=").decode()


def is_token(text: str) -> bool:
    """Whether a text has the form of a token."""
    return _token.fullmatch(text) is not None


def player_id(token: str) -> PlayerId:
    """The public id of a token's owner: `p` and 80 bits of its hash in lower-case base 32."""
    digest = hashlib.sha256(_DOMAIN + token.encode()).digest()
    return PlayerId("p" + base64.b32encode(digest[:_PLAYER_ID_BYTES]).decode().lower())


def digest(token: str) -> str:
    """Hash of a token by which the store knows it: 32 hexadecimal digits.

    The first 16 name the token to its owner; it cannot be found from them.
    """
    return hashlib.sha256(_DIGEST_DOMAIN + token.encode()).hexdigest()[:32]


def is_player_id(text: str) -> bool:
    """Whether a text has the form of a player's id."""
    return _player.fullmatch(text) is not None
