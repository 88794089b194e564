import pickle
from pathlib import Path

import pytest

from kozyr_server.store.errors import (
    DataFolderBusyError,
    DataFolderError,
    EmbeddedStoreError,
    NoStoreProgramError,
    OrphanStoreError,
    SocketFolderError,
    StoreRunError,
    StoreStartError,
)

P = Path("/d")
SENTENCES: list[tuple[EmbeddedStoreError, str]] = [
    (NoStoreProgramError(), "no Valkey or Redis program was found: name a valkey-server"),
    (NoStoreProgramError(P), "/d is not a program that can be run: name a valkey-server"),
    (DataFolderError(P, "no"), "the data folder /d cannot be used: no"),
    (DataFolderBusyError(P, 7), "the data folder /d is in use by the server with pid 7"),
    (DataFolderBusyError(P, None), "the data folder /d is in use by another server"),
    (OrphanStoreError(P, 7), "the data folder /d is held by the store of a server that was killed"),
    (SocketFolderError((P,)), "no place for the store's socket in /d: set TMPDIR"),
    (StoreRunError("/p", "no"), "the store cannot be started with /p: no; the server's user"),
    (StoreStartError(P, 1, ("a", "b")), "the store /d ended with code 1: b"),
    (StoreStartError(P, None, ()), "the store /d did not answer in time: it said nothing"),
]


@pytest.mark.parametrize(("error", "start"), SENTENCES)
def test_an_error_is_one_sentence(error: EmbeddedStoreError, start: str) -> None:
    assert str(error).startswith(start)
    assert "\n" not in str(error)
    # Errors cross from worker processes.
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
