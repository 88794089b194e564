"""`kozyr_server.rooms.host_acts`: what admins read of hosts of rooms."""

from structlog.testing import capture_logs

from kozyr_protocol import messages
from kozyr_server.rooms import host_acts
from kozyr_server.rooms.background import Background
from kozyr_server.rooms.decision import Decision
from kozyr_server.rooms.host_acts import MAX_WAITING, HostActs
from kozyr_server.rooms.peers import Person
from kozyr_server.store.reports import Act
from kozyr_testing.desk import HOST, ROOM, Desk, player
from kozyr_testing.restartable import restartable_store
from kozyr_testing.room_client import Client, Process, process, version
from kozyr_testing.waiting import until_true

ANNA, BORIS = (player(number) for number in range(2))


async def test_what_a_host_does_is_in_the_audit_and_marked_as_his(
    server: Process, other: Process
) -> None:
    anna, boris = Client(server, ANNA), Client(other, BORIS)
    room = await anna.create()
    for client in (anna, boris):
        await client.follow(room)
    version(await boris.join())
    await boris.do(messages.Chat(boris.next_id(), room, "Fools"))
    with capture_logs() as logs:
        for command in (
            messages.Silence(anna.next_id(), room, BORIS),
            messages.Silence(anna.next_id(), room, BORIS, silence=False),
            messages.SlowMode(anna.next_id(), room, 30),
            messages.Kick(anna.next_id(), room, 0),
        ):
            version(await anna.do(command))
        for _ in range(2):
            hide = messages.HideLine(anna.next_id(), room, 1)
            assert isinstance(await anna.do(hide), messages.Ok)
        # What was so already, or is none of a host's acts against somebody.
        again = messages.SlowMode(anna.next_id(), room, 30)
        assert isinstance(await anna.do(again), messages.Ok)
        renew = messages.Invite(anna.next_id(), room, renew=True)
        await anna.server.rooms.invite(anna, renew)
    audit = server.store.people.host_audit
    expected = [
        ("silence", f"{room} {BORIS}"),
        ("unsilence", f"{room} {BORIS}"),
        ("slow", f"{room} 30 s"),
        ("kick", f"{room} seat 0 {BORIS}"),
        ("hide", f"{room} line 1 {BORIS}"),
    ]

    async def are_there() -> bool:
        return len(await audit.newest(10)) == len(expected)

    await until_true(are_there)
    acts = await audit.newest(10)
    assert sorted((act.what, act.target) for act in acts) == sorted(expected)
    assert {(act.host, act.admin) for act in acts} == {(ANNA, anna.person.name)}
    assert await server.store.people.audit.newest(10) == []
    noted = [(line["what"], line["target"]) for line in logs if line["event"] == "host"]
    assert noted == [(what, target.removeprefix(f"{room} ")) for what, target in expected]


async def test_no_more_notes_wait_than_may(server: Process) -> None:
    background, store = Background(), server.store
    acts = HostActs(store, background)
    with capture_logs() as logs:
        for _ in range(MAX_WAITING + 5):
            acts.note(1, Person(HOST, "Host"), ROOM, "slow", "30 s")
        await until_true(lambda: _is_idle(background))
    assert len([line for line in logs if line["event"] == "host"]) == MAX_WAITING + 5
    assert len(await store.people.host_audit.newest(MAX_WAITING + 5)) == MAX_WAITING
    acts.note(1, Person(HOST, "Host"), ROOM, "slow", "30 s")
    await until_true(lambda: _is_idle(background))
    assert len(await store.people.host_audit.newest(MAX_WAITING + 5)) == MAX_WAITING + 1


async def _is_idle(background: Background) -> bool:
    return not background._tasks


async def test_a_note_that_cannot_be_written_is_in_the_log() -> None:
    background, acts = Background(), None
    async with restartable_store() as kept, process(kept.url) as server:
        acts = HostActs(server.store, background)
        await kept.stop()
        with capture_logs() as logs:
            acts.note(1, Person(HOST, "Host"), ROOM, "slow", "30 s")
            await until_true(lambda: _is_idle(background))
    assert [line["log_level"] for line in logs if line.get("what") == "slow"] == ["info", "warning"]


def test_bots_come_and_go_without_a_note() -> None:
    desk = Desk(seats=3, bots=1)
    kick = messages.Kick(id=1, room=ROOM, seat=2)
    decision = desk.by(HOST, kick)
    assert isinstance(decision, Decision)
    assert host_acts.done(kick, decision) is None
    assert Act(1, "Rita", "slow", ROOM, "").host is None
