"""The way to the admins' interface (`kozyr_cli.admin_client`)."""

from pathlib import Path

import pytest

from kozyr_cli.admin_client import AdminClient, environment
from kozyr_cli.errors import CommandError
from kozyr_testing.processes import Kozyr


def test_a_server_without_admins_says_so(live: Kozyr) -> None:
    client = AdminClient(live.http_url, "wrong", "Rita")
    with pytest.raises(CommandError, match=r"token is missing, or another|no token for admins"):
        client.see()


def test_the_token_is_in_no_text(tmp_path: Path) -> None:
    client = AdminClient("http://127.0.0.1:1", "very-secret", "Rita")
    assert "very-secret" not in repr(client)
    assert environment() is not None
