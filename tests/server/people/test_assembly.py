"""People put together from the settings (`kozyr_server.people.assembly`)."""

from kozyr_server.people.assembly import SilentLobby, people_from, unix_ms
from kozyr_server.settings import Settings
from kozyr_testing.crowds import Crowd


async def test_every_setting_reaches_its_part(crowd: Crowd) -> None:
    store = crowd.store
    settings = Settings(
        reserved_names=("Dealer",), renames_per_min=1, sign_ins_per_name=2, name_chars=10
    )
    people = people_from(settings, store.people, store)
    parts = people.parts
    assert (parts.limits.renames, parts.limits.sign_ins) == (1, 2)
    assert parts.naming.is_reserved("dealer")
    assert list(await SilentLobby().lines()) == []
    assert abs(parts.unix_ms() - unix_ms()) < 5000
    await people.stop()
