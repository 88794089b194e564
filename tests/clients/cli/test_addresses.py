"""Addresses of a server (`kozyr_cli.addresses`)."""

import pytest

from kozyr_cli import addresses
from kozyr_cli.errors import CommandError


@pytest.mark.parametrize(
    "url", ["http://h:80", "http://h:80/", "http://h:80/ws", "ws://h:80", "ws://h:80/ws/"]
)
def test_every_form_leads_to_the_socket_and_to_the_pages(url: str) -> None:
    assert addresses.socket(url) == "ws://h:80/ws"
    assert addresses.pages(url) == "http://h:80"


def test_tls_and_a_path_before_are_kept() -> None:
    for url in ("https://h/cards/", "wss://h/cards/ws"):
        assert addresses.socket(url) == "wss://h/cards/ws"
        assert addresses.pages(url) == "https://h/cards"
    assert addresses.socket("HTTP://[::1]:8080") == "ws://[::1]:8080/ws"


def test_a_socket_elsewhere_is_taken_as_it_is() -> None:
    assert addresses.socket("ws://h/table") == "ws://h/table"


@pytest.mark.parametrize(
    "url",
    [
        *("", "h:80", "127.0.0.1:8080", "file:///etc/passwd", "http://", "http:///x"),
        *("http://h:99999", "http://h:x", "http://h:0", "http://[", "http://h?a", "ws://h/ws#a"),
        "http://anna:hunter2@h",
    ],
)
def test_anything_else_is_no_address(url: str) -> None:
    for address in (addresses.socket, addresses.pages):
        with pytest.raises(CommandError, match="is not http://HOST:PORT or ws://HOST:PORT/ws"):
            address(url)
