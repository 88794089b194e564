replay-help = Step through a recorded game: n next, p previous, q quit.
replay-opt-file = Records; - for standard input.
replay-opt-game = Which game of the file, from 1.
replay-opt-is-all = Print every step without waiting for keys.

replay-keys = n, space: next   p: previous   q: quit
replay-step = step { $number }
replay-too-few = { $file }: there { $games ->
    [one] is
   *[other] are
} { $games } in it, not { $number }
replay-sum = sum
replay-deal-head = deal
replay-none = none
replay-yes = yes
replay-no = no
replay-acted = deal { $deal }, { $at } s: { $name }{ $by ->
    [timeout] {" "}(timeout)
    [stand_in] {" "}(bot)
   *[player] {""}
}: { $done }
replay-dealt = deal { $deal }: the cards are dealt
replay-draw = the draw, seats as they were numbered before it
replay-end = the end ({ $ended }): { $totals }
replay-won = won by { $names }
replay-positive = above nothing: { $names }
replay-behind = behind the winner: { $names }
replay-settled = settled: { $sums }

# What happens in games, and of what, as the protocol calls it.
replay-word-agree = agree
replay-word-agreed = agreed
replay-word-bid = bid
replay-word-bid-made = bid_made
replay-word-bids-shown = bids_shown
replay-word-completed = completed
replay-word-deal-scored = deal_scored
replay-word-dealt = dealt
replay-word-declare = declare
replay-word-declared = declared
replay-word-discard = discard
replay-word-discarded = discarded
replay-word-done = done
replay-word-draw = draw
replay-word-drawn = drawn
replay-word-drew = drew
replay-word-game-over = game_over
replay-word-game-sold = game_sold
replay-word-hand = hand
replay-word-knock = knock
replay-word-knocked = knocked
replay-word-laid-off = laid_off
replay-word-lay-off = lay_off
replay-word-offer = offer
replay-word-offered = offered
replay-word-own-bid = own_bid
replay-word-pass = pass
replay-word-passed = passed
replay-word-pile-taken = pile_taken
replay-word-play = play
replay-word-played = played
replay-word-sale = sale
replay-word-sale-answered = sale_answered
replay-word-trick-taken = trick_taken
replay-word-answer = answer
replay-word-aside = aside
replay-word-bids = bids
replay-word-card = card
replay-word-cards = cards
replay-word-contract = contract
replay-word-counts = counts
replay-word-deadwood = deadwood
replay-word-deal = deal
replay-word-dealer = dealer
replay-word-doubled = doubled
replay-word-ended = ended
replay-word-games = games
replay-word-hands = hands
replay-word-kind = kind
replay-word-left = left
replay-word-limit = limit
replay-word-meld = meld
replay-word-melds = melds
replay-word-mode = mode
replay-word-open = open
replay-word-phase = phase
replay-word-reason = reason
replay-word-rest = rest
replay-word-seat = seat
replay-word-settlement = settlement
replay-word-size = size
replay-word-source = source
replay-word-stock = stock
replay-word-suit = suit
replay-word-to-act = to_act
replay-word-top = top
replay-word-total = total
replay-word-totals = totals
replay-word-tricks = tricks
replay-word-trump = trump
replay-word-turn = turn
replay-word-turned = turned
replay-word-upcard = upcard
replay-word-winner = winner
replay-word-winners = winners
replay-word-yes = yes
