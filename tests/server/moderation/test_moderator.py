"""Acts of admins (`kozyr_server.moderation.moderator`)."""

import pytest

from kozyr_protocol.errors import ErrorCode
from kozyr_protocol.ids import PlayerId, RoomId
from kozyr_server.moderation.journal import Journal
from kozyr_server.moderation.moderator import MAX_MINUTES, Admin, Moderator
from kozyr_server.people.callers import RefusedError
from kozyr_server.store.model import HostAct
from kozyr_server.store.rules import LobbyRules
from kozyr_testing.crowds import Crowd, crowds

ANNA = PlayerId("p" + "a" * 16)
RITA = Admin("Rita", "loud")


def _moderator(crowd: Crowd) -> Moderator:
    people = crowd.store.people
    journal = Journal(people.audit, None)
    return Moderator(people, crowd.store.lobby_chat, crowd.rooms, journal, crowd.clock)


async def test_what_is_refused_is_not_noted_down() -> None:
    async with crowds(1) as (crowd,):
        moderator = _moderator(crowd)
        refusals = [
            (moderator.punish(RITA, "mute", PlayerId("anna"), 5), ErrorCode.NO_SUCH_PLAYER),
            (moderator.lift(RITA, "mute", ANNA), ErrorCode.NO_SUCH_PLAYER),
            (moderator.ban_range(RITA, "0.0.0.0/0", 5), ErrorCode.BAD_OPTION),
            (moderator.kick(RITA, RoomId("none"), 1), ErrorCode.NO_SUCH_ROOM),
            (moderator.close(RITA, RoomId("00aaaaaaaaaaaa")), ErrorCode.NO_SUCH_ROOM),
            (moderator.hide(RITA, RoomId("none"), 1), ErrorCode.NO_SUCH_ROOM),
            (moderator.hide(RITA, None, 1), ErrorCode.NO_SUCH_LINE),
            (moderator.resolve(RITA, "none"), ErrorCode.NO_SUCH_PLAYER),
        ]
        for work, code in refusals:
            with pytest.raises(RefusedError) as refused:
                await work
            assert refused.value.code is code
        assert await moderator.acts(10) == []


async def test_a_very_long_time_is_for_good() -> None:
    async with crowds(1) as (crowd,):
        moderator = _moderator(crowd)
        await moderator.punish(RITA, "ban", ANNA, MAX_MINUTES + 1)
        (act,) = await moderator.acts(10)
        assert (act.what, act.target, act.why, act.until_ms) == ("ban", ANNA, "loud", None)
        await moderator.punish(RITA, "ban", ANNA, 10)
        stored = await crowd.store.people.sanctions.one(f"ban:{ANNA}")
        assert stored is not None
        assert stored.until_ms is not None


async def test_an_announcement_leaves_the_rules_as_they_are() -> None:
    async with crowds(1) as (crowd,):
        moderator, rules = _moderator(crowd), crowd.store.people.rules
        await moderator.set_rules(RITA, LobbyRules(read_only=True, slow_s=5.0))
        await moderator.announce(RITA, "Cup", keeps=True)
        assert await rules.read() == LobbyRules(True, 5.0, "Cup")
        await moderator.announce(RITA, "Now", keeps=False)
        assert (await rules.read()).announcement == "Cup"
        await moderator.announce(RITA, "", keeps=True)
        assert await rules.read() == LobbyRules(True, 5.0)


async def test_acts_of_hosts_stand_beside_those_of_admins_and_displace_none() -> None:
    async with crowds(1) as (crowd,):
        moderator = _moderator(crowd)
        await moderator.punish(RITA, "ban", ANNA, 10)
        later_ms = crowd.clock() + 1000
        for number in range(5):
            act = HostAct(later_ms + number, ANNA, "Rita", "slow", f"room {number} s")
            await crowd.store.note_host(act)
        acts = await moderator.acts(3)
        assert [(act.what, act.host) for act in acts] == [*(("slow", ANNA),) * 3, ("ban", None)]
