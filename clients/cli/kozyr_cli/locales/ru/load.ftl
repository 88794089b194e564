load-help =
    Нагрузить сервер множеством комнат и проверить, всё ли верно.

    Код выхода 1, если нарушено обещание или порог, и 2, если прогон невозможен. Параметры важнее файла сценария; все его ключи описаны в clients/load/README.md.
load-opt-url = Какой сервер испытать [по умолчанию: ws://127.0.0.1:8080/ws].
load-opt-serve = Запустить сервер на время прогона и остановить его.
load-opt-serve-option = Параметр этого сервера; можно несколько раз.
load-opt-i-own-this-server = Испытать сервер на другой машине.
load-opt-server-pid = Процесс сервера на этой машине: для его процессора и памяти.
load-opt-scenario = Файл TOML; параметры важнее него.
load-opt-rooms = Сколько комнат сразу.
load-opt-players = Игроков в каждой комнате [как лучше для игры].
load-opt-game = Во что играть; можно несколько раз [во всё].
load-opt-duration-s = Длина прогона.
load-opt-finish-s = Сколько потом доигрывать начатые партии.
load-opt-warm-up-s = Разогрев перед ним; его задержки не считаются.
load-opt-think-ms = Время перед ходом (закрытый цикл) [0].
load-opt-rate = Сколько ходов в секунду должно быть во всех комнатах (открытый цикл).
load-opt-arrival-per-s = Сколько комнат открывать в секунду; 0: все сразу.
load-opt-policy = Как играют игроки: random или simple.
load-opt-seed = Для всего случайного.
load-opt-spectators = Зрителей в каждой комнате.
load-opt-chat-per-min = Строк чата в каждой комнате.
load-opt-watchers = Сколько людей смотрит на лобби.
load-opt-churn-every-s = Через сколько в среднем кто-то отходит.
load-opt-churn-away-s = На сколько он отходит.
load-opt-processes = Процессов у генератора.
load-opt-judge-rooms = В скольких комнатах проверять всё.
load-opt-cut-every-s = Через сколько в среднем обрывается линия.
load-opt-delay-ms = Прибавить к каждому кадру, в обе стороны.
load-opt-jitter-ms = И ещё не больше этого.
load-opt-slow-readers = Доля соединений, которые перестают читать.
load-opt-duplicates = Доля ходов, отправленных дважды.
load-opt-tab-every-s = Через сколько в среднем игрока перехватывает вторая вкладка.
load-opt-storm = На секунде S оборвать сразу N соединений; можно несколько раз.
load-opt-json = Записать отчёт в JSON.
load-opt-html = Записать отчёт в HTML.
load-opt-violations = Куда записать нарушения, если они будут [load-violations.jsonl].
load-opt-fail-if = Порог, например p99>50ms; можно несколько раз.
load-opt-quiet = Показать только итог.
load-compare-help = Показать, что изменилось от прогона к прогону.
load-compare-opt-before = Отчёт первого прогона.
load-compare-opt-after = Отчёт второго прогона.

load-violations-in = нарушения записаны в { $file }
load-serve-or-url = --serve: запускает свой сервер, поэтому не вместе с --url
load-serve-option = --serve-option: только для сервера от --serve
load-warm-up = --warm-up-s: нужна и --duration-s; в файле для этого есть фазы
load-bad-think-ms = --think-ms: { $text } не имеет вида A-B, миллисекунды
load-bad-storm = --storm: { $text } не имеет вида S:N, секунды и соединения

load-live-starting = начинаем ...
load-live-time = время
load-live-at = { $second } из { $length } с
load-live-phase = фаза { $phase }
load-live-rooms = комнаты
load-live-connections = { $connections ->
    [one] { $connections } соединение
    [few] { $connections } соединения
   *[many] { $connections } соединений
}
load-live-rate = ходов/с
load-live-games = { $games ->
    [one] сыграна { $games } партия
    [few] сыграны { $games } партии
   *[many] сыграно { $games } партий
}
load-live-bottleneck = узкое место – сам генератор
load-live-latency = задержка
load-live-lag = отставание { $lag }
load-live-generator = генератор
load-live-server = сервер
load-live-store = хранилище
load-live-cuts = { $cuts ->
    [one] { $cuts } обрыв
    [few] { $cuts } обрыва
   *[many] { $cuts } обрывов
}
load-live-resumes = возвраты
load-live-errors = ошибки
load-live-violations = нарушения
load-kind-action = ход
load-kind-delivery = доставка
load-kind-service = сервер
load-kind-resume = возврат
load-kind-storm = буря
load-kind-connect = соединение
load-kind-lobby = лобби
load-head-ms = мс
load-head-count = число
load-head-mean = среднее
load-head-p50 = p50
load-head-p90 = p90
load-head-p99 = p99
load-head-p999 = p99.9
load-head-max = макс.
load-head-figure = показатель
load-head-before = до
load-head-after = после
load-head-change = изменение
load-no-latency = Задержек нет, узким местом был генератор: { $reason }.
load-result = { $rate } ходов/с за { $length } с, { $games ->
    [one] сыграна { $games } партия
    [few] сыграны { $games } партии
   *[many] сыграно { $games } партий
}; сервер { $server }; хранилище { $store }
load-judged = проверено: комнат { $rooms }, версий { $versions }, сличено видов { $pictures }, протоколов { $records }, ходов в них { $actions }; не проверено: протоколов { $recordsleft }, ходов неоконченных партий { $actionsleft }
load-errors = ошибки: { $pairs }
load-resumes = возвраты: { $pairs }
load-violations = нарушения: { $pairs }
load-not-measured = не измерено
load-broken = нарушено: { $threshold } ({ $value })
load-passed = прогон пройден
load-failed = прогон не пройден
load-unlike = Сценарии отличаются: { $keys }.
load-ms = { $value } мс
load-cpu-unknown = CPU неизвестно
load-memory-unknown = память неизвестна
load-megabytes = { $size } МБ
load-none = нет

load-html-language = ru
load-html-title = { $name }: нагрузочный прогон
load-html-passed = Прогон пройден.
load-html-failed = Прогон не пройден.
load-html-durability = надёжность { $durability }
load-html-seconds = { $s } с
load-html-rate = { $rate } ходов/с
load-html-bottleneck = Узким местом был генератор, поэтому задержек здесь нет: { $reason }.
load-html-interrupted = Прогон прерван.
load-html-kept = выдержан
load-html-broken = нарушен
load-html-latency = Задержки
load-html-over-time = По времени
load-html-action-latency = Задержка хода
load-html-delivery-p99 = доставка p99
load-html-actions = Ходов в секунду
load-html-line-actions = ходы
load-html-cores = ядер
load-html-memory = Память
load-html-mb = МБ
load-html-people = люди
load-html-errors-and-resumes = Ошибок и возвратов в секунду
load-html-rooms-and-people = Комнаты и люди
load-html-s = с
load-html-not-measured = Не измерено.
load-html-percentiles = Перцентили хода
load-html-correctness = Правильность
load-html-judged = проверено
load-html-number = число
load-html-versions = версии
load-html-pictures = сличено видов
load-html-games-finished = сыграно партий
load-html-records = проверено протоколов
load-html-records-left = не проверено протоколов
load-html-actions-found = подтверждённых ходов найдено в протоколах
load-html-actions-left = подтверждённых ходов неоконченных партий
load-html-violations = Нарушения:
load-html-no-violation = Нарушений нет.
load-html-kind = вид
load-html-phases = Фазы
load-html-warm-up = { $name } (разогрев)
load-html-errors = Ошибки по кодам
load-html-races = Отказы, которых не избежать и верному клиенту
load-html-closes = Оконченные соединения по кодам закрытия
load-html-resumes = Возвраты в комнаты по причинам
load-html-totals = Все счётчики
load-phase-phase = фаза
load-phase-s = с
load-phase-rate = ходов/с
load-phase-games = партии
load-phase-errors = ошибки
load-phase-p99 = p99, мс
