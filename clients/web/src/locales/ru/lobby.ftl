lobby-title = Общий зал
lobby-side = Разговор и люди
lobby-online = { $count } на связи, считая ботов

name-you = Вы играете как
name-coming = Подбираем имя…
name-label = Ваше имя
name-change = Сменить имя
name-save = Сохранить
name-take = Взять «{ $name }»

start-bots = Играть с ботами
start-bots-text = Выберите игру: она начнётся сразу.

tables-title = Столы сейчас
tables-create = Открыть стол
tables-none = Сейчас нет ни одного стола. Откройте свой: его сразу увидят все, а пустые места займут боты.
tables-none-filtered = Таких столов сейчас нет.

filter-label = Какие столы
filter-game = Игра
filter-any-game = Все игры
filter-preset = Правила
filter-any-preset = Любые правила
filter-language = Язык
filter-any-language = Любой
filter-free = Есть места
filter-clear = Показать все столы

room-host = Хозяин:
room-bots = { $count ->
    [one] { $count } бот
    [few] { $count } бота
   *[many] { $count } ботов
}
room-playing = идёт игра
room-finished = доиграли
room-closed = закрыт
room-free = { $count ->
    [one] { $count } из { $seats } свободно
    [few] { $count } из { $seats } свободно
   *[many] { $count } из { $seats } свободно
}
room-taken = занято { $taken } из { $seats }
room-join = Сесть
room-join-at = Сесть: { $name }
room-knock = Постучать
room-knock-at = Постучать: { $name }
room-watch = Смотреть
room-watch-at = Смотреть: { $name }
access-knock = впускает хозяин
access-password = пароль

people-title = Люди
people-me = вы
people-bot = бот
people-lobby = в общем зале
people-playing = за столом
people-watching = смотрит игру
people-watch = Смотреть стол: { $name }

chat-title = Разговор
chat-empty = Пока никто ничего не сказал. Поздоровайтесь!
chat-line = Сказать что-нибудь
chat-send = Отправить
chat-phrases = Готовые фразы
chat-read-only = Сейчас общий зал только для чтения: пишут лишь модераторы.
chat-slow = { $count ->
    [one] Медленный разговор: одна строка в { $count } секунду.
    [few] Медленный разговор: одна строка в { $count } секунды.
   *[many] Медленный разговор: одна строка в { $count } секунд.
}
chat-wait = { $count ->
    [one] Медленный разговор: следующая строка через { $count } секунду.
    [few] Медленный разговор: следующая строка через { $count } секунды.
   *[many] Медленный разговор: следующая строка через { $count } секунд.
}
chat-muted = Вам нельзя писать, пока запрет не снимут. { $reason }
chat-muted-until = Вам нельзя писать до { $until }. { $reason }
