knaves-prices = What the jacks cost
knaves-jack-mark = J
knaves-jacks = J{ $suits }
knaves-out = not taken
knaves-turned = turned up
knaves-turned-card = trump card
knaves-took = took { $cards }
