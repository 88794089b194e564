"""Actions that must be refused, sent past the SDK's own care."""

from kozyr_client import Client, Refused, Room, Turn
from kozyr_protocol import messages
from kozyr_protocol.codec import pack
from kozyr_protocol.ids import ActionKey

_CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]


async def probe(client: Client, room: Room, turn: Turn) -> set[str]:
    """Answer an old prompt, and the open one with what the rules forbid.

    Returns:
        The codes of the refusals.
    """
    legal = turn.legal
    forbidden = [{"type": "play", "card": card} for card in _CARDS]
    wrong = next(action for action in forbidden if action not in legal)
    tries = ((turn.number - 1, legal[0]), (turn.number, wrong), (turn.number, {"type": "nothing"}))
    codes = set()
    for prompt, action in tries:
        key = ActionKey("probe-" + client.now().hex().replace(".", "_").replace("+", "")[2:18])
        try:
            await client.ask(messages.Act(0, room.id, prompt, key, pack(action)))
        except Refused as refusal:
            codes.add(refusal.code)
    return codes
