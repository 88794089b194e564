"""Whether a store can keep what this server promises: asked once, before anything is written."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from redis.exceptions import ResponseError

from kozyr_server.store.address import Address
from kozyr_server.store.calls import Calls
from kozyr_server.store.errors import StoreUnfitError, StoreUnreachableError
from kozyr_server.store.model import StoreUnavailableError

Durability = Literal["always", "everysec", "unverified"]
"""What an acknowledgement survives; `unverified`: whatever the store is set to."""

MIN_REDIS: Final = (7, 0)
MIN_VALKEY: Final = (7, 2)

_STRONG_ENOUGH: Final[dict[str, tuple[str, ...]]] = {
    "always": ("always",),
    "everysec": ("always", "everysec"),
}
_UNVERIFIED_ADVICE: Final = "or accept the risk with --durability unverified"


async def check(calls: Calls, address: Address, durability: Durability) -> None:
    """Refuse a store that is too old, of the wrong kind, or would lose what it acknowledged.

    Args:
        calls: Calls to it.
        address: Named in the error when it does not answer.
        durability: What was asked for.

    Raises:
        StoreUnreachableError: It does not answer, or refuses this server.
        StoreUnfitError: It is not what this server needs.
    """
    try:
        info = await calls.ask("INFO")
    except StoreUnavailableError as error:
        raise StoreUnreachableError(address.place, _reason(error)) from None
    _check_kind(info)
    if durability != "unverified":
        await _check_persistence(calls, info, durability)


def _reason(error: StoreUnavailableError) -> str:
    cause = error.__cause__
    if isinstance(cause, TimeoutError):
        return "it does not answer in time"
    return str(error).rstrip(".")


def _check_kind(info: Mapping[str, Any]) -> None:
    is_valkey = "valkey_version" in info
    version = str(info["valkey_version" if is_valkey else "redis_version"])
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    name = "Valkey" if is_valkey else "Redis"
    least = MIN_VALKEY if is_valkey else MIN_REDIS
    if numbers < least:
        raise StoreUnfitError(f"is {name} {version}", f"take {name} {least[0]}.{least[1]} or newer")
    if info.get("cluster_enabled"):
        raise StoreUnfitError("is a cluster", "take a standalone Redis or Valkey")
    if info.get("role") == "slave":
        raise StoreUnfitError("is a read-only replica", "name its primary")
    policy = info.get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        raise StoreUnfitError(
            f"may throw rooms and records away when its memory is full ({policy})",
            "set maxmemory-policy noeviction",
        )


async def _check_persistence(calls: Calls, info: Mapping[str, Any], durability: Durability) -> None:
    if not info.get("aof_enabled"):
        raise StoreUnfitError(
            f"does not keep an append-only file, and durability {durability!r} was asked for",
            f"set appendonly yes and appendfsync {durability}, {_UNVERIFIED_ADVICE}",
        )
    try:
        found = await calls.ask("CONFIG GET", "appendfsync", "no-appendfsync-on-rewrite")
    except StoreUnavailableError as error:
        if isinstance(error.__cause__, ResponseError):
            raise StoreUnfitError(
                "does not tell how it writes to disk (CONFIG GET is not allowed)",
                f"allow it, {_UNVERIFIED_ADVICE}",
            ) from None
        raise
    fsync = found.get("appendfsync", "unknown")
    if fsync not in _STRONG_ENOUGH[durability]:
        raise StoreUnfitError(
            f"has appendfsync {fsync}, and durability {durability!r} was asked for",
            f"set appendfsync {durability}, or ask for less with --durability",
        )
    if found.get("no-appendfsync-on-rewrite") == "yes":
        raise StoreUnfitError(
            "does not sync to disk while it rewrites its append-only file",
            f"set no-appendfsync-on-rewrite no, {_UNVERIFIED_ADVICE}",
        )
