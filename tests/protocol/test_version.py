"""`kozyr_protocol.version`: how two sides agree."""

import pytest

from kozyr_protocol.version import OLDEST_VERSION, PROTOCOL_VERSION, negotiate


def test_this_module_speaks_what_it_names() -> None:
    assert 1 <= OLDEST_VERSION <= PROTOCOL_VERSION
    assert negotiate(OLDEST_VERSION, PROTOCOL_VERSION) == PROTOCOL_VERSION


@pytest.mark.parametrize(
    ("client", "server", "chosen"),
    [
        ((1, 1), (1, 1), 1),
        ((1, 3), (1, 2), 2),
        ((1, 2), (1, 3), 2),
        ((2, 5), (1, 2), 2),
        ((0, 99), (3, 4), 4),
        ((1, 2), (2, 9), 2),
        ((3, 3), (1, 2), None),
        ((1, 1), (2, 3), None),
        ((2, 1), (1, 3), None),
        ((0, 0), (1, 1), None),
    ],
)
def test_newest_common_version(
    client: tuple[int, int], server: tuple[int, int], chosen: int | None
) -> None:
    assert negotiate(*client, *server) == chosen
