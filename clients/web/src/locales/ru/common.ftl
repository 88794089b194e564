title = kozyr
skip = К содержанию
close = Закрыть
back = Назад
loading = Загрузка…
retry = Ещё раз
heard = Что было сказано
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
page-late = Часть страницы ещё не загрузилась. Запрос повторяется сам.
page-old = Сервер обновлён. Загрузите страницу снова, чтобы продолжить.
reload = Загрузить ещё раз

line-idle = Нет связи
line-connecting = Соединение…
line-online = На связи
line-waiting = Связь потеряна, восстанавливаем…
line-stopped = Нет связи: загрузите страницу ещё раз
line-offline = Нет интернета

settings = Настройки
settings-language = Язык
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
span-seconds = { $count } с
span-minutes = { $count } мин

nothing-kept = Браузер ничего не сохраняет: вместе со страницей пропадут имя и место.
offline-text = Нет интернета. Всё продолжится, как только он появится.
draining-text = Сервер перезапускается: сейчас вы вернётесь, место и карты сохранены.
line-first = Сервер пока не отвечает.
line-lost = Связь потеряна.
line-lost-seat = Связь потеряна. Место и карты сохранены.
line-again = Попытка через { $time }.
line-now = Сейчас
version-old = Эта страница старше сервера. Загрузите её ещё раз.
signed-out = Вход под вашим именем на этом устройстве отменён.
signed-out-go = Продолжить гостем
banned-title = Вход сюда вам закрыт.
banned-until = До { $when }.
banned-for-good = Пока модератор не снимет запрет.
banned-reason = Причина: { $reason }
banned-again = Попробовать войти
server-says = От тех, кто держит этот сервер:
server-warns = Предупреждение от модераторов:

seat-bar = { $game }: ваша партия продолжается.
seat-bar-waits = { $game }: ваш стол ждёт начала партии.
seat-bar-back = Вернуться за стол
