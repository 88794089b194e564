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
nav-replays = Партии
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
settings-theme-system = Системные
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

cancel = Отмена
nav-me = { $name }: имя и устройства
pages-label = Страницы списка
pages-back = Назад
pages-next = Дальше
pages-at = Страница { $page }
game-none = Такой игры на этом сервере нет. Выберите одну из этих.
games-failed = Список игр не загрузился.
name-claimed = Имя закреплено
span-seconds = { $count } с
span-minutes = { $count } мин

offline-text = Нет интернета. Всё продолжится, как только он появится.
draining-text = Сервер перезапускается. Через мгновение вы вернётесь; места и карты сохранены.
line-first = Сервер пока не отвечает.
line-lost = Связь потеряна. Места и карты сохранены, вы вернётесь на своё место.
line-again = { $count ->
    [one] Следующая попытка через { $count } секунду.
    [few] Следующая попытка через { $count } секунды.
   *[many] Следующая попытка через { $count } секунд.
}
line-now = Попробовать сейчас
version-old = Эта страница старше сервера. Загрузите её ещё раз.
signed-out = Это устройство отключили от вашего имени.
signed-out-go = Продолжить гостем
banned-title = Вход сюда вам закрыт.
banned-until = До { $when }.
banned-for-good = Пока модератор не снимет запрет.
banned-reason = Причина: { $reason }
banned-again = Попробовать войти
server-says = От тех, кто держит этот сервер:
server-warns = Предупреждение от модераторов:
