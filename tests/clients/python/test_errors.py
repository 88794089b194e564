"""The exceptions of `kozyr_client.errors`: facts, text, and who is whose child."""

import pytest

from kozyr_client import errors
from kozyr_protocol.errors import ErrorCode


def test_everything_has_one_base() -> None:
    kinds = [each for each in vars(errors).values() if isinstance(each, type)]
    raised = [each for each in kinds if issubclass(each, BaseException)]
    assert len(raised) > 15
    assert all(issubclass(each, errors.KozyrError) for each in raised)


def test_the_tree_in_the_docstring_names_every_exception() -> None:
    assert errors.__doc__ is not None
    for name, each in vars(errors).items():
        if isinstance(each, type) and issubclass(each, errors.KozyrError):
            assert f" {name} " in f"{errors.__doc__} ".replace("\n", " "), name


def test_stale_is_a_refusal_with_its_facts() -> None:
    error = errors.Refused.from_code(ErrorCode.STALE, False, "Too late.", {"prompt": 44})
    assert isinstance(error, errors.Stale)
    assert error.facts["prompt"] == 44
    assert str(error) == "stale: Too late."


def test_a_code_that_only_a_newer_server_knows_is_a_refusal() -> None:
    error = errors.Refused.from_code("too_sunny", True, "Wait for rain.", {})
    assert type(error) is errors.Refused
    assert (error.code, error.temporary) == ("too_sunny", True)


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        ("closed", errors.RoomGone),
        ("no_such_room", errors.RoomGone),
        ("line_taken", errors.LineTaken),
        ("not_your_line", errors.LineTaken),
        ("watching_refused", errors.WatchingRefused),
        ("something_new", errors.RoomEnded),
    ],
)
def test_why_a_room_has_ended(reason: str, kind: type[errors.RoomEnded]) -> None:
    error = errors.RoomEnded.from_reason("r", reason)
    assert type(error) is kind
    assert error.reason == reason


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (errors.VersionRefused(1, 1), "this client speaks protocol 1 to 1, the server does not"),
        (errors.ResponseTimeout("act", 90.0, 3), "no answer to act in 90.0 s; it was sent 3x"),
        (errors.ConnectionLost("cut"), "connection lost: cut"),
        (errors.ConnectionLost("cut", 60.0), "connection lost: cut; gave up after 60.0 s"),
        (
            errors.ConnectionClosedForGood(1000, ""),
            "the server closed the connection for good: 1000",
        ),
        (errors.ClientClosed(), "the client is closed"),
        (errors.Overloaded(3), "3 commands wait for an answer already"),
        (errors.NotOnTurn("r"), "no prompt of yours is open in room r"),
        (errors.RoomGone("r", "closed"), "room r is not followed any more: closed"),
        (errors.FairnessProblem("r", 3, "One.", "Two."), "shuffle 3 of room r: One. Two."),
        (errors.TransportClosed(4000, "restart"), "the line ended: 4000 restart"),
        (errors.DialFailed("refused"), "cannot connect: refused"),
    ],
)
def test_text_is_made_of_facts(error: errors.KozyrError, text: str) -> None:
    assert str(error) == text


@pytest.mark.parametrize(
    ("code", "final"), [(1000, True), (1006, False), (4000, False), (4502, True)]
)
def test_final_close_codes(code: int, final: bool) -> None:
    assert errors.TransportClosed(code).is_final is final


def test_a_failed_dial_is_final_only_when_it_says_so() -> None:
    assert not errors.DialFailed("busy").is_final
    assert errors.DialFailed("HTTP status 404", final=True).is_final
