# Deals: what there is to do, and their short names for the sheet.
king-before = The first deal is about to begin
king-deal-of = Deal { $deal } of { $deals }
king-deals = Deals of this game
king-deal-done = played
king-deal-now = now
king-next = next: { $deal }

king-aim-no_tricks = Take no tricks
king-aim-no_hearts = Take no hearts
king-aim-no_boys = Take no boys: { $boys ->
    [jacks_kings2] jacks and kings
    [kings4] kings
   *[other] jacks
}
king-aim-no_girls = Take no girls: queens
king-aim-no_last_two = Do not take the last two tricks
king-aim-no_king = Do not take the king of hearts
king-aim-neg_medley = Take nothing at all
king-aim-praise = Praise deal: take tricks
king-aim-tricks = Take tricks
king-aim-hearts = Take hearts
king-aim-boys = Take boys: { $boys ->
    [jacks_kings2] jacks and kings
    [kings4] kings
   *[other] jacks
}
king-aim-girls = Take girls: queens
king-aim-last_two = Take the last two tricks
king-aim-king = Take the king of hearts
king-aim-pos_medley = Take everything

king-short-no_tricks = no tricks
king-short-no_hearts = no hearts
king-short-no_boys = no boys
king-short-no_girls = no girls
king-short-no_last_two = no last two
king-short-no_king = no king
king-short-neg_medley = negative medley
king-short-praise = praise deal
king-short-tricks = tricks
king-short-hearts = hearts
king-short-boys = boys
king-short-girls = girls
king-short-last_two = last two
king-short-king = king
king-short-pos_medley = positive medley

king-worth-tricks = { $points } a trick
king-worth-hearts = { $points } a heart
king-worth-boys = { $points } a { $boys ->
    [jacks_kings2] jack or king
    [kings4] king
   *[other] jack
}
king-worth-girls = { $points } a queen
king-worth-last_two = { $points } each
king-worth-king = { $points }
king-worth-neg_medley = the six deals at once, with a minus
king-worth-pos_medley = the six deals at once, with a plus

# What was taken.
king-taken = Taken in this deal
king-unit-tricks = Tricks
king-unit-hearts = Hearts
king-unit-boys = { $boys ->
    [jacks_kings2] Boys (J, K)
    [kings4] Boys (K)
   *[other] Boys (J)
}
king-unit-girls = Girls (Q)
king-unit-last_two = Last two
king-unit-king = King of hearts
king-mark-boys = { $boys ->
    [jacks_kings2] J/K
    [kings4] K
   *[other] J
}
king-mark-girls = Q
king-mark-last_two = last
king-mark-king = K
king-took-hearts = { $count ->
    [one] { $count } heart
   *[other] { $count } hearts
}
king-took-boys = { $count ->
    [one] { $count } boy
   *[other] { $count } boys
}
king-took-girls = { $count ->
    [one] { $count } girl
   *[other] { $count } girls
}
king-took-last_two = { $count ->
    [one] { $count } of the last two tricks
   *[other] both last tricks
}
king-took-king = king of hearts

king-last-trick = Last trick
king-led = led
king-took = took it
king-settlement = To pay and to get:
king-sheet-tricks = { $count } tr.
king-sheet-sold = { $deal }, sold for { $count }

# Praise deals.
king-suit = { $suit ->
    [C] clubs
    [D] diamonds
    [H] hearts
    [S] spades
   *[none] none
}
king-call-trump = A suit for trumps
king-do-by_last = By the last card
king-do-misere = Misère
king-do-no_trump = No trump
king-do-split = Split
king-brief-by_last = trumps: your last card
king-brief-misere = no trumps, 7 is high
king-brief-no_trump = ranks as usual
king-brief-play = play it out
king-brief-split = { $points } for all
king-hint-by_last = Trumps are the suit of the last card dealt to you; all will see it
king-hint-misere = No trumps, and ranks are reversed: the seven is high, the ace low
king-hint-no_trump = No trumps, ranks as usual
king-hint-split = Nothing is played: everybody is written two tricks, { $points }
king-sale-open = Sell the game
king-sale-keep = Keep it
king-offer-label = Tricks to offer
king-offer = Offer { $count ->
    [one] { $count } trick
   *[other] { $count } tricks
}, { $points ->
    [one] { $points } point
   *[other] { $points } points
}
king-pass = Pass
king-play-on = Do not split
king-agree = Agree
king-refuse = Refuse
king-passed = pass
king-trump = { $suit ->
    [C] clubs trumps
    [D] diamonds trumps
    [H] hearts trumps
   *[S] spades trumps
}
king-misere = misère: 7 is high
king-turned = last card:
king-call = { $name }: { $call ->
    [suit] { king-suit }
    [by_last] by the last card
    [misere] misère, the seven is high
    [no_trump] no trump
   *[split] split
}
king-sold = { $seller } sold it to { $buyer } for { $count ->
    [one] { $count } trick
   *[other] { $count } tricks
}

# What is going on.
king-now-dealing = The cards are being dealt…
king-now-leads = { $name } leads
king-now-plays = { king-suit } led; { $name } plays
king-you-lead = You lead
king-you-follow = Your turn: follow { king-suit }{ $joker ->
    [yes] , or play the joker
   *[no] {""}
}
king-you-void = You have no { king-suit }: play any card
king-now-declare = { $whose ->
    [you] { $more ->
        [0] Say what is played
       *[other] You hold three cards; name the game by them. { $more } more follow after that.
    }
   *[other] { $more ->
        [0] { $name } says what is played
       *[other] Three cards are dealt: { $name } names the game by them. { $more } more follow after that.
    }
}
king-now-declare-bought = { $whose ->
    [you] You bought the game; say anew what is played. The price:
   *[other] { $name } bought the game and says anew what is played. The price:
} { $count ->
    [one] { $count } trick
   *[other] { $count } tricks
}.
king-now-sale = { $whose ->
    [you] Sell the game? { $points } for each trick offered; the best offer must be taken.
   *[other] { $name } may sell the game
}
king-now-auction = { $whose ->
    [you] How many tricks do you offer { $seller } for the game? Each costs { $points ->
        [one] { $points } point
       *[other] { $points } points
    }.
   *[other] { $seller } sells the game; { $name } may bid
}
king-now-auction-high = { $bidder } offers { $count } ({ $points }). { $whose ->
    [you] Offer more, or pass.
   *[other] { $name } may bid.
}
king-now-agree = { $whose ->
    [you] { $praiser } wants to split: no play, two tricks for everybody ({ $points }). Do you agree?
   *[other] { $praiser } wants to split; { $name } is asked
}
king-now-split = { $whose ->
    [you] All cards are dealt. Split ({ $points } for everybody), or play?
   *[other] { $name } may still split
}
king-now-over = { $count ->
    [0] The game is over
    [one] The game is over. { $names } has won.
   *[other] The game is over. { $names } have won.
}

# Why a card may not be played.
king-no-hearts-lead = Hearts may not be led while you have another suit.
king-shed = The king of hearts must go.
king-under-ace = The king of hearts must fall under the ace.
king-must-trump = You must trump.

# For those who hear the table.
king-told-card = { $name }: { $card }.
king-told-taken = { $name } takes the trick.
king-told-deal = Deal { $count }: { $deal }.
king-told-score = { $name }: { $count }.
king-cut-early = { $choice ->
    [hearts] All hearts are taken
    [boys] All boys are taken
    [girls] All girls are taken
   *[king] The king is taken
}: deal { $count } is over.
king-cut-split = Deal { $count } is split: { $points } for everybody.
king-told-offer = { $name } offers { $count }.
king-told-pass = { $name } passes.
king-told-sold = { $name } sold the game to { $to } for { $count }.
king-told-open = { $name } sells the game.
king-told-call = { $name } plays { $choice ->
    [suit] { king-suit } as trumps
    [by_last] by the last card
    [misere] misère
    [no_trump] without trumps
   *[split] a split
}.
king-split-refused = the split was refused
king-told-split = { $choice ->
    [asked] { $name } wants to split.
    [made] { $name } splits: two tricks for everybody.
   *[refused] The split is refused.
}
king-told-last-card = The last card is { $card }.
