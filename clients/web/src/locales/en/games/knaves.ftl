knaves-prices = What the jacks cost
knaves-jack-mark = J
knaves-jack = J{ $suit ->
    [C] ♣
    [D] ♦
    [H] ♥
   *[S] ♠
}
knaves-out = not taken
knaves-turned = turned up
knaves-turned-card = trump card
knaves-took = took { $cards }
