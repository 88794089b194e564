"""`kozyr_server.rooms.peers`: the refusal that becomes an `error` message."""

from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import RoomId
from kozyr_server.rooms.peers import RefusedError


def test_a_refusal_keeps_its_code_facts_and_room() -> None:
    facts = {"min": 3}
    error = RefusedError(ErrorCode.BAD_SEATS, "too few", facts, RoomId("00aaaaaaaaaaaa"))
    facts["min"] = 4
    assert (error.code, error.message, error.facts) == (ErrorCode.BAD_SEATS, "too few", {"min": 3})
    assert (error.room, str(error)) == ("00aaaaaaaaaaaa", "too few")
    assert RefusedError(ErrorCode.BUSY, "later").facts == {}
