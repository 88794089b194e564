replay-title = Replays
replay-intro = Look at a finished game again, card by card, and verify how it was dealt.
replay-recent = Recent games
replay-none = No game was finished here yet.
replay-failed = The games could not be loaded.
replay-more = Show more
replay-open-title = A record from a file
replay-open = Choose a file
replay-open-hint = A .jsonl file with one game or many; it can also be dropped anywhere on this page. It is read in this browser and not sent.
replay-file-bad = { $name }, line { $line }: this is no record of a game.
replay-file-empty = { $name }: there is no game in this file.
replay-file-large = { $name } is larger than 32 MB: split it, and open the parts one at a time.
replay-file-unread = { $name } cannot be read: choose a file, not a folder.
replay-not-shown = This record cannot be shown: what it says of the cards does not fit together.
replay-file-games = { $count ->
    [one] { $count } game in { $name }
   *[other] { $count } games in { $name }
}
replay-missing = There is no such record. It may have been of a private table, or is gone by now.
replay-no-deals = No deal of this game was finished: there is nothing to be seen.
replay-all = All replays
replay-link = Copy a link to this moment
replay-link-copied = The link to this moment is copied.
replay-link-address = The address of this page leads to this moment: copy it.
replay-download = Save the record

replay-ended = { $ended ->
    [complete] Played to the end
    [voted] Ended by a vote of the players
    [abandoned] Abandoned
   *[limit] Ended at the limit of shuffles
}
replay-won = { $names } won

replay-deal = Deal { $number }
replay-deal-choice = Deal
replay-view = Look from
replay-view-open = All hands open
replay-speed = Speed
replay-speed-half = Slow
replay-speed-one = Usual
replay-speed-two = Fast
replay-speed-four = Very fast
replay-step = { $at } of { $count }
replay-time-line = Step of this deal
replay-controls = Replay
replay-play = Play
replay-pause = Pause
replay-next = One step on
replay-back = One step back
replay-start = To the start of the deal
replay-finish = To the end of the deal
replay-keys = Keys: ← → one step, Space play and pause, Home and End for this deal, Page Up and Page Down to another.
replay-hands = Hands
replay-stock = { $count ->
    [one] Stock: { $count } card
   *[other] Stock: { $count } cards
}
replay-pile = Discard pile
replay-pile-empty = empty
replay-melds = Melds of { $name }
replay-turned = Turned
replay-last-card = Last card
replay-trump = Trumps
replay-low = low
replay-high = high

replay-did-deal = { $name } deals.
replay-did-bid = { $count ->
    [0] { $name } bids nothing.
    [one] { $name } bids { $count } trick.
   *[other] { $name } bids { $count } tricks.
}
replay-did-play = { $name }: { $card }.
replay-did-joker = { $name }: { $card }, { $choice ->
    [low] low
   *[high] high
}{ $suit ->
    [none] .
   *[other] , { card-suit-name } to follow.
}
replay-did-declare = { $name } declares { $choice ->
    [suit] { card-suit-name } trumps.
    [by_last] by the last card.
    [misere] misère.
    [no_trump] no trump.
   *[split] a split.
}
replay-did-offer = { $count ->
    [one] { $name } offers { $count } trick.
   *[other] { $name } offers { $count } tricks.
}
replay-did-sale = { $choice ->
    [yes] { $name } puts the game up for sale.
   *[no] { $name } keeps the game.
}
replay-did-agree = { $choice ->
    [yes] { $name } agrees to the split.
   *[no] { $name } refuses the split.
}
replay-did-draw = { $choice ->
    [stock] { $name } draws { $card } from the stock.
   *[discard] { $name } takes { $card } from the discard pile.
}
replay-did-discard = { $name } discards { $card }.
replay-did-knock = { $name } knocks and puts down { $card }.
replay-did-big-gin = { $name } has big gin.
replay-did-lay_off = { $name } lays off { $card }.
replay-did-done = { $name } lays off no more.
replay-did-pass = { $name } passes.
replay-did-other = { $name }: { $choice }.
replay-did-end = The deal is over.
replay-by-timeout = The clock ran out.
replay-by-stand_in = A bot played.
replay-taken-trick = { $name } takes the trick.
replay-taken-pile = { $name } takes the pile.

replay-verify-title = Were the cards dealt fairly?
replay-verify = Verify this deal
replay-verify-hint = Everything is computed in this browser, from the record alone: the server is not asked.
replay-verify-words = Before the game the server, and each player who takes part in the shuffle, shows a tip: the end of a chain of secret numbers, each the hash of the one before. Every shuffle uses a link of each chain, which is shown after the deal; a link that hashes to its tip was fixed beforehand.
replay-verify-good = { $count ->
    [one] The shuffle checks out.
   *[other] All { $count } shuffles of this game check out.
}
replay-verify-bad = This record does not check out. Something is wrong in: { $deals }.
replay-verify-limits = A record cannot show whether a missing link was really not sent. Whether each action kept the rules, and what each player wrote for it, is checked by the program kozyr verify.
replay-deal-of = deal { $number }
replay-draw = the draw
replay-draw-title = The draw for seats
replay-mark-right = Right:
replay-mark-wrong = Wrong:
replay-mark-note = To be known:
replay-mark-unknown = Not checked:
replay-check-order-right = No shuffle is left out, and all of them have the tip that the server showed before the game.
replay-check-order-wrong = A shuffle is left out, or the server's tip changed during the game.
replay-check-server_link-right = { $count ->
    [one] The server's link hashes to its tip in { $count } step: this shuffle was fixed before the game began.
   *[other] The server's link hashes to its tip in { $count } steps: this shuffle was fixed before the game began.
}
replay-check-server_link-wrong = The server's link does not hash to its tip: this is not the shuffle that was fixed before the game.
replay-check-seat_links-right = { $count ->
    [one] { $count } player added a link, and it hashes to the tip that was shown.
   *[other] { $count } players added links of their own, and each hashes to the tip that was shown.
}
replay-check-seat_links-wrong = The link of a player does not hash to the tip that was shown, or a link is marked missing that is not.
replay-check-no-links = No player added a link: the deck was fixed beforehand, but by the server alone.
replay-check-missing = Left out, because it did not come in time: the link of { $names }.
replay-check-cards-right = The deck that follows from the links is the one that was dealt: every card went where the rules of dealing put it.
replay-check-cards-wrong = The cards are not those that follow from the links: somebody changed the deck, the hands or who dealt.
replay-check-cards-unknown = The cards cannot be compared, because the links are wrong.
replay-check-pack = The game is not known here, so its cards cannot be compared.
replay-check-plays-right = { $count ->
    [0] Nothing was played.
    [one] One action: it was of a card that the player held.
   *[other] In all { $count } actions everybody used only cards of their own.
}
replay-check-plays-wrong = { $count ->
    [one] One action is with a card that the player did not hold.
   *[other] { $count } actions are with cards that the player did not hold.
}
replay-check-points-right = The points of all players add up to { $sum }, as the rules fix it.
replay-check-points-wrong = The points of all players do not add up to { $sum }, as the rules fix it.
replay-numbers = The numbers, to check it by other means
replay-number-shuffle = Shuffle of the game
replay-number-tip = Tip of the server
replay-number-link = Link of the server
replay-number-seat-tip = Tip of { $name }
replay-number-seat-link = Link of { $name }
replay-number-deck = The deck, first card first
