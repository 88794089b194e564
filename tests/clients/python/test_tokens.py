"""The token's file, `kozyr_client.tokens`."""

import os
from pathlib import Path

import pytest

from kozyr_client.tokens import keep_token, token_in


def test_what_is_kept_is_found(tmp_path: Path) -> None:
    file = tmp_path / "new" / "token"
    assert token_in(file) is None
    keep_token(file, "abc")
    assert token_in(file) == "abc"
    keep_token(file, "def")
    assert token_in(file) == "def"
    assert [each.name for each in file.parent.iterdir()] == ["token"]


def test_only_the_owner_can_read_it(tmp_path: Path) -> None:
    file = tmp_path / "token"
    before = os.umask(0)
    try:
        keep_token(file, "abc")
    finally:
        os.umask(before)
    assert file.stat().st_mode & 0o777 == 0o600


def test_an_empty_file_has_no_token(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("\n")
    assert token_in(tmp_path / "token") is None


def test_a_folder_is_no_token(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r".*"):
        token_in(tmp_path)
