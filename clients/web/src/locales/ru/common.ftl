title = kozyr
skip = К содержанию
close = Закрыть
back = Назад
loading = Загрузка …
retry = Ещё раз
notices = Сообщения
none = нет

nav = Страницы
nav-lobby = Столы
nav-leaderboard = Рейтинг
nav-rules = Правила
menu = Меню

not-found-title = Такой страницы нет
not-found-text = Возможно, адрес с опечаткой, или стол уже закрыт.
not-found-go = К столам
page-failed-title = Страница не загрузилась
page-failed-text = Пропала связь, или сервер обновился. Загрузите страницу ещё раз.
reload = Загрузить ещё раз

line-idle = Нет связи
line-connecting = Соединение …
line-online = На связи
line-waiting = Связь потеряна, восстанавливаем …
line-stopped = Нет связи: загрузите страницу ещё раз
line-offline = Нет интернета

settings = Настройки
settings-language = Язык
settings-theme = Цвета
settings-theme-system = Как в системе
settings-theme-light = Светлые
settings-theme-dark = Тёмные
settings-deck = Масти
settings-deck-four = Четыре цвета
settings-deck-two = Два цвета
settings-animations = Анимация
settings-animations-hint = Карты летают над столом. Выключена и тогда, когда система просит меньше движения.
settings-confirm = Подтверждать ход
settings-confirm-hint = Первое касание поднимает карту, второе кладёт её на стол.
settings-sound = Звук
settings-sound-hint = Тихий сигнал, когда ваш ход.
language-en = English
language-ru = Русский
theme-switch = Сменить цвета: светлые или тёмные
