"""How a server knows its own house bots: by its key, and that they are programs of its machine."""

import hmac
import secrets
from typing import Final

from msgspec import Struct

from kozyr_protocol.discreet import Discreet
from kozyr_server.transport.limits import is_own

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


def is_near(peer: str, here: str, *, is_forwarded: bool) -> bool:
    """Whether a program of this machine is at the other end of a socket, and no proxy.

    What a proxy says of its client is not asked, however much it is trusted: else whoever can write
    an `X-Forwarded-For` were of this machine.

    Args:
        peer: address of the other end, empty for a Unix socket.
        here: address of this end. A machine that dials an address of its own has it at both ends,
            so that bots come in at whatever address the server listens on.
        is_forwarded: whether it says that it speaks for somebody else.
    """
    return not is_forwarded and (is_own(peer) or peer == here)
