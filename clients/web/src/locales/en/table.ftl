table-label = Table

seat-free = Free seat
seat-you = you
seat-you-mark = you
seat-bot = bot
seat-dealer = deals
seat-dealer-mark = D
seat-on-turn = is on turn
seat-away = away
seat-stand-in = bot plays
seat-by-clock = clock plays
seat-left = left
seat-ready = ready
seat-bid = bid { $bid }
seat-tricks = { $count ->
    [one] { $count } trick
   *[other] { $count } tricks
}
seat-tricks-title = Tricks taken
seat-tricks-of-bid = Tricks taken, of those bid
seat-score = { $score ->
    [one] { $score } point
   *[other] { $score } points
}
seat-cards = { $count ->
    [0] no cards
    [one] { $count } card
   *[other] { $count } cards
}
seat-score-title = Points
seat-bank = { $time } of extra time
seat-time-left = { $time } left
seat-bank-left = { $time } of extra time left

hand-label = { $count ->
    [0] Your hand: no cards
    [one] Your hand: { $count } card
   *[other] Your hand: { $count } cards
}
hand-not-legal = This card cannot be played now.
hand-follow-suit = Follow suit: you have { $suit ->
    [C] clubs
    [D] diamonds
    [H] hearts
   *[S] spades
}.
hand-card-refused = { $card }. { $why }
hand-again-to-play = { $card }: once more to play it.

trick-label = { $count ->
    [0] On the table: no cards
    [one] On the table: { $count } card
   *[other] On the table: { $count } cards
}
trick-card = { $name }: { $card }

sheet-caption = Score sheet
sheet-deal = Deal
sheet-total = Total
sheet-running = Small numbers: the total after that deal.
sheet-check = Sum
sheet-check-hint = What the scores of a deal must add up to
sheet-check-right = the sum is right
sheet-check-wrong = the sum is wrong
sheet-none = –
sheet-empty = No deal is finished yet.
sheet-won = won

rules = Rules
rules-pages = Pages of the rules
rules-failed = The rules could not be loaded.

table-sit = Sit down
table-ready = Ready
table-not-ready = Not ready
table-leave = Leave
table-rematch = Play again

turn-yours = Your turn
turn-lead = Your lead: play any card
turn-follow = Your turn: follow { $suit ->
    [C] clubs
    [D] diamonds
    [H] hearts
   *[S] spades
}
turn-void = Your turn: you have no { $suit ->
    [C] clubs
    [D] diamonds
    [H] hearts
   *[S] spades
}, play any card
turn-late = Ten seconds left
turn-bank = Your extra time runs: { $time }
turn-of = { $name } to play

strip-deal = Deal { $deal }
strip-deal-of = Deal { $deal }/{ $deals }
strip-until = To { $points }
strip-last = Last trick
strip-no-last = No trick of this deal is over yet
strip-past = Of the deal before:
strip-trump = Trumps
strip-no-trump = No trumps
strip-turned = turned up:
strip-turned-title = Turned up, out of play
strip-trick = Trick { $trick }/{ $tricks }
sheet-scored = Deal { $deal }: { $scores }
sheet-settlement = Settlement

told-deal = Deal { $count }
told-trump = Trumps: { $suit ->
    [C] clubs
    [D] diamonds
    [H] hearts
   *[S] spades
}
told-card = { $name }: { $card }
told-taken = { $name } takes the trick
told-bid = { $name } bids { $count ->
    [0] nothing
    [one] { $count } trick
   *[other] { $count } tricks
}
told-score = { $name }: { $count ->
    [one] { $count } point
   *[other] { $count } points
}
told-over = { $count ->
    [0] The game is over
    [one] The game is over. { $names } has won.
   *[other] The game is over. { $names } have won.
}
