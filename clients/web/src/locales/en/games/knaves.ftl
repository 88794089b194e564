knaves-prices = What the jacks cost
knaves-jack-mark = J
knaves-jack = J{ $suit ->
    [C] ♣
    [D] ♦
    [H] ♥
   *[S] ♠
}
knaves-out = not taken yet
knaves-turned = turned up, not in play
knaves-turned-card = trump card
knaves-took = took { $cards }
