oh-well-ask = { $tricks ->
    [1] Возьмёте ли вы единственную взятку?
   *[other] Сколько взяток из { $tricks } вы возьмёте?
}
oh-well-bid = { $count ->
    [0] 0: «Ничего!»
    [one] Заказать { $count } взятку
    [few] Заказать { $count } взятки
   *[many] Заказать { $count } взяток
}
oh-well-hook = { $bid } нельзя: сумма не может быть { $tricks }.
oh-well-bids = Заказано { $sum }/{ $tricks }
oh-well-even = поровну
oh-well-under = недозаказ { $count }
oh-well-over = перезаказ { $count }
oh-well-has-bid = заказ сделан
oh-well-others-bid = Заказывают остальные.
oh-well-all-bid = Игроки заказывают взятки.
oh-well-of = { $tricks } из { $bid }
