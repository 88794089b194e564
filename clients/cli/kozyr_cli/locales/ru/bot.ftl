bot-help = Посадить ботов в комнату и играть.
bot-opt-url = Работающий сервер: http://HOST:PORT.
bot-opt-room = Занять свободные места в этой комнате.
bot-opt-code = Код приглашения в закрытую комнату.
bot-opt-game = Игра в комнате, которую откроют боты.
bot-opt-preset = Набор правил этой комнаты, например king/published.
bot-opt-option = Правило этой комнаты; можно несколько раз.
bot-opt-seats = Сколько в ней мест, если больше, чем ботов: остальные для людей.
bot-opt-start = Начать, как только боты готовы, даже если остались свободные места.
bot-opt-private = Закрытая комната: её нет ни в лобби, ни среди протоколов.
bot-opt-count = Сколько ботов; если не сказано, на все свободные места.
bot-opt-policy = Как они играют: sound, simple или random.
bot-opt-games = Сколько партий сыграть.
bot-opt-think-ms = Время перед каждым ходом, в миллисекундах.
bot-opt-seed = Для случая у ботов; если не сказано, выбирается сам.
bot-opt-quiet = Одна строка на партию: комната, протокол, итог.

bot-room-has-game = --room: у существующей комнаты уже есть игра и места
bot-code-of-which-room = --code: скажите с --room, от какой он комнаты
bot-no-room = комнаты { $room } нет, или её уже закрыли
bot-no-spectators = в комнате { $room } идёт игра, и зрителей туда не пускают
bot-needs-code = комната { $room } закрытая: назовите её код в --code
bot-bad-option = --option: { $option } не имеет вида KEY=VALUE
bot-bad-think-ms = --think-ms: { $text } не имеет вида A-B, миллисекунды до { $most }
bot-private = комната закрытая: её протоколы есть только в архиве сервера (kozyr records list --archive DIR)
bot-opened = комната { $room }: { $game }, { $seats ->
    [one] { $seats } место
    [few] { $seats } места
   *[many] { $seats } мест
}
bot-head-room = комната
bot-head-game = игра
bot-head-phase = состояние
bot-head-number = №
bot-head-deal = сдача
bot-head-scores = очки
bot-head-actions = ходы
bot-head-record = протокол
bot-head-ended = чем кончилась
bot-head-result = итог
bot-head-winners = победа
bot-phase-waiting = ждут
bot-phase-playing = идёт игра
bot-phase-finished = доиграли
bot-free = (свободно)
bot-left = (не за столом)
