records-help = Список, просмотр и выгрузка сыгранных партий.
records-list-help = Показать последние сыгранные партии открытых комнат.
records-list-opt-count = Не больше стольких партий.
records-list-opt-quiet = Только номера, по одному в строке.
records-show-help = Показать игроков, запись и итог партии.
records-show-opt-name = Номер, как в списке.
records-export-help = Записать сыгранные партии в файл: kozyr.record/1, партия в строке, сначала старые.
records-export-opt-names = Партии, как в списке.
records-export-opt-all-of-them = Все сыгранные партии открытых комнат.
records-export-opt-room = Партии этой комнаты.
records-export-opt-out = Куда; - для стандартного вывода.
records-opt-url = Работающий сервер: http://HOST:PORT.
records-opt-archive = Читать файлы архива, без сервера.
records-opt-game = Только партии этой игры.

records-line-too-long = строка слишком длинна для протокола
records-no-record = в строке не протокол
records-no-public = в открытых комнатах нет сыгранной партии { $id }
records-not-archived = в архиве нет партии { $id }
records-no-folder = --archive: { $folder } – не папка
records-too-many = { $url }: слишком много запросов сразу, попробуйте позже
records-no-kozyr = { $url } – не сервер kozyr
records-cannot-answer = сервер сейчас не может ответить
records-which = что выгрузить: номера партий, --all или --room ID (что-то одно)
records-exported = { $games ->
    [one] выгружена { $games } партия
    [few] выгружены { $games } партии
   *[many] выгружено { $games } партий
}
records-head-id = номер
records-head-game = игра
records-head-finished = сыграна
records-head-ended = чем кончилась
records-head-deals = сдач
records-head-result = итог
records-head-deal = сдача
records-head-dealer = сдающий
records-head-sum = сумма
records-sheet =
    { $id }: { $game }, правила { $rules }, { $ended }
    с { $started } до { $finished }
records-total = итого
records-positive = * в плюсе
records-behind = отставание
records-settled = расчёт
records-won = победа: { $names }
