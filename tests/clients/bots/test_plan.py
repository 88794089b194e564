"""What bots are to play (`kozyr_bots.plan`)."""

from kozyr_bots.plan import Opening, Plan


def test_without_more_it_is_one_game_of_twenty_nine_by_random_bots() -> None:
    plan = Plan(url="ws://127.0.0.1:8080/ws", table=Opening())
    assert (plan.policy, plan.count, plan.games, plan.think_ms) == ("random", None, 1, (0, 0))
    assert plan.table == Opening(game="twenty_nine", public=True, start=False)
