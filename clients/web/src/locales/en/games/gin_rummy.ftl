gin-limit = { $limit ->
    [0] Gin only
   *[other] Knock with { $limit } or less
}
gin-target = Game to { $target }
gin-doubled = Counts twice
gin-stock = Stock, { $count ->
    [one] { $count } card
   *[other] { $count } cards
}
gin-stock-mark = Stock { $count }
gin-pile = Discard pile, { $card } on top
gin-pile-mark = Discards
gin-known = Has taken:
gin-deadwood = Deadwood { $count }
gin-deadwood-short = deadwood { $count }
gin-order = Sort the hand
gin-order-melds = Melds
gin-order-suits = Suits
gin-order-ranks = Ranks
gin-keys = Drag a card, or press Shift and an arrow key, to move it.
gin-moved = { $card }: group { $group }, place { $place }{ $meld ->
    [yes] , a meld
   *[no] {""}
}
gin-card-melded = { $card }, in a meld
gin-just-taken = A card just taken from the discards may not be discarded.
gin-fits-nowhere = This card fits on none of the melds.

# What is going on, and what to do.
gin-now-dealing = The cards are being dealt…
gin-now-upcard = { $whose ->
    [you] Take the upcard, or leave it
   *[other] { $name } may take the upcard
}
gin-now-draw = { $whose ->
    [you] Draw: tap the stock or the discards
   *[other] { $name } draws
}
gin-now-draw-stock = Draw from the stock
gin-now-discard = { $whose ->
    [you] Discard a card
   *[other] { $name } discards
}
gin-now-wall = { $whose ->
    [you] The stock is empty: take the last discard and knock, or leave it
   *[other] { $name } may take the last discard to knock
}
gin-now-wall-knock = Knock: the stock is empty
gin-now-lay_off = { $whose ->
    [you] Lay off cards on the melds; the rest is arranged for you
   *[other] { $name } lays off
}
gin-now-over = { $count ->
    [0] The game is over
    [one] The game is over. { $names } has won.
   *[other] The game is over. { $names } have won.
}
gin-take = Take it
gin-take-to-knock = Take it and knock
gin-pass = Leave it
gin-do-knock = Knock with { $count }
gin-do-gin = Gin!
gin-do-big_gin = Big gin!
gin-done = Done
gin-lay-here = On meld { $meld }
gin-lay-where = On which meld?

# A knock.
gin-knock = Knock
gin-put-down-which = Card to put face down, and the deadwood that stays
gin-ways = How to show the others
gin-shown = What is shown
gin-not-yet = Not yet
gin-kind-knock = knock
gin-kind-gin = gin
gin-kind-big_gin = big gin
gin-shows = { $name }: { $kind }, { $count ->
    [0] no deadwood
   *[other] deadwood { $count }
}
gin-answers = { $name }: { $count ->
    [0] no deadwood
   *[other] deadwood { $count }
}
gin-put-down = Put face down
gin-laid-off = Laid off by { $name }
gin-finished = Deal { $deal }: { $outcome ->
    [void] void
    [big_gin] big gin
    [gin] gin
    [undercut] undercut
   *[knock] knock
}
gin-finished-void = Nobody knocked: nothing is written.
gin-finished-score = { $boxes ->
    [2] { $name }: { $points } and two boxes
   *[other] { $name }: { $points } and a box
}
gin-totals = In all: { $totals }
gin-continue = Continue

# The sheet.
gin-outcome-void = void
gin-outcome-knock = knock
gin-outcome-gin = gin
gin-outcome-big_gin = big gin
gin-outcome-undercut = undercut
gin-games = Games
gin-games-short = Games
gin-boxes-title = Game
gin-game = Game { $game }
gin-game-one = Points
gin-game-over = over
gin-boxes = { $count ->
    [one] { $count } box
   *[other] { $count } boxes
}
gin-worth-points = Difference in points
gin-worth-bonus = For the game
gin-worth-boxes = For boxes
gin-worth-doubled = Shutout
gin-twice = × 2
gin-worth-result = Result

# For those who hear the table.
gin-told-deal = Deal { $count }. Upcard: { $card }.
gin-told-took = { $name } takes the { $card }.
gin-told-drew = { $name } draws from the stock.
gin-told-drew-card = { $name } draws the { $card }.
gin-told-discarded = { $name } discards the { $card }.
gin-told-passed = { $name } leaves the card.
gin-told-knocked = { $name }: { $choice ->
    [gin] gin
    [big_gin] big gin
   *[knock] knock, deadwood { $count }
}.
gin-told-laid = { $name } lays off the { $card }.
gin-told-score = { $name }: { $count }.
gin-told-void = The deal is void.
