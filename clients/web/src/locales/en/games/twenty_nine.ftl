twenty-nine-total = Total { $total } of { $full }
twenty-nine-pile = { $count ->
    [0] The pile: no cards
    [one] The pile: { $count } card
   *[other] The pile: { $count } cards
}
twenty-nine-makes = { $full } with
twenty-nine-fits = { $most } or less fits
twenty-nine-passes = { $count ->
    [one] { $count } pass
   *[other] { $count } passes
}
twenty-nine-taken = { $count ->
    [one] { $name } takes { $count } card
   *[other] { $name } takes { $count } cards
}
twenty-nine-told = { $name }: { $card }, { $total }
twenty-nine-told-pass = { $name } passes
twenty-nine-won = { $count ->
    [one] { $count } card won
   *[other] { $count } cards won
} in { $piles ->
    [one] { $piles } pile
   *[other] { $piles } piles
}
twenty-nine-won-title = Cards won
twenty-nine-piles-title = Piles won
twenty-nine-piles = { $count ->
    [one] { $count }{ "\u00A0" }pile
   *[other] { $count }{ "\u00A0" }piles
}
twenty-nine-by-cards = A point for each card
twenty-nine-by-piles = A point for each pile
twenty-nine-aside = Face down: { $count }
twenty-nine-partner = partner
twenty-nine-side = side { $side }
twenty-nine-pass = Pass
twenty-nine-none-fits = No card of yours fits.
twenty-nine-us = This deal: we { $we }, they { $they }
twenty-nine-sides = This deal: side 1 { $one }, side 2 { $two }
twenty-nine-too-much = That would pass { $full }: the pile has { $total }.
