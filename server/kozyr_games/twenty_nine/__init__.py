"""Twenty-Nine, the adding game of Joseph Leeming's books (not the South Asian trick game 29).

Players add cards to a pile, an ace or a court card counting 1 and the others their pips; who makes
exactly 29 takes the pile. One point for each card taken.

Sources: Leeming for the pack, the values, the deal in turn and the aim; pokerwiner.com for the next
starter and the end of a deal when a player is stuck; hubpages.com for the cut and for cards set
aside. Choices where they are silent, all of them options:

- A player who can play must. One with cards of which none fits ends the deal (`stuck` = `end`, the
  published form, the default with partners) or passes until all who hold cards have passed in a row
  (`pass`, the default when everybody plays alone, for else deals of many players are short).
- A game is a deal by each player (`length` = `rounds`), a `single` deal, or as many as it takes to
  reach a `target`. Ties are shared or played on.
- With a stake the winners divide a pot into which everybody paid, partners as a tie is shared.

Hidden until the deal is over are a hand, from everybody but its owner (from a partner, too), and
the cards set aside, from everybody. The pile and its total lie open, and of hands and cards taken
the numbers are told. When a deal is over all hands as dealt and the cards set aside are shown.

Left out: penalties for irregular play, which a server does not let happen.
"""

from typing import Final

from kozyr_games.spec import GameSpec
from kozyr_games.twenty_nine import options, rules, scoring, shown, state
from kozyr_protocol.games import twenty_nine as wire
from kozyr_protocol.games.twenty_nine import Action, Event, View
from kozyr_protocol.ids import GameKey

__all__ = ["GAME"]

GAME: Final[GameSpec[options.Options, state.State, Action, Event, View]] = GameSpec(
    key=GameKey("twenty_nine"),
    rules=1,
    titles={"en": "Twenty-Nine", "ru": "Двадцать девять"},
    min_seats=options.MIN_SEATS,
    max_seats=options.MAX_SEATS,
    usual_seats=options.PARTNERS,
    options=options.Options,
    presets=options.PRESETS,
    preset_seats=options.PRESET_SEATS,
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
    checks=state.checks,
)
