"""Who the house bots are: their names, and the tokens by which they come back as themselves."""

import base64
import hashlib
import hmac

NAMES = (
    "Ada",
    "Boris",
    "Vera",
    "Gleb",
    "Dina",
    "Egor",
    "Janna",
    "Zakhar",
    "Ira",
    "Klim",
    "Lada",
    "Mark",
    "Nina",
    "Oleg",
    "Polina",
    "Roman",
)
"""First names of the bots; a number follows from the seventeenth on."""

_DOMAIN = b"kozyr.persona/1\0"


def name(number: int) -> str:
    """The name of a bot, `Ada ♣` or `Ada 2 ♣`."""
    which, again = number % len(NAMES), number // len(NAMES)
    return f"{NAMES[which]} {again + 1} ♣" if again else f"{NAMES[which]} ♣"


def token(secret: str, number: int) -> str:
    """The token of a bot, 43 characters, the same in every process with this secret.

    Args:
        secret: of the server; two servers over one store must not have the same one, for whoever
            comes with a player's token takes his seats.
        number: of the bot, from 0.
    """
    digest = hmac.digest(secret.encode(), _DOMAIN + b"%d" % number, hashlib.sha256)
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
