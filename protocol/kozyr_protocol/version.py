"""Versions of the protocol and how two sides agree on one."""

PROTOCOL_VERSION = 1
"""The newest version that this module speaks."""

OLDEST_VERSION = 1
"""The oldest version that this module still speaks."""


def negotiate(
    client_min: int,
    client_max: int,
    server_min: int = OLDEST_VERSION,
    server_max: int = PROTOCOL_VERSION,
) -> int | None:
    """The newest version that both sides know.

    Args:
        client_min: oldest version the client knows, from 1.
        client_max: newest version the client knows.
        server_min: oldest version the server serves.
        server_max: newest version the server serves.

    Returns:
        The version to speak, or None where the ranges do not meet or the client's is empty.
    """
    newest = min(client_max, server_max)
    return newest if newest >= max(client_min, server_min) else None
