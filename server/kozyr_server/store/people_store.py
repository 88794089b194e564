"""All that the store keeps of people and of what keeps a place civil."""

from kozyr_server.store import people_keys
from kozyr_server.store.address import Address
from kozyr_server.store.calls import Calls
from kozyr_server.store.news import News
from kozyr_server.store.people_scripts import PeopleScripts
from kozyr_server.store.persons import PERSON_S, Persons
from kozyr_server.store.reports import HOST_AUDIT_S, MAX_HOST_AUDIT, Audit, Reports
from kozyr_server.store.room_chat import RoomChat
from kozyr_server.store.rules import Rules
from kozyr_server.store.sanctions import Sanctions


class PeopleStore:
    """Its parts.

    Attributes:
        persons: Names, tokens, whom somebody ignores.
        sanctions: Who may not do what.
        rules: Of the lobby.
        reports: Of people about people.
        audit: What admins did.
        host_audit: What the hosts of rooms did there.
        chat: Lines of rooms.
        news: For all processes; entered by whoever opens the store.
    """

    def __init__(
        self,
        calls: Calls,
        scripts: PeopleScripts,
        address: Address,
        name: str,
        person_s: int = PERSON_S,
    ) -> None:
        self.persons = Persons(calls, scripts, person_s)
        self.sanctions = Sanctions(calls)
        self.rules = Rules(calls)
        self.reports = Reports(calls, scripts)
        self.audit = Audit(calls)
        self.host_audit = Audit(calls, MAX_HOST_AUDIT, people_keys.HOST_AUDIT, HOST_AUDIT_S)
        self.chat = RoomChat(calls, scripts)
        self.news = News(address, name, calls)
