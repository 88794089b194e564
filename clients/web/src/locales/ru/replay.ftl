replay-title = Сыгранные партии
replay-intro = Посмотрите сыгранную партию ещё раз, карта за картой, и проверьте, как были сданы карты.
replay-recent = Недавние партии
replay-none = Здесь ещё не сыграно ни одной партии.
replay-failed = Партии не загрузились.
replay-more = Показать ещё
replay-open-title = Протокол из файла
replay-open = Выбрать файл
replay-open-hint = Файл .jsonl с одной партией или многими; его можно и бросить в любое место этой страницы. Он читается в этом браузере и никуда не отправляется.
replay-file-bad = { $name }, строка { $line }: это не протокол партии.
replay-file-empty = { $name }: в этом файле нет партий.
replay-file-large = Файл { $name } больше 32 МБ: разделите его и открывайте части по одной.
replay-file-unread = { $name } не читается: выберите файл, а не папку.
replay-not-shown = Эту запись нельзя показать: то, что в ней сказано о картах, не сходится.
replay-file-games = { $count ->
    [one] { $name }: { $count } партия
    [few] { $name }: { $count } партии
   *[many] { $name }: { $count } партий
}
replay-missing = Такого протокола нет. Возможно, стол был закрытым, или протокол уже удалён.
replay-no-deals = В этой партии не закончена ни одна сдача: смотреть нечего.
replay-all = Все партии
replay-link = Скопировать ссылку на этот момент
replay-link-copied = Ссылка на этот момент скопирована.
replay-link-address = Адрес этой страницы ведёт к этому моменту: скопируйте его.
replay-download = Сохранить протокол

replay-ended = { $ended ->
    [complete] Сыграна до конца
    [voted] Закончена по согласию игроков
    [abandoned] Брошена
   *[limit] Закончена: достигнут предел сдач
}
replay-won = Победа: { $names }

replay-deal = Сдача { $number }
replay-deal-choice = Сдача
replay-view = Смотреть
replay-view-open = Все карты открыты
replay-speed = Скорость
replay-speed-half = Медленно
replay-speed-one = Обычно
replay-speed-two = Быстро
replay-speed-four = Очень быстро
replay-step = { $at } из { $count }
replay-time-line = Шаг этой сдачи
replay-controls = Повтор
replay-play = Пуск
replay-pause = Пауза
replay-next = Шаг вперёд
replay-back = Шаг назад
replay-start = К началу сдачи
replay-finish = К концу сдачи
replay-keys = Клавиши: ← → один шаг, пробел — пуск и пауза, Home и End — начало и конец сдачи, Page Up и Page Down — другая сдача.
replay-hands = Карты на руках
replay-stock = { $count ->
    [one] Талон: { $count } карта
    [few] Талон: { $count } карты
   *[many] Талон: { $count } карт
}
replay-pile = Сброс
replay-pile-empty = пусто
replay-melds = Комбинации: { $name }
replay-turned = Открыта
replay-last-card = Последняя карта
replay-trump = Козыри
replay-low = пустая
replay-high = беру

replay-did-deal = Сдаёт { $name }.
replay-did-bid = { $count ->
    [0] { $name }: «Ничего!»
    [one] { $name }: заказ — { $count } взятка.
    [few] { $name }: заказ — { $count } взятки.
   *[many] { $name }: заказ — { $count } взяток.
}
replay-did-play = { $name }: { $card }.
replay-did-joker = { $name }: { $card }, { $choice ->
    [low] «пустая»
   *[high] «беру»
}{ $suit ->
    [none] .
   *[other] , на { card-suit-name }.
}
replay-did-declare = { $name } объявляет: { $choice ->
    [suit] козыри — { card-suit-name }.
    [by_last] по последней.
    [misere] мизер.
    [no_trump] без козыря.
   *[split] расписать по две.
}
replay-did-offer = { $count ->
    [one] { $name } предлагает { $count } взятку.
    [few] { $name } предлагает { $count } взятки.
   *[many] { $name } предлагает { $count } взяток.
}
replay-did-sale = { $choice ->
    [yes] { $name } выставляет игру на продажу.
   *[no] { $name } оставляет игру себе.
}
replay-did-agree = { $choice ->
    [yes] { $name }: расписать — согласие.
   *[no] { $name }: расписать — отказ.
}
replay-did-draw = { $choice ->
    [stock] { $name } берёт из талона: { $card }.
   *[discard] { $name } берёт из сброса: { $card }.
}
replay-did-discard = { $name } сбрасывает: { $card }.
replay-did-knock = { $name } стучит и кладёт закрытой: { $card }.
replay-did-big-gin = { $name }: большой джин.
replay-did-lay_off = { $name } добавляет: { $card }.
replay-did-done = { $name } больше не добавляет.
replay-did-pass = { $name }: пас.
replay-did-other = { $name }: { $choice }.
replay-did-end = Сдача закончена.
replay-by-timeout = Время вышло.
replay-by-stand_in = Сыграл бот.
replay-taken-trick = Взятку берёт { $name }.
replay-taken-pile = Стопку берёт { $name }.

replay-verify-title = Честно ли сданы карты?
replay-verify = Проверить эту сдачу
replay-verify-hint = Всё вычисляется в этом браузере по одному протоколу: сервер не спрашивается.
replay-verify-words = До начала партии сервер и каждый, кто участвует в тасовке, показывает вершину: конец цепочки тайных чисел, где каждое — хеш предыдущего. На тасовку уходит по звену каждой цепочки, и после сдачи звенья показывают; звено, которое ведёт к своей вершине, было задано заранее.
replay-verify-good = { $count ->
    [1] Тасовка проверена, всё верно.
    [one] Проверена { $count } тасовка этой партии, всё верно.
    [few] Проверены все { $count } тасовки этой партии, всё верно.
   *[many] Проверены все { $count } тасовок этой партии, всё верно.
}
replay-verify-bad = Этот протокол проверки не прошёл. Ошибка здесь: { $deals }.
replay-verify-limits = По протоколу нельзя узнать, действительно ли пропавшее звено не было прислано. Все ли ходы по правилам и верно ли записаны очки каждого, проверяет программа kozyr verify.
replay-deal-of = сдача { $number }
replay-draw = жребий
replay-draw-title = Жребий за места
replay-mark-right = Верно:
replay-mark-wrong = Неверно:
replay-mark-note = Имейте в виду:
replay-mark-unknown = Не проверено:
replay-check-order-right = Ни одна тасовка не пропущена, и у всех та вершина, которую сервер показал до начала партии.
replay-check-order-wrong = Пропущена тасовка, или вершина сервера менялась во время партии.
replay-check-server_link-right = { $count ->
    [one] Звено сервера ведёт к его вершине за { $count } шаг: эта тасовка была задана до начала партии.
    [few] Звено сервера ведёт к его вершине за { $count } шага: эта тасовка была задана до начала партии.
   *[many] Звено сервера ведёт к его вершине за { $count } шагов: эта тасовка была задана до начала партии.
}
replay-check-server_link-wrong = Звено сервера не ведёт к его вершине: это не та тасовка, которая была задана до начала партии.
replay-check-seat_links-right = { $count ->
    [one] Своё звено добавил { $count } игрок, и оно ведёт к показанной им вершине.
    [few] Свои звенья добавили { $count } игрока, и каждое ведёт к показанной вершине.
   *[many] Свои звенья добавили { $count } игроков, и каждое ведёт к показанной вершине.
}
replay-check-seat_links-wrong = Звено игрока не ведёт к показанной им вершине, или пропавшие звенья отмечены неверно.
replay-check-no-links = Своих звеньев никто не добавил: колода была задана заранее, но одним сервером.
replay-check-missing = Не пришло вовремя и пропущено звено: { $names }.
replay-check-cards-right = Сдана именно та колода, что следует из звеньев: каждая карта попала туда, куда велят правила сдачи.
replay-check-cards-wrong = Карты не те, что следуют из звеньев: изменили колоду, карты на руках или сдающего.
replay-check-cards-unknown = Карты не с чем сравнить: звенья неверны.
replay-check-pack = Эта игра здесь неизвестна, её карты не с чем сравнить.
replay-check-plays-right = { $count ->
    [0] Ничего не сыграно.
    [one] { $count } ход: каждый пользовался только своими картами.
    [few] { $count } хода: каждый пользовался только своими картами.
   *[many] { $count } ходов: каждый пользовался только своими картами.
}
replay-check-plays-wrong = { $count ->
    [one] { $count } ход сделан картой, которой у игрока не было.
    [few] { $count } хода сделаны картами, которых у игроков не было.
   *[many] { $count } ходов сделаны картами, которых у игроков не было.
}
replay-check-points-right = Очки всех игроков в сумме дают { $sum }, как и должно быть по правилам.
replay-check-points-wrong = Очки всех игроков не дают в сумме { $sum }, как должно быть по правилам.
replay-numbers = Числа, чтобы проверить другими средствами
replay-number-shuffle = Тасовка партии
replay-number-tip = Вершина сервера
replay-number-link = Звено сервера
replay-number-seat-tip = Вершина: { $name }
replay-number-seat-link = Звено: { $name }
replay-number-deck = Колода, первая карта — первой
