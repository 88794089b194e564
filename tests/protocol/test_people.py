"""Messages about people (`kozyr_protocol.people`)."""

from typing import get_args

import pytest

from kozyr_protocol import codec, people
from kozyr_protocol.codec import MalformedFrameError
from kozyr_protocol.ids import PlayerId

SECRETS = (
    people.ClaimName(1, "Anna", "correct horse"),
    people.SignIn(1, "Anna", "correct horse"),
    people.ChangePassphrase(1, "correct horse", "battery staple"),
    people.EnterHouse(1, "correct horse"),
)


@pytest.mark.parametrize("message", SECRETS, ids=lambda m: type(m).__name__)
def test_a_secret_is_sent_and_never_shown(message: people.PeopleCommand) -> None:
    assert "horse" not in repr(message)
    assert codec.decode_client(codec.encode(message)) == message


def test_an_answer_with_a_token_does_not_show_it() -> None:
    answer = people.SignedIn(1, PlayerId("p" + "a" * 16), "Anna", "t" * 43)
    assert "ttt" not in repr(answer)


def test_every_command_is_answered_and_so_has_an_id() -> None:
    for command in get_args(people.PeopleCommand):
        assert command.__struct_fields__[0] == "id", command


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "revoke", "id": 1, "token": "0" * 15},
        {"type": "revoke", "id": 1, "token": "A" * 16},
        {"type": "report", "id": 1, "player": "p", "reason": "ugly"},
        {"type": "claim", "id": 1, "name": "Anna"},
        {"type": "me"},
    ],
)
def test_what_is_not_of_the_form_is_malformed(frame: dict[str, object]) -> None:
    with pytest.raises(MalformedFrameError):
        codec.decode_client(bytes(codec.pack(frame)))
