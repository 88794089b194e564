table-label = Стол

seat-free = Свободное место
seat-you = вы
seat-you-mark = вы
seat-bot = бот
seat-dealer = сдаёт
seat-dealer-mark = С
seat-on-turn = ходит
seat-away = нет связи
seat-stand-in = играет бот
seat-by-clock = играют часы
seat-left = не за столом
seat-ready = готов
seat-bid = заказ { $bid }
seat-tricks = { $count ->
    [one] { $count } взятка
    [few] { $count } взятки
   *[many] { $count } взяток
}
seat-tricks-title = Взятки
seat-tricks-of-bid = Взятки из заявленных
seat-score = { $score ->
    [one] { $score } очко
    [few] { $score } очка
   *[many] { $score } очков
}
seat-cards = { $count ->
    [0] без карт
    [one] { $count } карта
    [few] { $count } карты
   *[many] { $count } карт
}
seat-score-title = Очки
seat-bank = запас { $time }
seat-time-left = на ход { $time }
seat-bank-left = идёт запас { $time }

hand-label = { $count ->
    [0] Ваши карты: пусто
    [one] Ваши карты: { $count } карта
    [few] Ваши карты: { $count } карты
   *[many] Ваши карты: { $count } карт
}
hand-not-legal = Этой картой сейчас ходить нельзя.
hand-follow-suit = Нужно ходить в масть: у вас есть { $suit ->
    [C] трефы
    [D] бубны
    [H] черви
   *[S] пики
}.
hand-card-refused = { $card }. { $why }
hand-again-to-play = { $card }: ещё раз, чтобы сыграть.

trick-label = { $count ->
    [0] На столе: нет карт
    [one] На столе: { $count } карта
    [few] На столе: { $count } карты
   *[many] На столе: { $count } карт
}
trick-card = { $name }: { $card }

sheet-caption = Запись партии
sheet-deal = Сдача
sheet-total = Итого
sheet-running = Мелкие числа: счёт после этой сдачи.
sheet-check = Сумма
sheet-check-hint = Сколько должны составить очки сдачи
sheet-check-right = сумма сходится
sheet-check-wrong = сумма не сходится
sheet-none = –
sheet-empty = Ни одной сдачи ещё не сыграно.
sheet-won = победа

rules = Правила
rules-pages = Страницы правил
rules-failed = Правила не загрузились.

table-sit = Сесть
table-ready = Готов
table-not-ready = Не готов
table-leave = Выйти
table-rematch = Сыграть ещё

turn-yours = Ваш ход
turn-lead = Ваш заход: любая карта
turn-follow = Ваш ход: в масть, { $suit ->
    [C] трефы
    [D] бубны
    [H] черви
   *[S] пики
}
turn-void = Ваш ход: { $suit ->
    [C] треф
    [D] бубен
    [H] червей
   *[S] пик
} нет, можно любую карту
turn-late = Осталось десять секунд
turn-bank = Пошёл запас времени: { $time }
turn-of = Ходит { $name }

strip-deal = Сдача { $deal }
strip-deal-of = Сдача { $deal }/{ $deals }
strip-until = До { $points }
strip-last = Последняя взятка
strip-no-last = В этой сдаче взяток ещё не было
strip-past = Прошлая сдача:
strip-trump = Козырь
strip-no-trump = Без козыря
strip-turned = открыта
strip-turned-title = Открыта, в игре не участвует
strip-trick = Взятка { $trick }/{ $tricks }
sheet-scored = Сдача { $deal }: { $scores }
sheet-settlement = Расчёт

told-deal = Сдача { $count }
told-trump = Козырь: { $suit ->
    [C] трефы
    [D] бубны
    [H] черви
   *[S] пики
}
told-card = { $name }: { $card }
told-taken = { $name } берёт взятку
told-bid = { $name }: { $count ->
    [0] «Ничего!»
    [one] заказ — { $count } взятка
    [few] заказ — { $count } взятки
   *[many] заказ — { $count } взяток
}
told-score = { $name }: { $count ->
    [one] { $count } очко
    [few] { $count } очка
   *[many] { $count } очков
}
told-over = { $count ->
    [0] Партия окончена
    [one] Партия окончена. Победитель: { $names }.
    [few] Партия окончена. Победители: { $names }.
   *[many] Партия окончена. Победители: { $names }.
}
