"""Who speaks, and how he is refused (`kozyr_server.people.callers`)."""

from kozyr_protocol.close_codes import CloseCode
from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId
from kozyr_server.people.callers import Coming, Known, RefusedError, TurnedAwayError


def test_a_refusal_keeps_what_the_client_is_told() -> None:
    facts = {"retry_ms": 5}
    refused = RefusedError(ErrorCode.TOO_FAST, "wait", facts, limit="claims_per_hour")
    facts["retry_ms"] = 6
    assert (refused.code, str(refused), refused.facts) == (
        *(ErrorCode.TOO_FAST, "wait", {"retry_ms": 5}),
    )
    away = TurnedAwayError(CloseCode.BANNED, refused)
    assert (away.close, away.refused, str(away)) == (CloseCode.BANNED, refused, "wait")


def test_no_hash_of_a_token_is_shown() -> None:
    coming = Coming("d" * 32, PlayerId("p" + "a" * 16), "Anna", "", is_new=False)
    for value in (coming, Known("d" * 32)):
        assert "dddd" not in repr(value)
