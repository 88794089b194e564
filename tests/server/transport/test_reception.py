"""`kozyr_server.transport.reception`: what both socket layers share; served in test_socket."""

import pytest

from kozyr_protocol.codec import Subprotocol
from kozyr_server.transport.reception import Choice, choice


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        ([], Choice(None, Subprotocol.MSGPACK, is_known=True)),
        (["kozyr.json"], Choice("kozyr.json", Subprotocol.JSON, is_known=True)),
        (["x", "kozyr.json"], Choice("kozyr.json", Subprotocol.JSON, is_known=True)),
        (
            ["kozyr.msgpack", "kozyr.json"],
            Choice("kozyr.msgpack", Subprotocol.MSGPACK, is_known=True),
        ),
        (["x", "y"], Choice("x", Subprotocol.MSGPACK, is_known=False)),
    ],
)
def test_the_first_known_subprotocol_is_spoken(offered: list[str], chosen: Choice) -> None:
    assert choice(offered) == chosen
