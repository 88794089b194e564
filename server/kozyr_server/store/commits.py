"""Commits as keys and arguments of their script, and its answers as results; pure.

The order of keys and arguments is that of `lua/commit.lua`.
"""

from collections.abc import Sequence
from typing import Any, Final

from kozyr_server.store import keys
from kozyr_server.store.model import Commit, CommitResult, FinishedGame, Log, Status

_LOG_FLAGS: Final = {Log.NONE: 0, Log.APPEND: 1, Log.RESTART: 2, Log.DROP: 4}
_NOT_BEFORE: Final = 8
_FRESH: Final = 16
_DEALS: Final = 32
_GAME: Final = 64
_LIST: Final = 128
_UNLIST: Final = 256
_CLOSE: Final = 512

_UNTOLD: Final = 2
_OK: Final = CommitResult(Status.OK)

_FULL_ERRORS: Final = ("OOM",)
# The store says these before it runs anything.
_AWAY_ERRORS: Final = (
    "BUSY",
    "CLUSTERDOWN",
    "LOADING",
    "MASTERDOWN",
    "MISCONF",
    "NOAUTH",
    "NOPERM",
    "NOREPLICAS",
    "NOSCRIPT",
    "READONLY",
    "WRONGPASS",
)

Argument = str | bytes | int


def size(commit: Commit) -> int:
    """Bytes that a commit takes in a call, roughly."""
    total = 300 + len(commit.entry) + len(commit.state or b"")
    if commit.deal is not None or commit.game is not None or commit.summary is not None:
        total += len(commit.deal or b"") + len(commit.summary or b"")
        total += sum(map(len, commit.more_deals)) + len(commit.game.head if commit.game else b"")
    return total


def command(commits: Sequence[Commit], listener: str = "") -> list[Argument]:
    """What follows `EVALSHA sha`: the number of keys, the keys, the arguments.

    Args:
        commits: At most one of each room.
        listener: The channel that this process alone listens to; empty: it listens to nothing.
    """
    key_list: list[Argument] = [0]
    arguments: list[Argument] = [len(commits), listener, keys.LISTENERS]
    for commit in commits:
        _add(commit, key_list, arguments)
    key_list[0] = len(key_list) - 1
    key_list += arguments
    return key_list


def is_untold(answer: Any) -> bool:
    """Whether a commit was written and not published, because only its process listens."""
    return bool(answer == _UNTOLD)


def result(answer: Any) -> CommitResult:
    """What the script said about one commit."""
    match answer:
        case 1 | 2:
            return _OK
        case [0, version, tag]:
            return CommitResult(Status.CONFLICT, int(version), tag.decode())
        case [2, play_ms]:
            return CommitResult(Status.EARLY, play_ms)
        case [3, error]:
            text = error.decode(errors="replace")
            return refusal(text) or CommitResult(Status.ERROR, detail=text)
        case _:
            return CommitResult(Status.UNKNOWN, detail=f"answer of type {type(answer).__name__}")


def refusal(error: str) -> CommitResult | None:
    """The result of a commit by an error that says that nothing ran; None for any other error."""
    code = error.split(" ", 1)[0]
    if code in _FULL_ERRORS:
        return CommitResult(Status.FULL, detail=error, of_memory=True)
    if code in _AWAY_ERRORS:
        return CommitResult(Status.UNAVAILABLE, detail=error)
    return None


def recovered(commit: Commit, version: int, tag: str) -> CommitResult:
    """The result of a commit whose answer was lost, by what is stored afterwards.

    Args:
        commit: It cannot run any more.
        version: The version stored now, 0 where there is no room.
        tag: Its tag.

    Returns:
        `OK` where its own tag is stored (or the room is gone, as it wanted); else `CONFLICT` with
        the stored pair, which may be the very one that it was decided on: decide again.
    """
    if tag == commit.new_tag or (commit.state is None and version == 0):
        return _OK
    return CommitResult(Status.CONFLICT, version, tag, "the answer was lost", was_lost=True)


def _add(commit: Commit, key_list: list[Argument], arguments: list[Argument]) -> None:
    room = commit.room
    shard = room[:2]
    prefix = f"kozyr:{{s{shard}}}:"
    # Of a room that is closed nothing stays, whatever was asked for its log.
    flags = _LOG_FLAGS[Log.DROP if commit.state is None else commit.log]
    more_flags = _more_flags(commit)
    key_list.append(f"{prefix}room:{room}:state")
    key_list.append(f"{prefix}timers")
    if flags:
        key_list.append(f"{prefix}room:{room}:log")
    arguments += (
        flags | more_flags,
        commit.version,
        commit.tag,
        commit.version + 1,
        commit.new_tag,
        commit.state or b"",
        commit.entry,
        commit.due_ms,
    )
    if more_flags:
        more_keys, more = _more(commit, more_flags)
        key_list += more_keys
        arguments += (2 + bool(flags) + len(more_keys), 10 + len(more), *more)


def _more_flags(commit: Commit) -> int:
    flags = 0
    if commit.not_before_ms:
        flags |= _NOT_BEFORE
    if commit.fresh_deals:
        flags |= _FRESH
    if commit.deal is not None:
        flags |= _DEALS
    if commit.game is not None:
        flags |= _GAME
    if commit.summary is not None:
        flags |= _LIST
    if commit.unlist:
        flags |= _UNLIST
    if commit.state is None:
        flags = flags & ~_LIST | _CLOSE
    return flags


def _more(commit: Commit, flags: int) -> tuple[list[str], list[Argument]]:
    room = commit.room
    shard = room[:2]
    more_keys: list[str] = []
    more: list[Argument] = []
    if flags & _NOT_BEFORE:
        more_keys.append(keys.CLOCK)
        more.append(commit.not_before_ms)
    if flags & (_FRESH | _DEALS | _GAME | _CLOSE):
        more_keys.append(keys.deals(room))
    if commit.deal is not None:
        more += (1 + len(commit.more_deals), commit.deal, *commit.more_deals)
    if commit.game is not None:
        _add_game(commit.game, shard, more_keys, more)
    if flags & (_LIST | _UNLIST | _CLOSE):
        more_keys += (keys.lobby(shard), keys.lobby_counter(shard))
    if flags & _LIST and commit.summary is not None:
        more.append(commit.summary)
    if flags & _CLOSE:
        more_keys += (keys.chat(room), keys.watchers(room))
    return more_keys, more


def _add_game(game: FinishedGame, shard: str, more_keys: list[str], more: list[Argument]) -> None:
    more_keys += (
        keys.record(game.record),
        keys.records(shard),
        keys.public_records(shard),
        keys.unarchived(shard),
    )
    more += (game.record, game.head, int(game.public))
