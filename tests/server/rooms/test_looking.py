"""What is to be seen of followed rooms (`kozyr_server.rooms.looking`)."""

import re

from kozyr_server.rooms import looking
from kozyr_server.rooms.followed import Followed
from kozyr_server.telemetry import Metrics
from kozyr_testing.desk import Desk


def test_rooms_are_counted_by_phase() -> None:
    waiting, unread = Followed(Desk().room.id), Followed(Desk().room.id)
    table = Desk().table
    waiting.move_to(table.version, table.tag, table)
    metrics = Metrics()
    looking.show([waiting, unread], metrics)
    text = metrics.exposition().decode()
    found = dict(re.findall(r'^kozyr_rooms_followed\{phase="(\w+)"\} (\S+)$', text, re.MULTILINE))
    assert found["waiting"] == "1.0"
    assert found["unread"] == "1.0"
    assert found["playing"] == "0.0"
    looking.show([], metrics)
    assert 'phase="waiting"} 0.0' in metrics.exposition().decode()
