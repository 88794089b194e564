card = { $joker ->
    [yes] joker { $rank }
   *[no] { card-rank } of { card-suit }
}
card-rank = { $rank ->
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [T] ten
    [J] jack
    [Q] queen
    [K] king
   *[A] ace
}
card-suit = { $suit ->
    [C] clubs
    [D] diamonds
    [H] hearts
   *[S] spades
}
# By itself, not of a card.
card-suit-name = { $suit ->
    [C] clubs
    [D] diamonds
    [H] hearts
   *[S] spades
}
# What stands in the corner of a card that is drawn without its picture.
card-corner = { $rank ->
    [T] 10
   *[other] { $rank }
}
card-back = card, face down
