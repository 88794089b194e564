"""`kozyr_server.lobby.assembly`."""

from kozyr_server.lobby.assembly import settings_of
from kozyr_server.lobby.service import LobbySettings
from kozyr_server.settings import Settings


def test_the_settings_of_a_server_are_the_usual_ones() -> None:
    assert settings_of(Settings()) == LobbySettings()


def test_what_is_set_reaches_the_lobby() -> None:
    given = Settings(
        lobby_pages=7,
        chat_chars=50,
        match_tickets=9,
        match_bots_after_s=1.5,
        match_absent_s=2.0,
        match_gives_up_s=60.0,
        match_seat_kept_s=12.0,
        seat_kept_s=33.0,
    )
    found = settings_of(given)
    assert (found.max_pages, found.chat_chars, found.come_within_ms) == (7, 50, 12_000)
    assert found.rooms.seat_kept_ms == 33_000
    match = found.match
    assert (match.max_tickets, match.offer_after_ms, match.ticket_ms) == (9, 1_500, 60_000)
    assert match.patience.unseen_ms == 2_000
