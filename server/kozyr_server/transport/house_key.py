"""The key by which a server knows its own house bots."""

import hmac
import secrets
from typing import Final

from msgspec import Struct

from kozyr_protocol.discreet import Discreet

_KEY_BYTES: Final = 32


class HouseKey(Discreet, Struct, frozen=True):
    """Drawn at each start of a server, the same in all of its processes; a secret."""

    key: str
    """43 characters. It goes to the bots through a pipe, and nowhere else."""

    @classmethod
    def drawn(cls) -> "HouseKey":
        """A new one."""
        return cls(secrets.token_urlsafe(_KEY_BYTES))

    def fits(self, said: str) -> bool:
        """Whether it is what somebody says; takes as long, right or wrong."""
        return hmac.compare_digest(self.key.encode(), said.encode())
