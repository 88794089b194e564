"""Tokens of guests (`kozyr_server.people.tokens`)."""

import re

import pytest

from kozyr_server.people import tokens


def test_a_token_is_its_bytes_in_base64url() -> None:
    token = tokens.from_bytes(bytes(range(32)))
    assert token == "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    assert tokens.is_token(token)


@pytest.mark.parametrize(
    "text", ["", "T" * 42, "T" * 44, "T" * 42 + "=", "T" * 42 + "+", "T" * 43 + "\n"]
)
def test_other_texts_are_no_tokens(text: str) -> None:
    assert not tokens.is_token(text)


def test_a_player_is_known_by_the_hash_of_his_token() -> None:
    token = "T" * 43
    # echo -ne 'kozyr.player/1\0TTT…' | sha256sum, the first ten bytes in base 32
    assert tokens.player_id(token) == "pktsn4oyj4b67dgrc"
    assert re.fullmatch("p[a-z2-7]{16}", tokens.player_id(token))
    assert tokens.player_id("U" * 43) != tokens.player_id(token)
