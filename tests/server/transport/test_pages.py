"""The home page and the protocol's files (`kozyr_server.transport.pages`)."""

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import kozyr_protocol
from kozyr_games.registry import GAMES
from kozyr_server.transport import pages
from kozyr_testing.project import ROOT


def test_the_files_of_the_protocol_are_those_of_the_project() -> None:
    files = pages.protocol_files()
    assert files["README.md"].content == (ROOT / "protocol/README.md").read_bytes()
    assert files["README.md"].media_type.startswith("text/markdown")
    schemas = {path.name for path in (ROOT / "protocol/kozyr_protocol/schema").glob("*.json")}
    assert schemas
    assert set(files) == schemas | {"README.md"}
    for name in schemas:
        assert files[name].media_type == "application/json"
        json.loads(files[name].content)


def test_an_installed_package_has_them_too(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    found = pages.protocol_files(tmp_path / "site" / kozyr_protocol.__name__)
    assert found == pages.protocol_files()


def test_a_package_without_them_serves_what_there_is(tmp_path: Path) -> None:
    (tmp_path / "kozyr_protocol").mkdir()
    assert pages.protocol_files(tmp_path / "kozyr_protocol") == {}


def test_the_home_page_needs_no_script_or_style() -> None:
    assert not re.search(r"<script|<style|style=|onclick", pages.HOME)
    assert 'href="/protocol/v1/README.md"' in pages.HOME


def test_the_home_page_is_in_both_languages() -> None:
    english, russian = pages.HOME.split('<section lang="ru">')
    for part in (english, russian):
        assert set(re.findall(r'<a href="([^"]+)">', part)) == {each[0] for each in pages.LINKS}
    assert not re.search("[а-яё]", english)
    words = re.sub(r"<code>.*?</code>|<[^>]+>|https?:|/[\w/.]*", "", russian, flags=re.DOTALL)
    assert set(re.findall(r"[A-Za-z]{2,}", words)) == {"WebSocket", "Prometheus"}


def _may_be_indexed(path: str) -> bool:
    """RFC 9309: the rule with the longest path counts, of two as long the one that allows."""
    best = (0, True)
    for line in pages.ROBOTS.splitlines():
        rule, _, pattern = line.partition(": ")
        if rule in {"Allow", "Disallow"}:
            form = re.escape(pattern.removesuffix("$")) + ("$" if pattern.endswith("$") else "")
            if re.match(form, path):
                best = max(best, (len(pattern), rule == "Allow"))
    return best[1]


def test_robots_find_the_rules_and_no_room() -> None:
    for path in ("/", "/rules", "/rules/king", "/assets/index-1a.js", "/icon.svg", "/favicon.ico"):
        assert _may_be_indexed(path), path
    for path in ("/table/abc", "/room/abc", "/player/p1", "/replay/abc-1", "/leaderboard", "/me"):
        assert not _may_be_indexed(path), path
    for path in ("/api/v1/rooms", "/api/v1/records", "/api/v1/admin", "/admin", "/metrics", "/ws"):
        assert not _may_be_indexed(path), path
    assert _may_be_indexed("/api/v1/games/king/help/ru")


def test_each_game_has_help_in_both_languages() -> None:
    assert set(pages.help_pages()) == {(game, each) for game in GAMES for each in ("en", "ru")}
    king = pages.help_pages()["king", "ru"]
    assert king.content.decode().startswith("# Кинг")
    assert king.media_type.startswith("text/markdown")
