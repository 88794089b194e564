"""Which servers may be tested, and from where (`kozyr_load.target`)."""

import pytest

from kozyr_load.errors import GeneratorError, ScenarioError, TargetError
from kozyr_load.target import PORTS_A_SOURCE, allow_files, target


@pytest.mark.parametrize(
    "url",
    [
        "ws://127.0.0.1:8080/ws",
        "http://127.0.0.1:8080",
        "http://127.0.0.1:8080/",
        "ws://localhost:8080",
        "ws://[::1]:8080/ws",
    ],
)
def test_servers_of_this_machine_may_be_tested(url: str) -> None:
    found = target(url, is_own=False)
    assert found.url.endswith(":8080/ws")
    assert found.http.startswith("http://")


@pytest.mark.parametrize("url", ["ws://example.org/ws", "ws://10.0.0.1:1/ws", "wss://128.0.0.1/ws"])
def test_another_machine_needs_a_word(url: str) -> None:
    with pytest.raises(TargetError, match="--i-own-this-server"):
        target(url, is_own=False)
    assert target(url, is_own=True).url == url


@pytest.mark.parametrize("url", ["", "ftp://127.0.0.1", "127.0.0.1:80", "ws://127.0.0.1:99999/ws"])
def test_no_url_is_said_so(url: str) -> None:
    with pytest.raises(ScenarioError, match=r"is not ws://HOST:PORT/ws"):
        target(url, is_own=True)


def test_many_connections_come_from_several_addresses() -> None:
    found = target("ws://127.0.0.1:8080/ws", is_own=False)
    assert found.source(0, PORTS_A_SOURCE) is None
    assert found.source(0, PORTS_A_SOURCE + 1) == "127.0.0.2"
    assert found.source(3, PORTS_A_SOURCE + 1) == "127.0.0.5"
    far = target("wss://example.org/ws", is_own=True)
    assert far.source(3, PORTS_A_SOURCE + 1) is None
    assert far.http == "https://example.org"


def test_more_connections_than_files_are_refused_beforehand() -> None:
    allow_files(100)
    with pytest.raises(GeneratorError, match="use more --processes"):
        allow_files(100_000_000)
