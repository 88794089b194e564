oh-well-ask = { $tricks ->
    [one] Will you take the only trick?
   *[other] How many of { $tricks } tricks will you take?
}
oh-well-bid = { $count ->
    [0] 0: bid nothing
    [one] Bid { $count } trick
   *[other] Bid { $count } tricks
}
oh-well-hook = { $bid } is barred: the bids may not add up to { $tricks }.
oh-well-bids = Bids { $sum }/{ $tricks }
oh-well-even = even
oh-well-under = underbid by { $count }
oh-well-over = overbid by { $count }
oh-well-has-bid = has bid
oh-well-others-bid = The others are bidding.
oh-well-all-bid = The players are bidding.
oh-well-of = { $tricks } of { $bid }
