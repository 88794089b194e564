"""Oh Well («Ну и ладно!»), the game of exact bids without trumps.

Three to seven players, each alone. The pack is dealt out as far as it goes; each says once how many
tricks he will take; a trick counts 1, and exactly as many as were bid count 10 more. Who has 100
points first wins.

Sources: the chapter on the game in a Russian book of pastimes (the "seed") for the pack, the cards
put aside, the draw, the bids and the score; Wikipedia, The Guardian, liquisearch.com, pagat.com and
dkmgames.com on the family of Oh Hell for the options. Choices where they are silent:

- The draw seats the others clockwise from the dealer, the higher card first. The deal passes left.
- Bids are made aloud from eldest hand on, each once; they may add up to the number of tricks but
  for the option `hook`, which forbids the dealer that one number, and needs open bidding.
- The end is looked for after a deal, never in it: the highest total wins, and equal ones share or,
  with `play_on`, play further deals. `deals` puts a number of deals in place of the target.
- `hand_plan` other than `full` changes the cards of a hand from deal to deal; a plan that is
  through begins anew, for the target or the number of deals ends the game and not the plan.
- `turn_up` turns the first card that is not dealt, and never one that is kept out all game; when
  there is none the deal has no trumps. In a record the card is `turned`, not one of `aside`.
- `kept_out` puts the bottom cards of the first deck aside for the whole game. All 52 are shuffled
  all the same, and these are skipped when dealing.
- `miss_tricks` = 0 leaves who missed his bid with nothing.
- With a stake the winner takes a `pot`, the usual settlement, or each loser pays the `difference`
  to the winner's total. Odd chips go clockwise from the eldest hand of the last deal. `none` is for
  a table without a stake; `pot` and `difference` without one pay nothing.

What is hidden: a hand from all but its seat until the deal is over; the cards aside from everybody
all game, but that whoever counts knows them after a deal; with `bidding` = `simultaneous` a bid
from all but its seat until the last one is made, though not the fact that it was made.

Left out: penalties for irregular play, which a server does not let happen.
"""

from typing import Final

from kozyr_games.oh_well import options, rules, scoring, shown, state
from kozyr_games.spec import GameSpec
from kozyr_protocol.games import oh_well as wire
from kozyr_protocol.games.oh_well import Action, Event, View
from kozyr_protocol.ids import GameKey

__all__ = ["GAME"]

GAME: Final[GameSpec[options.Options, state.State, Action, Event, View]] = GameSpec(
    key=GameKey("oh_well"),
    rules=1,
    titles={"en": "Oh Well", "ru": "Ну и ладно!"},
    min_seats=options.MIN_SEATS,
    max_seats=options.MAX_SEATS,
    usual_seats=options.USUAL_SEATS,
    options=options.Options,
    presets=options.PRESETS,
    preset_seats={},
    state=state.State,
    wire=wire.WIRE,
    time_factors={"bid": 1.5, "play": 1.0},
    resolve=options.resolve,
    setup=state.setup,
    wants_deck=rules.wants_deck,
    deal=rules.deal,
    to_act=state.to_act,
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
