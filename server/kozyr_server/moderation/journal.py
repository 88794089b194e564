"""Everything that admins did: in the store, and for ever in a file of the data folder."""

import asyncio
import os
from pathlib import Path

import msgspec
import structlog

from kozyr_server.store.reports import Act, Audit

FILE = "audit.jsonl"

_encoder = msgspec.json.Encoder()
_log = structlog.get_logger("kozyr.moderation")


class Journal:
    """Notes down who did what, when and why.

    Args:
        audit: of the store.
        folder: of the file; None: there is none.
    """

    def __init__(self, audit: Audit, folder: Path | None) -> None:
        self._audit = audit
        self._path = None if folder is None else folder / FILE

    async def note(self, act: Act) -> None:
        """Note an act.

        Raises:
            StoreUnavailableError: the store is away; the file has it.
        """
        _log.info("admin", admin=act.admin, what=act.what, target=act.target)
        if self._path is not None:
            await asyncio.to_thread(self._append, self._path, _encoder.encode(act) + b"\n")
        await self._audit.add(act)

    def _append(self, path: Path, line: bytes) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                # One call: lines of several processes do not mix.
                os.write(descriptor, line)
            finally:
                os.close(descriptor)
        except OSError as error:
            # A full disk must not keep an admin from his work; the store has the act, too.
            _log.error("the audit file cannot be written", error=str(error))
