"""Which package carries the sockets (`kozyr_server.transport.layer`)."""

import pytest

from kozyr_server.transport.layer import NoSocketLayerError, socket_layer
from kozyr_testing.serving import with_


def test_the_faster_layer_is_taken_where_it_is_installed() -> None:
    for asked, fast, layer in [
        ("auto", "picows", "picows"),
        ("auto", "a_package_that_is_not_there", "uvicorn"),
        ("picows", "picows", "picows"),
        ("uvicorn", "picows", "uvicorn"),
    ]:
        assert socket_layer(with_(sockets=asked), fast) == layer
    with pytest.raises(NoSocketLayerError, match="picows is not installed"):
        socket_layer(with_(sockets="picows"), "a_package_that_is_not_there")
