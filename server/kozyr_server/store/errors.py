"""Errors of the store.

```
StoreError
├── BackupError                 no backup could be made, or this one cannot be restored
├── FormatError                 a newer version wrote what is there, or one too old
├── StoreSettingsError          the store that was named cannot be used as asked
│   ├── StoreUrlError           the URL names no store
│   ├── StoreUnreachableError   no store answers there, or it refuses this server
│   └── StoreUnfitError         it answers, and is not set up for this server
└── EmbeddedStoreError          the bundled store cannot be used as asked
    ├── NoStoreProgramError     no Valkey or Redis program to run
    ├── DataFolderError         the data folder cannot be used
    ├── DataFolderBusyError     another live server holds the data folder
    ├── OrphanStoreError        a store left by a killed server does not end
    ├── SocketFolderError       no folder is short enough for the socket
    ├── StoreRunError           the system does not let this user run the store
    └── StoreStartError         the store ended or did not answer in time
```
"""

from pathlib import Path


class StoreError(Exception):
    """Base of all errors of the store."""


class BackupError(StoreError):
    """No backup could be made, or this one cannot be restored; the text is one sentence."""


class FormatError(StoreError):
    """A newer version wrote what is there, or one so old that nothing can read it any more.

    Attributes:
        place: The data folder, or the store.
        found: Number of its format.
        known: The newest that this version knows.
    """

    def __init__(self, place: str, found: int, known: int) -> None:
        super().__init__(place, found, known)
        self.place = place
        self.found = found
        self.known = known

    def __str__(self) -> str:
        """Say who wrote it and what helps."""
        if self.found > self.known:
            return (
                f"{self.place} was written by a newer kozyr (format {self.found}, this one knows "
                f"{self.known}): run that version, or restore a backup of this one"
            )
        return (
            f"{self.place} was written by an older kozyr (format {self.found}) that this one "
            f"(format {self.known}) cannot take over: run a version between the two once"
        )


class StoreSettingsError(StoreError):
    """Base of errors of the store that was named; its text is one sentence."""


class StoreUrlError(StoreSettingsError):
    """The URL names no store. The text leaves the URL out: it may hold a password."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        """Say what is wrong and what is right."""
        return (
            f"the URL of the store cannot be used: {self.reason}; it looks like "
            "redis://HOST:PORT/DB, rediss://HOST:PORT/DB or unix:///PATH?db=DB"
        )


class StoreUnreachableError(StoreSettingsError):
    """No store answers, or it refuses this server.

    Attributes:
        place: Host and port, or path of the socket.
        reason: What the system or the store said.
    """

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(place, reason)
        self.place = place
        self.reason = reason

    def __str__(self) -> str:
        """Name the place and the reason."""
        return f"the store at {self.place} cannot be used: {self.reason}"


class StoreUnfitError(StoreSettingsError):
    """The store answers, and would lose what this server promises to keep.

    Attributes:
        problem: What it is or lacks.
        advice: What to set.
    """

    def __init__(self, problem: str, advice: str) -> None:
        super().__init__(problem, advice)
        self.problem = problem
        self.advice = advice

    def __str__(self) -> str:
        """Say what is wrong and what helps."""
        return f"the store {self.problem}: {self.advice}"


class EmbeddedStoreError(StoreError):
    """Base of errors of the store that this server runs itself; its text is one sentence."""


class NoStoreProgramError(EmbeddedStoreError):
    """No program of Valkey or Redis was found, or the one named cannot be run.

    Attributes:
        program: The program that was asked for; None if the search found nothing.
    """

    def __init__(self, program: Path | None = None) -> None:
        super().__init__(program)
        self.program = program

    def __str__(self) -> str:
        """Say what to give instead."""
        found = "no Valkey or Redis program was found"
        if self.program is not None:
            found = f"{self.program} is not a program that can be run"
        return (
            f"{found}: name a valkey-server or redis-server with --valkey PATH, "
            "or a running store with --redis URL"
        )


class DataFolderError(EmbeddedStoreError):
    """The data folder cannot be made, read or written.

    Attributes:
        folder: The data folder.
        reason: What the system said.
    """

    def __init__(self, folder: Path, reason: str) -> None:
        super().__init__(folder, reason)
        self.folder = folder
        self.reason = reason

    def __str__(self) -> str:
        """Name the folder and the reason."""
        return f"the data folder {self.folder} cannot be used: {self.reason}"


class DataFolderBusyError(EmbeddedStoreError):
    """Another live server works on the data folder.

    Attributes:
        folder: The data folder.
        pid: Process that holds it; None in the moment before it has written its number.
    """

    def __init__(self, folder: Path, pid: int | None) -> None:
        super().__init__(folder, pid)
        self.folder = folder
        self.pid = pid

    def __str__(self) -> str:
        """Name the folder and its holder."""
        holder = "another server" if self.pid is None else f"the server with pid {self.pid}"
        return f"the data folder {self.folder} is in use by {holder}"


class OrphanStoreError(EmbeddedStoreError):
    """A store left by a killed server holds the data folder and does not end.

    Attributes:
        folder: The data folder.
        pid: Process number that the killed server wrote down; None if it wrote none.
    """

    def __init__(self, folder: Path, pid: int | None) -> None:
        super().__init__(folder, pid)
        self.folder = folder
        self.pid = pid

    def __str__(self) -> str:
        """Name the folder and the process to look at."""
        known = "" if self.pid is None else f" (last known pid {self.pid})"
        return (
            f"the data folder {self.folder} is held by the store of a server that was killed, "
            f"and it does not end{known}: stop it by hand"
        )


class SocketFolderError(EmbeddedStoreError):
    """No folder for temporary files takes a Unix socket.

    Attributes:
        folders: The folders tried.
    """

    def __init__(self, folders: tuple[Path, ...]) -> None:
        super().__init__(folders)
        self.folders = folders

    def __str__(self) -> str:
        """Name what was tried and what helps."""
        tried = ", ".join(str(folder) for folder in self.folders)
        return f"no place for the store's socket in {tried}: set TMPDIR to a short, writable folder"


class StoreRunError(EmbeddedStoreError):
    """The system does not let this user run the store.

    Attributes:
        python: The interpreter that runs first, as it is written in an environment.
        reason: What the system said.
    """

    def __init__(self, python: str, reason: str) -> None:
        super().__init__(python, reason)
        self.python = python
        self.reason = reason

    def __str__(self) -> str:
        """Say who may not run what."""
        return (
            f"the store cannot be started with {self.python}: {self.reason}; the server's user "
            "must be allowed to run that program, wherever a link of it leads"
        )


class StoreStartError(EmbeddedStoreError):
    """The store ended while it started, or did not answer in time.

    Attributes:
        program: The program that was run.
        returncode: Its exit code, negative for a signal; None if it was late and was stopped.
        tail: Its last log lines, oldest first.
    """

    def __init__(self, program: Path, returncode: int | None, tail: tuple[str, ...]) -> None:
        super().__init__(program, returncode, tail)
        self.program = program
        self.returncode = returncode
        self.tail = tail

    def __str__(self) -> str:
        """Say how it failed, with its last word."""
        how = "did not answer in time"
        if self.returncode is not None:
            how = f"ended with code {self.returncode}"
        return (
            f"the store {self.program} {how}: {self.tail[-1] if self.tail else 'it said nothing'}"
        )
