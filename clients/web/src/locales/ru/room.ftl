room-menu = Что можно за столом
room-watchers = { $count ->
    [one] смотрит { $count }
    [few] смотрят { $count }
   *[many] смотрят { $count }
}
room-you-watch = Вы смотрите со стороны.
room-stop-watching = Не смотреть больше

room-sit-hint = Чтобы играть, займите свободное место.
room-full-hint = Все места заняты. Можно смотреть.
room-seats-free = { $count ->
    [one] Свободно { $count } место.
    [few] Свободны { $count } места.
   *[many] Свободно { $count } мест.
}
room-waits-for = Ещё не готовы: { $names }
room-waits-for-you = Все остальные готовы.
room-start = { $count ->
    [one] Начать: { $count } игрок
    [few] Начать: { $count } игрока
   *[many] Начать: { $count } игроков
}
room-invite = Пригласить
room-invite-title = Пригласить за этот стол
room-host-title = Вы хозяин стола
room-free-seat = Место { $seat } свободно
room-add-bot = Добавить бота
room-bot-comes = Ждём бота
room-bots-late = Свободных ботов сейчас нет, или за вашими столами их уже столько, сколько даёт сервер. Бот сядет, как только сможет; уберите его, и место займёт человек.
room-bot-strength = { $level ->
    [easy] играет слабо
    [strong] играет сильно
   *[usual] играет обычно
}
room-bot-level = Как играют боты
room-level-easy = слабо
room-level-usual = обычно
room-level-strong = сильно
room-remove = Убрать
room-knock-here = Постучать
room-knocking = Вы постучали. Как только хозяин впустит, вы сядете за стол.
room-knocks = { $name } хочет сесть за стол.
room-admit = Впустить
room-refuse = Не сейчас
room-knock-refused = Хозяин не пустил вас за стол.
room-facts-title = Этот стол
room-game = Игра
room-clock = Время
room-clock-words = { $turn } на решение и ещё { $bank } на партию
room-who-may = Вход
room-public = виден в списке столов
room-private = по приглашению
room-access-open = открыт для всех
room-access-knock = впускает хозяин
room-access-password = с паролем
room-watched = можно смотреть
room-unwatched = смотреть нельзя
room-spoken = Язык
room-usual = Как обычно в этой игре
room-yes = да
room-no = нет
room-by-game = решает игра
room-none = нет
room-usually = (обычно { $usual })
room-fair = Участвовать в тасовке
room-fair-hint = Ваш браузер добавляет в каждую сдачу свою случайность, и подобрать карты не может никто.

room-pause = Пауза
room-pause-ask = Попросить паузу
room-pause-no-more = Паузу не нужно
room-pause-asked = Вы просите паузу: за — { $count } из { $all }.
room-pause-wanted = Просят паузу: { $names }.
room-agree = Согласиться
room-take-back = Отменить
room-paused = Игра на паузе
room-paused-text = Часы стоят, ходить нельзя.
room-paused-left = осталось { $time }
room-go-on = Продолжить
room-give-time = Дать минуту: { $name }
room-end = Закончить партию
room-end-text = Партия закончится, если согласны все, кто играет. Сыгранные сдачи считаются, начатая нет.
room-end-wish = Предложить
room-end-asked = Вы хотите закончить партию: за — { $count } из { $all }.
room-end-wanted = Хотят закончить партию: { $names }.
room-play-on = Играть дальше
room-alone = Остальные ушли. Через две минуты можно закончить партию.
room-claim = Закончить
room-claim-in = Закончить ({ $time })
room-bot-plays = За вас играет бот.
room-short-clock = Вы дважды опоздали: пока вас нет, за вас решают часы.
room-i-am-back = Я здесь
room-leave-title = Выйти из-за стола?
room-leave-playing = Вашими картами доиграет бот или часы, и партия может не пойти в рейтинг. Место останется вашим: вернётесь за стол — снова играете.
room-leave-waiting = Ваше место освободится для других.
room-leave-watching = Вы вернётесь к списку столов.
room-stay = Остаться
room-on-its-way = Отправляем…
room-result = Итог

room-kept = Ваш ход сохранён: он отправится, как только вернётся связь.
room-catching-up = Стол обновляется…
room-line-back = Связь есть: на столе всё как сейчас.
room-taken-title = Вы играете в другом окне
room-taken-text = Этот стол открыт у вас в другой вкладке или на другом устройстве, и ходят оттуда.
room-take-line = Играть здесь
room-none-title = Здесь нет стола
room-over-title = За этот стол вам не попасть
room-shut-title = Стол показать нельзя

room-told-joined = За стол сел игрок { $name }
room-told-left = Вышел игрок { $name }
room-told-ready = Готов игрок { $name }
room-told-back = Снова на связи { $name }
room-told-away = Пропала связь: { $name }
room-told-late = Время вышло: { $name }
room-told-late-you = Время вышло: ход сделан за вас.
room-told-you-back = С возвращением: пока вас не было, за вас играл бот.
room-told-played = Пока вас не было, за вас играли: бот или часы.
room-told-stand-in = Вместо игрока { $name } играет бот
room-told-returned = Снова играет { $name }
room-told-resumed = Игра продолжается
room-told-time = { $by } даёт минуту: { $name }
room-told-time-you = { $by } даёт вам минуту
room-told-host = Теперь хозяин стола { $name }
room-told-host-you = Теперь вы хозяин стола
room-told-knocked = { $name } стучится
room-told-drew = { $name } ({ card-rank })
room-told-drew-first = { $name } ({ card-rank }, сдаёт)
room-told-draw-dealer = Жребий: { $cards }
room-told-draw-seats = Жребий за места: { $cards }
room-told-started = Партия начинается

talk-title = Разговор
talk-unread = { $count ->
    [one] Разговор: { $count } новая строка
    [few] Разговор: { $count } новые строки
   *[many] Разговор: { $count } новых строк
}
talk-empty = Пока никто ничего не сказал.
talk-line = Сказать
talk-send = Отправить
talk-phrases = Готовые фразы
talk-watcher = смотрит
talk-silence = Не давать писать: { $name }
talk-unsilence = Дать писать: { $name }
talk-silenced = Хозяин стола не даёт вам писать.
talk-hide = Убрать строку: { $name }
talk-hidden = Скрыто хозяином стола.
talk-hidden-by-moderator = Скрыто модератором.
talk-slow = { $count ->
    [one] Медленный разговор: одна строка в { $count } секунду.
    [few] Медленный разговор: одна строка в { $count } секунды.
   *[many] Медленный разговор: одна строка в { $count } секунд.
}
talk-slow-set = Медленный разговор
talk-slow-off = выключен
talk-slow-seconds = { $count ->
    [one] { $count } секунда
    [few] { $count } секунды
   *[many] { $count } секунд
}
talk-muted = Писать нельзя, пока запрет не снят. { $reason }
talk-muted-until = Писать нельзя до { $until }. { $reason }

fair-title = Честная сдача
fair-text = Сервер закрепляет колоду раньше, чем кто-либо видит карту, и показывает доказательство после сдачи. Кто участвует в тасовке, добавляет свою случайность, и тогда карты не подобрать даже тем, кто держит сервер.
fair-nothing-yet = В этой партии ни одна сдача ещё не проверена.
fair-since-page = Здесь то, что браузер проверил с тех пор, как открыта страница. Прежних сдач партии здесь нет.
fair-checked = { $count ->
    [one] Проверена { $count } тасовка: всё в порядке
    [few] Проверены { $count } тасовки: всё в порядке
   *[many] Проверено { $count } тасовок: всё в порядке
}
fair-doubted = Одна из сдач не проходит проверку.
fair-doubt-server_tip = Сервер сменил вершину во время партии.
fair-doubt-seat_tips = Вершины игроков не те, что были объявлены.
fair-doubt-links = Показанное не ведёт к вершинам, показанным заранее.
fair-doubt-own_link = Ваша часть не та, что послал ваш браузер.
fair-doubt-own_missing = Сервер принял вашу часть, а теперь говорит, что её не было.
fair-doubt-own_tip = Сервер не принял вашу вершину: вы не участвуете.
fair-doubt-asked = Сервер запросил часть, которую давать ещё нельзя; браузер её не дал.
fair-marked = Сдача под сомнением
fair-shuffle = Тасовка { $n }:
fair-you-take-part = Ваш браузер участвует в тасовке.
fair-you-do-not = Ваш браузер в тасовке не участвует.
fair-taking = Участвуют: { $names }
fair-missing-title = Чего не хватило
fair-missing-text = Эти игроки участвуют, но их доля не пришла вовремя: так бывает, если связь медленная. Карты сданы без неё. Если это часто случается с тем, у кого связь хорошая, будьте осторожны.

end-title = Партия окончена
end-voted = Её закончили по общему желанию.
end-abandoned = Её закончили, потому что остальные ушли.
end-limit = Её закончили, потому что она стала слишком длинной.
end-place = Место
end-player = Игрок
end-gone = Место { $seat }, уже не за столом
end-points = Очки
end-chips = Фишки
end-balance = Итог
end-rating = Ваш рейтинг: { $points }
end-wanting = Готовы сыграть ещё: { $names }
end-open-again = Стол открыт для новой партии.
end-lobby = К столам
end-replay = Просмотр
end-not-shown = Партии за закрытыми столами потом не посмотреть.

# Клавиши.
keys-title = С клавиатуры и на слух
keys-tab = Tab
keys-tab-does = по всему, что нажимается: ряд над столом, что сейчас решать, ваши карты
keys-arrows = Стрелки, Home, End
keys-arrows-does = от карты к карте; вся рука — одна остановка Tab
keys-enter = Enter или пробел
keys-enter-does = сыграть карту, нажать кнопку
keys-escape = Esc
keys-escape-does = закрыть открытое, опустить поднятую карту
keys-skip = «К картам»
keys-skip-does = первая остановка Tab за столом: мимо ряда над ним
keys-heard = С программой чтения с экрана
keys-heard-cards = Карта, которой нельзя сыграть, говорит почему.
keys-heard-moves = Чей ход, что сыграно и кто взял, мало ли времени — всё это произносится само.
keys-heard-again = Сказанное можно прочесть ещё раз в области «Что было сказано» в конце страницы. Для последней взятки и записи есть свои кнопки.
room-to-cards = К картам
