"""Play random legal actions until the game is over: bot.py URL [ROOM] [--seats N]."""

import argparse
import asyncio
import secrets

import msgpack
import websockets


async def play(url, bot):
    """One connection after the other; what must outlive them is in `bot`."""
    while True:
        try:
            async with websockets.connect(url, subprotocols=["kozyr.msgpack"]) as socket:
                hello = {"type": "hello", "min_version": 1, "max_version": 1, "token": bot["token"]}
                await socket.send(msgpack.packb(hello))
                while bot["view"].get("phase") != "finished":
                    for said in await answers(bot, msgpack.unpackb(await socket.recv())):
                        await socket.send(msgpack.packb(said))
                return
        except (OSError, websockets.WebSocketException) as error:
            close = getattr(error, "rcvd", None)
            if close and (close.code in {1000, 1002, 1003, 1007, 1009} or close.code >= 4500):
                raise SystemExit(f"closed for good: {close}") from None
            print("cut:", error, flush=True)
        await asyncio.sleep(bot["wait_s"] + secrets.randbelow(500) / 1000)
        bot["wait_s"] = min(2 * bot["wait_s"], 15)


async def answers(bot, message):
    """What the bot says to a message of the server."""
    begin = {"type": "follow", "id": 2, "room": bot["room"], "mode": "views"}
    match message["type"]:
        case "ping":
            return [{"type": "pong", "id": message["id"]}]
        case "welcome" | "created":
            print(message["type"], message.get("room") or message["player"], flush=True)
            bot["token"] = message.get("token") or bot["token"]
            bot["room"] = begin["room"] = message.get("room") or bot["room"]
            return [begin if bot["room"] else bot["create"]]
        case "notice":
            bot["wait_s"] = max(bot["wait_s"], message.get("delay_ms", 0) / 1000)
        case "error" if message["temporary"]:  # the picture comes anew, and what is open with it
            await asyncio.sleep(message.get("facts", {}).get("retry_ms", 500) / 1000)
            return [begin if bot["room"] else bot["create"]] if message["id"] else []
        case "error" | "unfollowed" if message.get("code") not in {"stale", "wrong_phase"}:
            raise SystemExit(f"{message['type']}: {message.get('code') or message['reason']}")
        case "snapshot" | "update":
            bot["act"] = {} if message.get("reason") == "rolled_back" else bot["act"]
            bot["view"], bot["wait_s"] = message.get("view") or bot["view"], 0.5
            return moves(bot, bot["view"], (message.get("prompts") or {}).get("turns", ()))
    return []


def moves(bot, view, turns):
    """Join, be ready, and answer the own prompt; the same prompt always by the same key."""
    if view["phase"] == "waiting" and view["you"] is None:
        yield {"type": "join", "id": 3, "room": bot["room"]}
    elif view["phase"] == "waiting" and not view["seats"][view["you"]]["ready"]:
        yield {"type": "ready", "id": 4, "room": bot["room"]}
    for turn in (each for each in turns if each.get("legal")):
        if bot["act"].get("prompt") != turn["prompt"]:
            key, action = secrets.token_urlsafe(16), secrets.choice(turn["legal"])
            bot["act"] = {"prompt": turn["prompt"], "key": key, "action": action}
        yield {"type": "act", "id": 5, "room": bot["room"], **bot["act"]}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("room", nargs="?")
    parser.add_argument("--seats", type=int)
    given = parser.parse_args()
    create = {"type": "create", "id": 1, "key": secrets.token_urlsafe(16), "game": "twenty_nine"}
    bot = {"room": given.room, "create": create | {"seats": given.seats}, "token": None}
    bot |= {"view": {}, "act": {}, "wait_s": 0.5}
    asyncio.run(play(given.url, bot))
    print("totals:", bot["view"]["table"]["totals"])
