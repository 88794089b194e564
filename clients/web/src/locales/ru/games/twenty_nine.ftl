twenty-nine-total = Сумма { $total } из { $full }
twenty-nine-pile = { $count ->
    [0] Стопка: нет карт
    [one] Стопка: { $count } карта
    [few] Стопка: { $count } карты
   *[many] Стопка: { $count } карт
}
twenty-nine-makes = До { $full }:
twenty-nine-fits = можно не больше { $most }
twenty-nine-passes = { $count ->
    [one] { $count } пас
    [few] { $count } паса
   *[many] { $count } пасов
}
twenty-nine-taken = { $count ->
    [one] { $name } берёт { $count } карту
    [few] { $name } берёт { $count } карты
   *[many] { $name } берёт { $count } карт
}
twenty-nine-told = { $name }: { $card }, { $total }
twenty-nine-told-pass = { $name }: пас
twenty-nine-won = { $count ->
    [one] взята { $count } карта
    [few] взято { $count } карты
   *[many] взято { $count } карт
} в { $piles ->
    [one] { $piles } стопке
    [few] { $piles } стопках
   *[many] { $piles } стопках
}
twenty-nine-won-title = Взято карт
twenty-nine-piles-title = Взято стопок
twenty-nine-piles = { $count ->
    [one] { $count }{ "\u00A0" }стопка
    [few] { $count }{ "\u00A0" }стопки
   *[many] { $count }{ "\u00A0" }стопок
}
twenty-nine-by-cards = Очко за каждую карту
twenty-nine-by-piles = Очко за каждую стопку
twenty-nine-aside = Отложено: { $count }
twenty-nine-partner = партнёр
twenty-nine-side = пара { $side }
twenty-nine-pass = Пас
twenty-nine-none-fits = Ни одна ваша карта не подходит.
twenty-nine-us = В этой сдаче: у нас { $we }, у них { $they }
twenty-nine-sides = В этой сдаче: пара 1 { $one }, пара 2 { $two }
twenty-nine-too-much = Перебор: больше { $full } нельзя, а в стопке { $total }.
