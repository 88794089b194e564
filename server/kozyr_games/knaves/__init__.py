"""Knaves («Валеты»), in which tricks are wanted and the jacks in them are not.

Three players, each alone, 17 cards each; the last card is turned and makes trumps. A trick counts
1; who takes the jack of hearts, diamonds, clubs or spades loses 4, 3, 2 or 1. Who has 20 points
first wins.

Sources: the chapter on the game in a Russian book of pastimes (the "seed") for the score;
pokerwiner.com, hubpages.com, howstuffworks.com, lots-of-kids-games.com, gamerules.com and a blog of
players for the deal, the play, the end and the options. Choices where they are silent:

- A turned jack makes trumps like any card and is out of play. With `last_trick` it goes to who
  takes the last trick, also when 13 cards are dealt; with `no_trump` it lies aside and there are no
  trumps; with `redeal` the deal is void: it has a number and a record with no action and no
  point, and the same dealer deals again.
- With `repeat_trump` = false a deal that turns the trump suit of the deal played before has no
  trumps; such a deal counts as one of no suit for the next, a void one does not count.
- `hand_size` = 13 leaves twelve cards unseen, and the jacks among them count for nobody.
- `all_jacks_bonus`: who takes all four jacks gets it instead of losing their points; his tricks
  count as ever.
- The end is looked for after a deal, never in it: the highest total wins, and equal ones share or,
  with `play_on`, play further deals.
- With a stake the winner takes a `pot`, the usual settlement, or each loser pays the `difference`
  to the winner's total, as in Oh Well.

What is hidden: a hand from all but its seat, and the cards that were not dealt from everybody,
until the deal is over; then all cards are shown.

Left out: penalties for irregular play, which a server does not let happen.
"""

from typing import Final

from kozyr_games.knaves import options, rules, scoring, shown, state
from kozyr_games.spec import GameSpec
from kozyr_protocol.games import knaves as wire
from kozyr_protocol.games.knaves import Action, Event, View
from kozyr_protocol.ids import GameKey

__all__ = ["GAME"]

GAME: Final[GameSpec[options.Options, state.State, Action, Event, View]] = GameSpec(
    key=GameKey("knaves"),
    rules=1,
    titles={"en": "Knaves", "ru": "Валеты"},
    min_seats=options.SEATS,
    max_seats=options.SEATS,
    usual_seats=options.SEATS,
    options=options.Options,
    presets=options.PRESETS,
    preset_seats={},
    state=state.State,
    wire=wire.WIRE,
    time_factors={"play": 1.0},
    resolve=options.resolve,
    setup=state.setup,
    wants_deck=rules.wants_deck,
    deal=rules.deal,
    to_act=rules.to_act,
    legal_actions=rules.legal_actions,
    apply=rules.apply,
    decision=rules.decision,
    timeout_action=rules.timeout_action,
    view=shown.view,
    project=shown.project,
    outcome=scoring.outcome,
    standing=scoring.standing,
    sheet=scoring.sheet,
    deal_record=scoring.deal_record,
    zones=state.zones,
    with_zones=state.with_zones,
    checks=scoring.checks,
)
