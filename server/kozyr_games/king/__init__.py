"""King («Кинг», дамский преферанс), and King with jokers as the same rules with other options.

Four players, 32 cards from ace down to 7. Seven deals in which tricks, hearts, boys, girls, the
last two tricks, the king of hearts, and at last all of them are to be avoided; four praise deals
(«хваленки»), in which trumps are named after three cards and the game may be sold; and a medley in
which all is to be taken. The game adds up to nothing.

Sources: the chapter on King in the book of fifty pastimes at rulit.me (the "seed") for the twelve
deals, the figures, the praise deals and their sale; Wikipedia, koon.ru, ezoteriker.ru and the like
for who leads, the ban on hearts and the duty to shed the king in the king deals and the medleys;
kingcardgame.com for three players. Choices where they are silent, most of them options:

- Hearts may not be led while another suit is in hand, in the hearts and king deals and the
  medleys, and discarded hearts do not lift that (`profile`, `broken_hearts`: any heart played
  does). The king of hearts must go when its holder is void (`king_mode`, `king_under_ace`).
- With `king_mode` = `penalty` it may be held back in the negative deals: the first missed chance
  is noted and shown to nobody, and the 16 are written to that player when the king is taken. With
  `king_under_ace` a king kept from under the ace is a missed chance, too.
- A praise deal begins with a packet of three, and the other five (2, 2, 1) come after the
  declaration and the sale. By the last card means the eighth, which all see when it is dealt.
- A buyer declares anew, may not split, and pays three points for each trick bid to the praiser.
  The eldest hand leads also after a sale (`declarer_leads`).
- A split that needs all (`split` = `needs_all`) is asked clockwise; one no is enough, and the
  praiser then declares something else. With `split_full_hand` it is decided before the first
  trick instead, by a praiser who was not bought out, as a split or a pass.
- In `mirror` and `mirror12` the positive twins have the bans and duties of the negative deals,
  with `profile` = `seed` too.
- Three players have ten cards and ten tricks each deal; the last two are the ninth and tenth.
- A game that is broken off settles the stake by the difference of each total from the mean.

King with jokers is a reconstruction: lists of varieties name it, and no text of its rules was
found. Two jokers stand for the black sevens, so that all figures stay. A joker may be played at
any time but when the king of hearts is due, high or low; led, it names the suit to follow.

What is hidden: a hand from all but its seat until the deal is over; in the pause of a praise deal
the undealt cards from everybody; the card by which trump was fixed, from its moment on, from
nobody; a missed chance from everybody until the king is taken. All hands are shown after a deal.

Left out: penalties for irregular play, which a server does not let happen.
"""

from dataclasses import replace
from typing import Final

from kozyr_games.king import checks, options, rules, scoring, shown, state
from kozyr_games.spec import GameSpec
from kozyr_protocol.games import king as wire
from kozyr_protocol.games.king import Action, Event, View
from kozyr_protocol.ids import GameKey

__all__ = ["KING", "KING_JOKERS"]

King = GameSpec[options.Options, state.State, Action, Event, View]

KING: Final[King] = GameSpec(
    key=GameKey("king"),
    rules=1,
    titles={"en": "King", "ru": "Кинг"},
    min_seats=options.MIN_SEATS,
    max_seats=options.SEATS,
    usual_seats=options.SEATS,
    options=options.KingOptions,
    presets=options.PRESETS,
    preset_seats=options.PRESET_SEATS,
    state=state.State,
    wire=wire.WIRE,
    time_factors={
        "declare": 2.0,
        "agree": 1.0,
        "sale": 1.0,
        "auction": 1.0,
        "split": 1.0,
        "play": 1.0,
    },
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

KING_JOKERS: Final[King] = replace(
    KING,
    key=GameKey("king_jokers"),
    titles={"en": "King with jokers", "ru": "Кинг с джокерами"},
    min_seats=options.SEATS,
    options=options.JokersOptions,
    presets=options.JOKERS_PRESETS,
    preset_seats={},
    resolve=options.resolve_jokers,
)
