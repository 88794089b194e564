"""`kozyr_server.rooms.views`: the picture and the prompts of each role."""

from kozyr_games.registry import GAMES
from kozyr_protocol import codec
from kozyr_protocol.messages import LinkWanted
from kozyr_protocol.rooms import Phase
from kozyr_server.rooms import due, views
from kozyr_testing.desk import HOST, ROOM, Desk, assert_no_hidden_card, player

ANNA, BORIS, VERA = (player(number) for number in range(3))


def table(chains: int = 0) -> Desk:
    desk = Desk(seats=3, preset="twenty_nine/solo", options={"length": "single", "draw": "off"})
    desk.begun(3, chains=chains)
    return desk


def test_a_view_before_the_game_has_no_table_and_what_was_given_as_options() -> None:
    desk = Desk(seats=3, preset="twenty_nine/solo", name="Friday", spectators=False)
    desk.join(ANNA, 1)
    view = views.room_view(GAMES, desk.table, 1)
    assert (view.room, view.host, view.phase, view.you) == (ROOM, HOST, Phase.WAITING, 1)
    assert (view.table, view.shuffle, view.ended, view.record) == (None, None, None, None)
    assert view.options == {"partners": False, "stuck": "pass"}
    assert view.tip == desk.room.tip
    assert view.seats[1].connected
    assert view.seats[0].player is None


def test_all_roles_see_the_same_but_for_you_and_table() -> None:
    desk = table()
    everybody = views.room_view(GAMES, desk.table, None)
    for role in range(3):
        own = views.room_view(GAMES, desk.table, role)
        for name in own.__struct_fields__:
            if name not in {"you", "table"}:
                assert getattr(own, name) == getattr(everybody, name), name
        assert own.you == role


def test_no_view_has_a_card_that_is_hidden_from_its_role() -> None:
    desk = table()
    while desk.phase is Phase.PLAYING:
        for role in (None, 0, 1, 2):
            view = codec.encode(views.room_view(GAMES, desk.table, role))
            assert_no_hidden_card(desk.table, role, view)
            turns = views.prompts(GAMES[desk.room.game], desk.table, role, 0)
            assert_no_hidden_card(desk.table, role, codec.encode(turns))
        desk.step()


def test_the_seed_and_the_lines_are_in_no_view() -> None:
    desk = table(chains=1)
    desk.feed(ANNA)
    for role in (None, 0, 1, 2):
        shown = codec.encode(views.room_view(GAMES, desk.table, role))
        assert desk.room.seed not in shown
        assert desk.room.seed.hex().encode() not in shown
        line = desk.seat(ANNA).line
        assert line is not None
        assert line.process.encode() not in shown


def test_prompts_have_the_legal_actions_for_the_seat_itself_only() -> None:
    desk = table()
    spec = GAMES[desk.room.game]
    (who,) = desk.acting()
    index = desk.index(who)
    for role in (None, 0, 1, 2):
        prompts = views.prompts(spec, desk.table, role, 17)
        assert prompts.now_ms == 17
        (turn,) = prompts.turns
        assert (turn.seat, turn.prompt, turn.decision) == (index, desk.seat(who).prompt, "play")
        assert turn.deadline_ms == desk.seat(who).deadline_ms
        legal = spec.legal_actions(desk.table.state, index)
        assert turn.legal == (legal if role == index else None)


def test_nobody_is_to_act_while_links_are_awaited() -> None:
    desk = table(chains=1)
    assert views.prompts(GAMES[desk.room.game], desk.table, 0, 0).turns == ()


def test_a_link_is_wanted_of_those_who_take_part_until_it_is_taken() -> None:
    desk = table(chains=2)
    tip = desk.chains[ANNA].tip.hex()
    desk.now_ms += 1_000
    wanted = views.link_wanted(desk.room, 0, desk.now_ms)
    assert wanted == LinkWanted(ROOM, 1, 1, tip, due.LINK_WAIT_MS - 1_000)
    assert views.link_wanted(desk.room, 2, desk.now_ms) is None
    late = views.link_wanted(desk.room, 0, desk.now_ms + 60_000)
    assert late is not None
    assert late.within_ms == 0
    desk.feed(ANNA)
    assert views.link_wanted(desk.room, 0, desk.now_ms) is None
    assert views.link_wanted(desk.room, 1, desk.now_ms) is not None
    shuffle = views.room_view(GAMES, desk.table, None).shuffle
    assert shuffle is not None
    assert (shuffle.seats, shuffle.fed) == ((0, 1), (0,))


def test_after_a_game_its_table_stays_until_the_rematch() -> None:
    desk = table()
    desk.play_out()
    view = views.room_view(GAMES, desk.table, 0)
    assert view.table is not None
    assert view.record == f"{ROOM}-1"
    desk.rematch(ANNA)
    view = views.room_view(GAMES, desk.table, 0)
    assert view.table is None
    assert view.record == f"{ROOM}-1"
