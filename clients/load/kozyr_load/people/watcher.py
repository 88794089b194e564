"""Somebody in the lobby: he sees its rooms change, and looks at another page now and then."""

import asyncio
import secrets

from kozyr_load.counts import LOBBY
from kozyr_load.people.desk import Desk
from kozyr_load.people.link import Link
from kozyr_protocol import codec, messages


class Watcher:
    """A connection in the lobby, which looks at all rooms and at those with a free seat by turns.

    Args:
        desk: shared.
        name: of the guest.
    """

    def __init__(self, desk: Desk, name: str) -> None:
        """Nobody is connected yet."""
        self.link = Link(desk, self._greeting, self._heard, self._lost, is_player=False)
        self._desk = desk
        self._name = name
        self._token = secrets.token_urlsafe(32)
        self._asked = 0
        self._asked_s: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def close(self) -> None:
        """Go for good."""
        self._lost()
        self.link.close()

    def _greeting(self) -> list[bytes]:
        self._schedule()
        return [codec.encode(messages.Hello(1, 1, self._token, self._name, "kozyr-load"))]

    def _lost(self) -> None:
        self._asked_s = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _schedule(self) -> None:
        every_s = self._desk.scenario.lobby.every_s
        wait_s = every_s * self._desk.rng.uniform(0.5, 1.5)
        self._timer = self._desk.loop.call_later(wait_s, self._ask)

    def _ask(self) -> None:
        if self._asked_s is None and not self._desk.is_over:
            self._asked += 1
            self._asked_s = self._desk.now_s()
            self._desk.counts.count("frames_sent")
            command = messages.WatchLobby(self._asked, free=self._asked % 2 == 0)
            self.link.send(codec.encode(command))
        self._schedule()

    def _heard(self, frame: bytes) -> None:
        counts = self._desk.counts
        counts.count("frames")
        counts.count("bytes", len(frame))
        try:
            message = codec.decode_server(frame)
        except codec.CodecError:
            counts.count("unreadable")
            return
        if isinstance(message, messages.Lobby) and self._asked_s is not None:
            counts.time(LOBBY, self._desk.now_s() - self._asked_s)
            counts.count("lobbies")
            self._asked_s = None
        elif isinstance(message, messages.LobbyChanged):
            counts.count("lobby_changes")
        elif isinstance(message, messages.Error):
            counts.count(f"errors.{message.code.value}")
            self._asked_s = None
        elif isinstance(message, messages.ServerPing):
            self.link.send(codec.encode(messages.Pong(message.id)))
        elif isinstance(message, messages.Welcome):
            self.link.greeted()
            self.link.is_back()
