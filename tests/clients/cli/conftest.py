"""Finished games for the commands that read them."""

import io
import logging
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

import pytest
import structlog

from kozyr_cli.__main__ import run
from kozyr_games.registry import GAMES
from kozyr_testing.bot_games import BotGames
from kozyr_testing.processes import Kozyr


@pytest.fixture(autouse=True)
def _logs_as_before() -> Iterator[None]:
    """A command sets the logs of its process, to a stream that the test's end closes."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.fixture(scope="session")
def bot_games(live: Kozyr, tmp_path_factory: pytest.TempPathFactory) -> BotGames:
    """A game of each kind, played over the wire and exported."""
    lines: dict[str, str] = {}
    for game in GAMES:
        said = io.StringIO()
        arguments = ["--url", live.socket_url, "--game", game, "--seed", "4", "--quiet"]
        with redirect_stdout(said):
            assert run(["bot", *arguments]) == 0
        lines[game] = said.getvalue()
    records = [line.split(" ")[1] for line in lines.values()]
    file = tmp_path_factory.mktemp("played") / "played.jsonl"
    arguments = ["--url", live.http_url, "--out", str(file)]
    assert run(["records", "export", *records, *arguments]) == 0
    return BotGames(file, lines)


@pytest.fixture(scope="session")
def played(bot_games: BotGames) -> Path:
    """A file with a finished game of each kind, in the order of the registry."""
    return bot_games.file
