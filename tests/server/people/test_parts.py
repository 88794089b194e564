"""What the services of people share (`kozyr_server.people.parts`)."""

from kozyr_protocol import messages
from kozyr_protocol.ids import PlayerId
from kozyr_server.store.sanctions import StoredSanction
from kozyr_testing.crowds import Crowd


async def test_you_says_all_that_somebody_is_here(crowd: Crowd) -> None:
    async with crowd.guest("Anna") as anna:
        parts = crowd.people.parts
        (caller,) = parts.register.of(anna.player)
        assert parts.you(caller, None) == messages.You(None, anna.player, "Anna")
        parts.book.put(f"mute:{anna.player}", StoredSanction(None, "loud", "root", 1))
        others = [PlayerId("p" + letter * 16) for letter in "cb"]
        for other in others:
            await anna.ask(messages.Ignore, player=other)
        you = parts.you(caller, 7)
        assert (you.id, you.ignored) == (7, tuple(sorted(others)))
        assert you.sanctions == (messages.Sanction("mute", None, "loud"),)
