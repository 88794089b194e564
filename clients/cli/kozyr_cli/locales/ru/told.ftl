# Что другие пакеты говорят по-английски.

# The parser of options
told-no-option = нет параметра { $option }
told-no-option-near = нет параметра { $option } (есть { $options })
told-no-command = нет команды «{ $command }»
told-no-command-near = нет команды «{ $command }»; может быть, { $near }?
told-extra-argument = лишние аргументы: { $arguments }
told-needs-argument = параметру { $option } нужно значение
told-takes-no-value = параметру { $option } значение не нужно
told-missing-command = не названа команда
told-missing-argument = не хватает аргумента { $argument }
told-missing-choice = не хватает аргумента { $argument }; есть { $choices }
told-missing-option = не хватает параметра { $option }
told-invalid-for = неверное значение { $option }: { $reason }
told-invalid = неверное значение: { $reason }
told-not-in-range = { $value } вне границ { $range }
told-not-integer = { $value } – не целое число
told-not-int = { $value } – не целое число
told-not-float = { $value } – не число
told-not-one-of = { $value }; есть { $choices }

# Admins
told-too-long = слишком длинно ({ $name }): знаков { $chars }, а можно не больше { $most }

# The system
told-no-such-file = нет такого файла или папки
told-no-such-file-lower = нет такого файла или папки
told-permission = нет прав
told-permission-lower = нет прав
told-is-directory = это папка
told-is-directory-lower = это папка
told-not-directory = это не папка
told-file-exists = файл уже есть
told-no-space = на диске нет места
told-refused-errno = [Errno { $number }] соединение отклонено
told-refused = соединение отклонено
told-timed-out = время вышло
told-unknown-host = [Errno { $number }] нет машины с таким именем

# Settings
told-setting = { $name }: { $value } – не { $bound }
told-bound-whole = целое число от { $least } до { $most }
told-bound-number = число от { $least } до { $most }
told-bound-one-of = одно из { $choices }
told-bound-path = путь
told-bound-address = адрес
told-bound-words = слова через запятую
told-bound-redis = URL вида redis://HOST:6379/0, rediss://… или unix:///PATH
told-bound-origins = список сайтов через запятую, например https://example.org, или *
told-bound-proxies = список адресов и сетей через запятую, например 10.0.0.0/8, или *
told-strays-near = { $name } ничего не задаёт; может быть, { $near }?
told-strays = { $name } ничего не задаёт
told-not-with = { $name }: для встроенного хранилища, не вместе с { $other }
told-unverified = { $name }: unverified – для внешнего хранилища (--redis URL)
told-must-be-below = { $name }: должно быть меньше { $other }
told-file-unread = { $name }: не прочитать { $path }: { $reason }
told-file-large = { $name }: { $path } слишком велик для настроек
told-no-toml = { $path }: это не TOML: { $why }
told-no-setting-near = { $name }: нет такой настройки; может быть, { $near }?
told-no-settings = { $name }: нет таких настроек: { $names }; все показывает `kozyr config`
told-no-setting = { $name }: нет такой настройки; все показывает `kozyr config`
told-setting-kind = { $name }: должно быть текстом, числом или списком текстов
told-introduction = Настройки сервера kozyr, версия { $version }. Уберите # там, где нужно не то, что по умолчанию. Параметр (--log-level) и окружение (KOZYR_LOG_LEVEL) важнее этого файла; пути считаются от его папки. Ограничения – на каждый процесс.
told-by-default = По умолчанию: { $what }.
told-group-listening = Связь
told-group-store = Хранилище
told-group-running = Работа
told-group-rates = Частота
told-group-connections = Соединения
told-group-rooms = Комнаты
told-group-lobby = Лобби
told-group-people = Люди
told-none-any = любые
told-none-archive = archive в папке данных
told-none-redis = встроенное хранилище
told-none-valkey = та, что в комплекте
told-none-token = создаётся при встроенном хранилище
told-none-names = больше никаких
told-none-none = нет
told-hidden = (задано, не показывается)
told-unit-10-min = за 10 мин
told-unit-hour = в час
told-unit-min = в минуту
told-unit-second = в секунду
told-unit-mib = МиБ
told-unit-bits = бит
told-unit-bots = ботов
told-unit-bytes = байт
told-unit-characters = знаков
told-unit-connections = соединений
told-unit-days = дней
told-unit-frames = кадров
told-unit-games = партий
told-unit-lines = строк
told-unit-minutes = минут
told-unit-ms = мс
told-unit-pages = страниц
told-unit-passphrases = паролей
told-unit-passwords = паролей
told-unit-people = человек
told-unit-processes = процессов
told-unit-rooms = комнат
told-unit-seats = мест
told-unit-s = с

# Starting a server, its store
told-not-started = сервер не запустился; причина в его журнале
told-host = --host: у этой машины нет адреса { $host }
told-port = --port: порт { $port } уже занят
told-store-url = URL хранилища не подходит: { $reason }; он выглядит как redis://HOST:PORT/DB, rediss://HOST:PORT/DB или unix:///PATH?db=DB
told-url-parameter = нет параметра { $name }
told-url-path = в нём нет пути к сокету
told-url-database = номер базы – не число
told-url-certificate = не прочитать сертификат: { $reason }
told-store-unreachable = хранилище на { $place } недоступно: { $reason }
told-no-program = не найдена программа Valkey или Redis: назовите valkey-server или redis-server в --valkey PATH или работающее хранилище в --redis URL
told-bad-program = { $program } – не программа, которую можно запустить: назовите valkey-server или redis-server в --valkey PATH или работающее хранилище в --redis URL
told-data-folder = папка данных { $folder } не годится: { $reason }
told-data-foreign = она не пуста и не от сервера kozyr, в ней { $names }; задайте другую в --data
told-archive-folder = папка архива { $folder } не годится: { $reason }
told-data-busy = папка данных { $folder } занята другим сервером
told-data-busy-pid = папка данных { $folder } занята сервером, процесс { $pid }
told-orphan = папку данных { $folder } держит хранилище убитого сервера и не завершается: остановите его сами
told-orphan-pid = папку данных { $folder } держит хранилище убитого сервера и не завершается (последний известный процесс { $pid }): остановите его сами
told-socket-folder = негде создать сокет хранилища ({ $folders }): задайте в TMPDIR короткую папку с правом записи
told-store-run = хранилище не запустить через { $program }: { $reason }; пользователь сервера должен иметь право запускать эту программу, куда бы ни вела её ссылка
told-store-late = хранилище { $program } не ответило вовремя: { $tail }
told-store-ended = хранилище { $program } завершилось с кодом { $code }: { $tail }
told-unfit-replica = хранилище – реплика только для чтения: назовите основное
told-unfit-cluster = хранилище – кластер: возьмите отдельный Redis или Valkey
told-unfit-old = хранилище – { $name } { $version }: возьмите { $name } не старше { $least }
told-unfit-policy = хранилище может выбросить комнаты и протоколы, когда память кончится ({ $policy }): задайте maxmemory-policy noeviction
told-format-newer = { $place }: записано более новым kozyr (формат { $found }, этот знает { $known }): запустите ту версию или разверните копию этой
told-format-older = { $place }: записано более старым kozyr (формат { $found }), эта версия (формат { $known }) его не поймёт: запустите разок промежуточную
told-ratings-busy = сервер как раз считает рейтинги: попробуйте чуть позже
told-ratings-ended = только что сыгранные партии
told-ratings-store = партии из хранилища
told-ratings-ratings = рейтинги

# Backups
told-backup-unwritten = не записать { $path }: { $reason }
told-backup-there = { $path } уже есть: назовите другой файл
told-backup-no-data = { $path } – не папка данных сервера
told-backup-no-store = у сервера на { $path } ещё нет хранилища
told-backup-shorter = { $path } стал короче, пока его читали
told-backup-damaged = { $path } – не резервная копия, или она повреждена
told-backup-not-empty = { $path } не пуста: копия разворачивается только в пустой папке
told-backup-unnamed = в { $path } есть то, чего нет в её описи
told-backup-cut = { $path } обрезана: не хватает { $file }
told-backup-no-manifest = { $path } – не копия kozyr: она не начинается с описи
told-backup-bad-manifest = опись в { $path } не читается
told-backup-kind = { $path } – копия другого рода ({ $kind })
told-backup-stray = в { $path } есть посторонний файл
told-backup-sum = { $path } повреждена: у { $file } другая контрольная сумма

# Bots
told-bots-do-not-fit = ботов { $count }, а мест { $seats }: не помещаются
told-bots-free = в комнате { $room } свободных мест { $free }, а не { $wanted }
told-bots-closed = комнату { $room } закрыли
told-bots-refused = комната { $room }: отклонено подряд ходов: { $count }, последний: { $last }
told-no-policy = стратегии { $name } для { $game } нет; есть { $choices }
told-policies-do-not-fit = стратегий { $count }, а мест { $seats }: не помещаются
told-policy-illegal = стратегия { $name } выбрала недопустимый ход в { $game }
told-unreachable = { $url }: { $reason }
told-cannot-connect = не соединиться: { $reason }
told-room-ended = комната { $room } больше не доступна: { $why }
told-connection-closed = сервер закрыл соединение насовсем: { $why }
told-no-game-key = нет игры { $game }; есть { $games }
told-no-game = нет игры { $game }; есть { $games }

# Options of games
told-option-one-of = { $option }: одно из { $choices }
told-option-from-to = { $option }: от { $least } до { $most }
told-option-preset-seats = { $option }: от { $least } до { $most } в наборе { $preset }
told-option-must-be = { $option }: только { $value }
told-option-unknown = { $option }: нет такого правила; есть { $options }
told-option-required = { $option }: нужно задать

# The load test
told-load-no-url = --url: { $url } – не ws://HOST:PORT/ws
told-load-not-own = { $host } – другая машина: прогон может уронить сервер; если он ваш, скажите --i-own-this-server
told-load-files = соединений в одном процессе { $count }, а машина разрешает { $most }: возьмите больше --processes
told-load-no-answer = на { $url } никто не отвечает
told-load-no-answer-why = на { $url } никто не отвечает: { $reason }
told-load-not-started = сервер не запустился: { $last }
told-load-process-silent = процесс генератора не отвечает
told-load-process-start = процесс генератора не запустился
told-load-process-ended = процесс генератора завершился раньше времени
told-load-no-report = { $path }: не отчёт нагрузочного прогона: { $why }
told-load-other-report = { $path }: это { $format }, а эта версия читает { $known }
told-load-no-key-near = { $key }: нет такого ключа; может быть, { $near }?
told-load-no-key = { $key }: нет такого ключа; есть { $known }
told-load-table = { $key }: это таблица ключей
told-load-least-first = { $key }: сначала меньшее время
told-load-nothing = { $key }: делать нечего
told-load-seats = { $key }: в { $game } играют от { $least } до { $most }, а не { $seats }
told-load-preset = { $key }: нет набора { $preset }, есть { $known }
told-load-threshold = --fail-if: { $text } не имеет вида ПОКАЗАТЕЛЬ>ЧИСЛО, например p99>50ms
told-load-unit = --fail-if: у { $name } нет единицы { $unit }; есть { $known }
told-load-no-figure-near = --fail-if: нет показателя { $name }; может быть, { $near }?
told-load-no-figure = --fail-if: нет показателя { $name }; есть { $known }
told-load-cpu = процесс генератора занял { $used } ядра, больше { $most }: возьмите больше --processes или меньше нагрузки
told-load-lag = цикл генератора опаздывал на { $lag } мс (99-й перцентиль), больше { $most } мс: машина слишком занята, чтобы мерить

# Records, and what is wrong with them
told-record = не протокол: { $why }
told-record-format = формат { $format }, а эта версия читает { $known }
told-verify-options = Такие правила невозможны: { $reason }.
told-verify-options-all = Названы не все правила.
told-verify-draw = В протоколе есть жребий, а по правилам его нет.
told-verify-no-draw = По правилам есть жребий, а в протоколе его нет.
told-verify-draw-cards = Карты жребия не те, что дают звенья.
told-verify-not-due = По правилам { $what } уже не нужна: партия кончилась раньше.
told-verify-fairness = Честность ({ $what }) записана не на { $seats } мест.
told-verify-shuffle = Тасовка ({ $what }): { $problem }
told-verify-deck = Колоду ({ $what }) не составить.
told-what-draw = жребий
told-what-action = сдача { $deal }, ход { $action }
told-what-deal = сдача { $deal }
told-verify-time = Время идёт назад: { $what }.
told-verify-short = Ходы кончаются раньше сдачи: { $what }.
told-verify-field = Поле `{ $name }` не то, что дают колода и правила: { $what }.
told-verify-no-action = Это не ход этой игры: { $what }.
told-verify-may-not = Месту { $seat } так нельзя ({ $what }): { $why }.
told-verify-late = За опоздавшего по правилам делается другой ход: { $what }.
told-verify-goes-on = В протоколе конец ({ $ended }), а по правилам партия продолжается.
told-verify-ended = В протоколе конец { $ended }, а по правилам { $right }.
told-verify-sums = Поле `{ $name }` не то, что дают сдачи.
told-fair-bytes = Поле «{ $name }»: { $bytes } байт, а не { $most }.
told-fair-number = Поле «{ $name }»: { $number }, а не число от 1 до { $most }.
told-fair-hex = Поле «{ $name }»: не { $digits } строчных шестнадцатеричных цифр.
told-fair-tip = Звено сервера не сходится с его вершиной за { $times } шагов.
told-fair-seat-tip = Звено места { $seat } не сходится с его вершиной за { $times } шагов.
told-fair-no-tip = У места { $seat } есть звено, но нет вершины.
told-fair-same-tip = У места { $seat } вершина другой цепочки этой тасовки.
told-fair-absent = Нет поля { $name }.
told-fair-deck = В тасованной колоде { $cards } карт, а всего их { $most }.
told-fair-card = Карта { $place } колоды не та, что дают звенья.
told-fair-shuffle-number = У тасовки { $shuffle } этой партии номер { $number }.
told-fair-other-tip = У тасовки { $shuffle } другая вершина сервера, чем у первой.

# Places of cards
told-zone-hand = карты на руках
told-zone-known = известные карты
told-zone-won = взятки
told-zone-stock = талон
told-zone-pile = стопка
told-zone-melds = комбинации
told-zone-deadwood = сухостой
told-zone-put-down = положено
told-zone-shown = открыто
told-zone-rest = остаток
told-zone-trick = взятка
told-zone-aside = отложено
told-zone-turned = открытая карта
told-zone-gone = ушедшие карты

# More of the parser and the SDK
told-input-least = не меньше { $least }
told-input-most = не больше { $most }
told-input-integer = нужно целое число
told-input-number = нужно число
told-connection-lost-after = связь потеряна: { $reason }; попытки шли { $s } с
told-connection-lost = связь потеряна: { $reason }
told-call-failed = [Errno { $number }] нет ответа от { $address }
told-no-answer-sent = нет ответа на { $command } за { $s } с; отправлено раз: { $times }
told-no-table = стол не нашёлся
told-other-protocol = этот клиент говорит по протоколу от { $oldest } до { $newest }, а сервер нет
told-line-ended = линия оборвалась: { $why }

# The admins' interface
told-admins-no-token = у этого сервера нет ключа администраторов: настройка admin_token_file
told-admins-origin = страницам с других сайтов это нельзя
told-admins-wrong-tokens = слишком много неверных ключей. Подождите немного
told-admins-token = ключа администраторов нет, или он другой
told-admins-requests = слишком много запросов сразу. Подождите немного
told-admins-body = тело запроса должно быть application/json
told-admins-store = хранилище недоступно. Попробуйте ещё раз
told-admins-sanction = такого запрета нет
told-admins-room = комнаты с таким номером нет
told-admins-line = эта строка уже не хранится или скрыта
told-admins-report = такой жалобы нет
told-admins-player = игрока с таким номером нет
told-admins-person = игрока с таким номером или закреплённым именем нет
told-admins-newer = это записал более новый сервер
told-admins-full = запретов уже слишком много: ещё один не поместится

# What a store lacks, and more of fair deals
told-unfit = хранилище { $problem }: { $advice }
told-unfit-no-aof = не ведёт файл append-only, а нужна надёжность { $durability }
told-unfit-untold = не говорит, как пишет на диск (CONFIG GET запрещена)
told-unfit-fsync = держит appendfsync { $fsync }, а нужна надёжность { $durability }
told-unfit-rewrite = не сбрасывает данные на диск, пока переписывает файл append-only
told-advice-fsync = задайте appendfsync { $fsync } или просите меньше в --durability
told-fair-first = У вершины, впервые названной на тасовке { $first }, нет звена для тасовки { $shuffle }.
told-fair-room = Номер комнаты пустой или содержит NUL.
told-fair-utf8 = Номер комнаты не записать в UTF-8.
told-fair-stream = Поток слов кончился раньше, чем составлена колода.
told-fair-n = Поле n – не число.
told-fair-texts = Поле tip или server_link – не текст.
told-fair-lists = Поле seat_tips или seat_links – не список текстов или null.
told-fair-missing = Поле missing – не список мест.
