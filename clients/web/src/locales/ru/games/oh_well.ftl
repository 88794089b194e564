oh-well-ask = Сколько взяток из { $tricks } вы возьмёте?
oh-well-bid = { $count ->
    [0] 0: «Ничего!»
    [one] Назначить { $count } взятку
    [few] Назначить { $count } взятки
   *[many] Назначить { $count } взяток
}
oh-well-hook = { $bid } нельзя: сумма не может быть { $tricks }.
oh-well-bids = Заявки { $sum }/{ $tricks }
oh-well-even = поровну
oh-well-under = недозаказ { $count }
oh-well-over = перезаказ { $count }
oh-well-has-bid = заявка сделана
oh-well-others-bid = Назначают остальные.
oh-well-of = { $tricks } из { $bid }
