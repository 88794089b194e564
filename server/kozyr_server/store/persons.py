"""People: whose a token is, who has claimed a name, whom somebody ignores.

What lies under several keys is changed in steps that may all be done again, and the one that the
others go by comes last: so any process finishes what another one left, or takes it back.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from kozyr_protocol.discreet import Discreet
from kozyr_protocol.ids import PlayerId
from kozyr_server.store import keys, people_keys
from kozyr_server.store.calls import Argument, Calls
from kozyr_server.store.people_scripts import PeopleScripts

PERSON_S: Final = 730 * 24 * 3600
"""Claimed names, tokens and whom one ignores are kept so long after the last visit."""
MAX_TOKENS: Final = 32
"""Tokens of a person; the one that was not used for longest goes."""
MAX_IGNORED: Final = 100
"""People that one may ignore; the first goes."""
INTENT_MS: Final = 5000
"""Who is about to claim a name and is not done by then is taken to be dead."""

HOUR_MS: Final = 3_600_000

_REVOKED: Final = b"-"


class Person(Discreet, Struct, frozen=True):
    """What the store knows of somebody."""

    player: PlayerId
    name: str | None = None
    """The claimed one, else the last one; None: never seen."""
    claimed: str = ""
    """Key of his claimed name; empty: he has none."""
    passphrase: str = ""
    """Hash of it."""
    ignored: tuple[PlayerId, ...] = ()

    @property
    def is_claimed(self) -> bool:
        """Whether his name is kept for him."""
        return self.claimed != ""


class Arrival(Discreet, Struct, frozen=True):
    """What a token says."""

    person: Person
    is_revoked: bool
    is_original: bool
    """Whether the player's id derives from this token."""


class StoredToken(Struct, frozen=True):
    """A token, without the token."""

    digest: str
    created_ms: int
    seen_ms: int
    client: str


class _Seen(Struct, frozen=True):
    """A token as it is stored."""

    created_ms: int
    seen_ms: int
    client: str


_seen_decoder = msgspec.json.Decoder(_Seen)
_encoder = msgspec.json.Encoder()


class Persons:
    """Every call may raise `StoreUnavailableError`, and may then be done again.

    Args:
        calls: to the store.
        scripts: of it.
        person_s: seconds that people are remembered after their last visit.
    """

    def __init__(self, calls: Calls, scripts: PeopleScripts, person_s: int = PERSON_S) -> None:
        self._calls = calls
        self._scripts = scripts
        self._person_s = person_s

    # --- Who comes

    async def arrive(self, digest: str, derived: PlayerId) -> Arrival:
        """Whose a token is, and what is known of him.

        Args:
            digest: hash of the token.
            derived: the id that derives from it.
        """
        mapped, *found = await self._calls.ask_all(
            [("GET", people_keys.token(digest)), *_read_person(derived)]
        )
        if mapped == _REVOKED:
            return Arrival(Person(derived), is_revoked=True, is_original=False)
        if mapped is None:
            is_gone = found[0].get(b"orphan") is not None
            person = await self._person(derived, found)
            return Arrival(person, is_revoked=is_gone, is_original=True)
        return Arrival(await self.read(PlayerId(mapped.decode())), False, False)

    async def read(self, player: PlayerId) -> Person:
        """What is known of somebody."""
        return await self._person(player, await self._calls.ask_all(_read_person(player)))

    async def _person(self, player: PlayerId, found: Sequence[Any]) -> Person:
        fields, guest, ignored = found
        key = fields.get(b"key", b"").decode()
        if key and await self._holder(key) != player:
            # A claim that another one was faster with, and whose rest nobody has taken away yet.
            key = ""
        name = fields.get(b"name") if key else guest
        return Person(
            player,
            None if name is None else name.decode(),
            key,
            fields.get(b"pass", b"").decode() if key else "",
            tuple(PlayerId(each.decode()) for each in ignored),
        )

    # --- Names

    async def holder(self, skeleton: str) -> PlayerId | None:
        """Who has claimed a name that looks like this."""
        return await self._holder(people_keys.name_key(skeleton))

    async def _holder(self, key: str) -> PlayerId | None:
        now_ms, value = await self._calls.run(self._scripts.look, [people_keys.name(key)], [])
        if value is None:
            return None
        owner, _, since_ms = value.decode().partition("?")
        player = PlayerId(owner)
        has = await self._calls.ask("HGET", people_keys.person(player), "key")
        if has is not None and has.decode() == key:
            if since_ms:
                await self._swap(key, value.decode(), player)
            return player
        if since_ms and now_ms - int(since_ms) < INTENT_MS:
            return player
        # He gave it up, or died on the way to it.
        await self._swap(key, value.decode(), "")
        return None

    async def claim(self, player: PlayerId, skeleton: str, name: str, passphrase: str) -> bool:
        """Keep a name for somebody; a name that he had before is free again.

        Args:
            player: who.
            skeleton: of the name.
            name: as he writes it.
            passphrase: its hash.

        Returns:
            False: somebody else has it.
        """
        key = people_keys.name_key(skeleton)
        before = await self._calls.ask("HGET", people_keys.person(player), "key")
        holder = await self._holder(key)
        if holder is not None and holder != player:
            return False
        value = (await self._calls.ask("GET", people_keys.name(key)) or b"").decode()
        if value.partition("?")[0] not in {"", player}:
            return False
        intent = await self._swap(key, value, f"{player}?", stamped=True)
        if intent is None:
            return False
        person = people_keys.person(player)
        await self._calls.ask_all(
            [
                ("HSET", person, "key", key, "name", name, "pass", passphrase),
                ("EXPIRE", person, self._person_s),
            ]
        )
        done = await self._swap(key, intent, player)
        if done is None and await self._holder(key) != player:
            await self._calls.ask("HDEL", person, "key", "name", "pass")
            return False
        if before is not None and before.decode() != key:
            await self._swap(before.decode(), player, "")
        return True

    async def rename(self, player: PlayerId, name: str) -> None:
        """Write a claimed name in another way."""
        await self._calls.ask("HSET", people_keys.person(player), "name", name)

    async def give_up(self, player: PlayerId, key: str) -> None:
        """Free a claimed name, and forget the passphrase."""
        await self._calls.ask("HDEL", people_keys.person(player), "key", "name", "pass")
        await self._swap(key, player, "")

    async def set_passphrase(self, player: PlayerId, passphrase: str) -> None:
        """Keep the hash of another passphrase."""
        await self._calls.ask("HSET", people_keys.person(player), "pass", passphrase)

    async def _swap(self, key: str, was: str, becomes: str, *, stamped: bool = False) -> str | None:
        """What it is now; None: it was something else."""
        arguments: list[Argument] = [was, becomes, self._person_s, int(stamped)]
        answer = await self._calls.run(self._scripts.swap, [people_keys.name(key)], arguments)
        return None if answer is None else str(answer.decode())

    # --- Tokens

    async def touch(self, person: Person, digest: str, client: str, now_ms: int) -> None:
        """Note that somebody was here with a token; written once an hour."""
        tokens = people_keys.tokens(person.player)
        packed = await self._calls.ask("HGET", tokens, digest)
        hour_ms = now_ms - now_ms % HOUR_MS
        seen = None if packed is None else _seen_decoder.decode(packed)
        if seen is not None and seen.seen_ms >= hour_ms and seen.client == client:
            return
        new = _Seen(now_ms if seen is None else seen.created_ms, hour_ms, client)
        kept = [tokens, people_keys.person(person.player), people_keys.ignored(person.player)]
        if person.claimed:
            kept.append(people_keys.name(person.claimed))
        await self._calls.ask_all(
            [
                ("HSET", tokens, digest, _encoder.encode(new)),
                ("EXPIRE", people_keys.token(digest), self._person_s),
                *(("EXPIRE", key, self._person_s) for key in kept),
            ]
        )

    async def add_token(
        self, player: PlayerId, digest: str, client: str, now_ms: int
    ) -> StoredToken | None:
        """Give somebody one more token.

        Returns:
            The one that had to go, if any.
        """
        known = await self.tokens(player)
        oldest = None
        if len(known) >= MAX_TOKENS:
            oldest = known[-1]
            await self.revoke(player, oldest.digest)
        hour_ms = now_ms - now_ms % HOUR_MS
        tokens = people_keys.tokens(player)
        await self._calls.ask_all(
            [
                ("HSET", tokens, digest, _encoder.encode(_Seen(now_ms, hour_ms, client))),
                ("EXPIRE", tokens, self._person_s),
            ]
        )
        await self._calls.ask("SET", people_keys.token(digest), player, "EX", self._person_s)
        return oldest

    async def tokens(self, player: PlayerId) -> list[StoredToken]:
        """All of somebody's tokens, the last used first."""
        found = await self._calls.ask("HGETALL", people_keys.tokens(player))
        tokens = []
        for digest, packed in found.items():
            seen = _seen_decoder.decode(packed)
            tokens.append(StoredToken(digest.decode(), seen.created_ms, seen.seen_ms, seen.client))
        return sorted(tokens, key=lambda each: (each.seen_ms, each.created_ms), reverse=True)

    async def revoke(self, player: PlayerId, digest: str) -> None:
        """Make a token worthless."""
        if await self._calls.ask("GET", people_keys.token(digest)) is None:
            await self.orphan(player)
        await self._calls.ask("SET", people_keys.token(digest), _REVOKED, "EX", self._person_s)
        await self._calls.ask("HDEL", people_keys.tokens(player), digest)

    async def orphan(self, player: PlayerId) -> None:
        """Make the token worthless from which the player's id derives, whether it is known or not.

        It lives as long as anything that it could open.
        """
        person = people_keys.person(player)
        await self._calls.ask_all(
            [("HSET", person, "orphan", 1), ("EXPIRE", person, self._person_s)]
        )

    async def are_revoked(self, used: Sequence[tuple[str, PlayerId, bool]]) -> list[bool]:
        """For each token in use whether it is worthless by now.

        Args:
            used: hash of the token, its owner, whether his id derives from it.
        """
        if not used:
            return []
        asked: list[tuple[Argument, ...]] = []
        for digest, player, _ in used:
            asked.append(("GET", people_keys.token(digest)))
            asked.append(("HGET", people_keys.person(player), "orphan"))
        found = await self._calls.ask_all(asked)
        return [
            mapped == _REVOKED or (is_original and mapped is None and orphan is not None)
            for (_, _, is_original), mapped, orphan in zip(
                used, found[::2], found[1::2], strict=True
            )
        ]

    # --- Whom one does not want to hear

    async def ignore(self, player: PlayerId, other: PlayerId, now_ms: int) -> None:
        """Ignore somebody; of too many the first is forgotten."""
        key = people_keys.ignored(player)
        await self._calls.ask_all(
            [
                ("ZADD", key, now_ms, other),
                ("ZREMRANGEBYRANK", key, 0, -MAX_IGNORED - 1),
                ("EXPIRE", key, self._person_s),
            ]
        )

    async def hear(self, player: PlayerId, other: PlayerId) -> None:
        """Ignore somebody no longer."""
        await self._calls.ask("ZREM", people_keys.ignored(player), other)

    # --- Tries

    async def count(self, what: str, who: str, within_s: int) -> tuple[int, int]:
        """Count a try of somebody.

        Returns:
            How many there were in this stretch of time, and in how many ms it ends.
        """
        key = people_keys.tries(what, who)
        count, left_ms = await self._calls.run(self._scripts.count, [key], [within_s])
        return count, left_ms

    async def forget_tries(self, what: str, who: str) -> None:
        """Count them from the beginning."""
        await self._calls.ask("DEL", people_keys.tries(what, who))


def _read_person(player: PlayerId) -> list[tuple[Argument, ...]]:
    return [
        ("HGETALL", people_keys.person(player)),
        ("GET", keys.guest(player)),
        ("ZRANGE", people_keys.ignored(player), 0, -1),
    ]
