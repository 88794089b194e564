"""All that the store keeps of people and of what keeps a place civil."""

from kozyr_server.store.address import Address
from kozyr_server.store.calls import Calls
from kozyr_server.store.news import News
from kozyr_server.store.people_scripts import PeopleScripts
from kozyr_server.store.persons import PERSON_S, Persons
from kozyr_server.store.reports import Audit, Reports, RoomChat
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
        self.chat = RoomChat(calls, scripts)
        self.news = News(address, name, calls)
