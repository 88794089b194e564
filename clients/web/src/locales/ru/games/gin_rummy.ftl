gin-limit = { $limit ->
    [0] Только джин
   *[other] Стук до { $limit }
}
gin-target = Партия до { $target }
gin-doubled = Считается вдвойне
gin-stock = Талон, { $count ->
    [one] { $count } карта
    [few] { $count } карты
   *[many] { $count } карт
}
gin-stock-mark = Талон { $count }
gin-pile = Сброс, сверху { $card }
gin-pile-mark = Сброс
gin-known = Взято из сброса:
gin-deadwood = Сухостой { $count }
gin-deadwood-short = сухостой { $count }
gin-order = Разложить карты
gin-order-melds = Комбинации
gin-order-suits = Масти
gin-order-ranks = Ранги
gin-keys = Карту можно перетащить или передвинуть: Shift и стрелка.
gin-moved = { $card }: группа { $group }, место { $place }{ $meld ->
    [yes] , комбинация
   *[no] {""}
}
gin-card-melded = { $card }, в комбинации
gin-just-taken = Карту, только что взятую из сброса, сбросить нельзя.
gin-fits-nowhere = Эта карта ни к чему не подходит.

# Что происходит и что делать.
gin-now-dealing = Карты сдаются…
gin-now-upcard = { $whose ->
    [you] Возьмите открытую карту или оставьте её
   *[other] { $name } может взять открытую карту
}
gin-now-draw = { $whose ->
    [you] Возьмите карту: нажмите талон или сброс
   *[other] { $name } берёт карту
}
gin-now-draw-stock = Возьмите карту из талона
gin-now-discard = { $whose ->
    [you] Сбросьте карту
   *[other] { $name } сбрасывает
}
gin-now-wall = { $whose ->
    [you] Талон кончился: возьмите последний сброс и постучите или оставьте
   *[other] { $name } может взять последний сброс и постучать
}
gin-now-wall-knock = Стучите: талон кончился
gin-now-lay_off = { $whose ->
    [you] Добавьте карты к комбинациям; остальное разложится само
   *[other] { $name } добавляет карты
}
gin-now-over = { $count ->
    [0] Партия окончена
    [one] Партия окончена. Победитель: { $names }.
    [few] Партия окончена. Победители: { $names }.
   *[many] Партия окончена. Победители: { $names }.
}
gin-take = Взять
gin-take-to-knock = Взять и постучать
gin-pass = Оставить
gin-do-knock = Постучать с { $count }
gin-do-gin = Джин!
gin-do-big_gin = Большой джин!
gin-done = Готово
gin-lay-here = К комбинации { $meld }
gin-lay-where = К какой комбинации?

# Стук.
gin-knock = Стук
gin-put-down-which = Какую карту положить закрыто; под ней сухостой, который останется
gin-ways = Как показать остальные
gin-shown = Что будет показано
gin-not-yet = Ещё нет
gin-kind-knock = стук
gin-kind-gin = джин
gin-kind-big_gin = большой джин
gin-shows = { $name }: { $kind }, { $count ->
    [0] без сухостоя
   *[other] сухостой { $count }
}
gin-answers = { $name }: { $count ->
    [0] без сухостоя
   *[other] сухостой { $count }
}
gin-put-down = Положено закрыто
gin-laid-off = Добавлено игроком { $name }
gin-finished = Сдача { $deal }: { $outcome ->
    [void] недействительна
    [big_gin] большой джин
    [gin] джин
    [undercut] подрезка
   *[knock] стук
}
gin-finished-void = Никто не постучал: ничего не пишется.
gin-finished-score = { $boxes ->
    [2] { $name }: { $points } и две коробочки
   *[other] { $name }: { $points } и коробочка
}
gin-totals = Всего: { $totals }
gin-continue = Дальше

# Запись.
gin-outcome-void = не в счёт
gin-outcome-knock = стук
gin-outcome-gin = джин
gin-outcome-big_gin = большой джин
gin-outcome-undercut = подрезка
gin-games = Партии
gin-games-short = Партии
gin-boxes-title = Партия
gin-game = Партия { $game }
gin-game-one = Очки
gin-game-over = окончена
gin-boxes = { $count ->
    [one] { $count } коробочка
    [few] { $count } коробочки
   *[many] { $count } коробочек
}
gin-worth-points = Разница очков
gin-worth-bonus = За партию
gin-worth-boxes = За коробочки
gin-worth-doubled = Локаут
gin-twice = × 2
gin-worth-result = Итог

# Для тех, кто слушает стол.
gin-told-deal = Сдача { $count }. Открыта { $card }.
gin-told-took = { $name } берёт из сброса: { $card }.
gin-told-drew = { $name } берёт из талона.
gin-told-drew-card = { $name } берёт из талона: { $card }.
gin-told-discarded = { $name } сбрасывает: { $card }.
gin-told-passed = { $name } оставляет карту.
gin-told-knocked = { $name }: { $choice ->
    [gin] джин
    [big_gin] большой джин
   *[knock] стук, сухостой { $count }
}.
gin-told-laid = { $name } добавляет: { $card }.
gin-told-score = { $name }: { $count }.
gin-told-void = Сдача недействительна.
