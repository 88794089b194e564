"""Gin Rummy for two with the scores of Joseph Leeming's books.

Ten cards each; draw one, discard one; who can arrange ten cards in melds with little deadwood may
knock, the opponent lays off on his melds, and the difference is scored.

Sources: Leeming for the ace, the end of the stock, the scores of gin, box, game and shutout, and
for laying off against gin; the beginning of his chapter is lost, and the deal, the upcard and the
knock are those of pagat.com and of Wikipedia; the undercut of 10 is that of the older set of
figures to which his belong; Hollywood after pokerwiner.com. Choices where they are silent:

- The knocker may show any arrangement whose deadwood is within the limit, also one that leaves a
  card out on purpose; but ten cards that can all be melded are gin. `knocking` says more.
- After a knock the server arranges and lays off for the opponent as well as can be, unless
  `auto_lay_off` is off; then he lays off card by card, his own cards too, and the server arranges
  the rest. At such a table he is always asked, for being skipped would tell about his hand.
- After 20 draws in a row from the discard pile the next one is from the stock. When both have left
  the upcard, the first draw is from the stock, too.
- After a void hand the same player deals again; ten of them in a row, or 1,000 shuffles, end the
  game: more points win, without the bonus for the game; equal points share it, and nothing is paid.
- `wall_take`: the last discard is taken only to knock, so it is offered only to a hand that then
  can, and taking it binds. Every opponent is asked.
- Oklahoma: an ace as upcard means a limit of 1, or gin only with `ace_gin`. `spades_double` doubles
  the points of the hand, and brings two boxes. `straight` is above all of these.
- Big gin scores its bonus instead of that of gin; laying off on it is as on gin.
- Hollywood: the n-th hand that a player wins counts in the first n games, where these are not over;
  if they all are, in the first one that is not. Who wins more of the games is the winner; the
  settlement is the sum of the three results. `totals` are the points of the hands.

Hidden: a hand from the other seat and from spectators, but for cards taken openly from the discard
pile; the stock from everybody; the card put face down with a knock from all but the knocker. All of
it is shown when the deal is over. Of the discard pile only the top is shown, and the rest was.
"""

from typing import Final

from kozyr_games.gin_rummy import checks, options, rules, scoring, shown, state
from kozyr_games.spec import GameSpec
from kozyr_protocol.games import gin_rummy as wire
from kozyr_protocol.games.gin_rummy import Action, Event, View
from kozyr_protocol.ids import GameKey

__all__ = ["GAME"]

GAME: Final[GameSpec[options.Options, state.State, Action, Event, View]] = GameSpec(
    key=GameKey("gin_rummy"),
    rules=1,
    titles={"en": "Gin Rummy", "ru": "Джин-рамми"},
    min_seats=options.SEATS,
    max_seats=options.SEATS,
    usual_seats=options.SEATS,
    options=options.Options,
    presets=options.PRESETS,
    preset_seats={},
    state=state.State,
    wire=wire.WIRE,
    time_factors={"draw": 1.0, "discard": 1.5, "lay_off": 1.5},
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
    checks=checks.checks,
)
