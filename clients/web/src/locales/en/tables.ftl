# Lines about games and words for bots, on several pages.
game-gin_rummy = Melds, a knock, and as little left over as can be.
game-king = Seven deals to avoid tricks, then praise deals to take them.
game-king_jokers = King with two jokers in place of the black sevens.
game-knaves = Take tricks, but not the jacks.
game-oh_well = Say how many tricks you take, and take exactly that many.
game-twenty_nine = Add cards up: who makes 29 takes the pile.
game-players = { $min } to { $max } players
game-players-exact = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
bots-level = How well bots play
bots-easy = Easy
bots-usual = Usual
bots-strong = Strong
