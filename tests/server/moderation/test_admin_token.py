"""The admins' token (`kozyr_server.moderation.admin_token`)."""

import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kozyr_server.moderation.admin_token import AdminTokenError, path_of, token_of
from kozyr_server.settings import Settings


def test_it_is_made_once_beside_an_embedded_store_for_its_owner_alone(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data")
    token = token_of(settings)
    assert token is not None
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", token)
    path = path_of(settings)
    assert path == tmp_path / "data" / "admin-token"
    assert path.stat().st_mode & 0o777 == 0o600
    assert token_of(settings) == token
    assert [each.name for each in path.parent.iterdir()] == ["admin-token"]


def test_of_many_who_make_it_at_once_all_have_the_same(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    with ThreadPoolExecutor(8) as threads:
        tokens = set(threads.map(lambda _: token_of(settings), range(50)))
    assert len(tokens) == 1


def test_with_a_store_elsewhere_there_are_no_admins_unless_asked_for(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, redis="redis://cards.example/0")
    assert path_of(settings) is None
    assert token_of(settings) is None
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_named_is_never_made(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, admin_token_file=tmp_path / "mine")
    with pytest.raises(AdminTokenError, match="no such file"):
        token_of(settings)


@pytest.mark.parametrize(
    "text", ["", "short", "x" * 23, "with a space in it, and long", "ключ" * 9]
)
def test_what_is_no_token_is_refused_without_being_shown(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mine"
    path.write_text(text + "\n", encoding="utf-8")
    path.chmod(0o600)
    with pytest.raises(AdminTokenError, match="24 or more signs") as refused:
        token_of(Settings(admin_token_file=path))
    assert not text or text not in str(refused.value)


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")
def test_a_token_that_others_may_read_is_none(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_text("x" * 30)
    path.chmod(0o640)
    with pytest.raises(AdminTokenError, match="chmod 600"):
        token_of(Settings(admin_token_file=path))
    path.chmod(0o600)
    assert token_of(Settings(admin_token_file=path)) == "x" * 30
