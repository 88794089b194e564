"""Lines that somebody does not want to read (`kozyr_server.transport.hearing`)."""

from kozyr_protocol import codec, messages
from kozyr_protocol.ids import PlayerId, RoomId, Tag
from kozyr_server.transport.hearing import heard

ROOM = RoomId("48ftkfsjvfnapc")
ANNA, BOB = PlayerId("p" + "a" * 16), PlayerId("p" + "b" * 16)
IGNORED = frozenset({BOB})


def _line(player: PlayerId, number: int = 1) -> messages.ChatLine:
    return messages.ChatLine(number, player, "Somebody", None, "hi", 5)


def test_a_line_of_the_ignored_is_dropped_and_others_stay() -> None:
    for of in (lambda line: messages.ChatSaid(ROOM, line), messages.LobbySaid):
        theirs, ours = codec.encode(of(_line(BOB))), codec.encode(of(_line(ANNA)))
        assert heard(theirs, IGNORED) is None
        assert heard(ours, IGNORED) is ours


def test_kept_lines_are_left_out_of_the_answers_that_show_them() -> None:
    chat = (_line(ANNA, 1), _line(BOB, 2), _line(ANNA, 3))
    followed = messages.Followed(
        1, ROOM, "events", None, 1, Tag("t" * 16), 0, None, chat=chat, watchers=3
    )
    lobby = messages.Lobby(1, (), None, 0, 5, chat)
    for message in (followed, lobby):
        left = heard(codec.encode(message), IGNORED)
        assert left is not None
        shown = codec.decode_server(left)
        assert isinstance(shown, messages.Followed | messages.Lobby)
        assert [line.n for line in shown.chat] == [1, 3]
    packed = codec.encode(followed)
    assert heard(packed, frozenset({PlayerId("p" + "c" * 16)})) is packed


def test_all_else_is_not_even_looked_at() -> None:
    for packed in (codec.encode(messages.Ok(1, ROOM)), b"\x82\xa4type\xa5chats", b""):
        assert heard(packed, IGNORED) is packed
