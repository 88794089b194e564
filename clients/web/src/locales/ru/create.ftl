create-title = Открыть стол
create-game = Игра
create-rules = Правила стола
create-preset = Правила
create-options = Подробнее о правилах
create-changed = { $count ->
    [one] { $count } изменение
    [few] { $count } изменения
   *[many] { $count } изменений
}
create-reset = Вернуть как было
create-speed = Скорость
speed-quick = Быстро
speed-normal = Обычно
speed-slow = Не спеша
speed-own = Своя
speed-text = На ход { $turn }, и ещё { $bank } на всю партию.
create-turn = Секунд на ход
create-bank = Запас секунд на партию
create-seats = Мест
create-bots = Боты
create-no-bots = Без ботов
create-public = Кто найдёт стол
create-is-public = Все
create-is-private = По ссылке
create-public-text = Стол виден в общем зале.
create-private-text = Стола нет ни в одном списке: вы посылаете ссылку.
create-access = Кто садится
create-access-open = Любой
create-access-knock = По просьбе
create-access-password = По паролю
create-password = Пароль
create-language = Язык за столом
create-any-language = Любой
create-spectators = Зрители
create-spectators-hint = Можно смотреть со стороны; карт на руках никто не видит.
create-name = Название стола
create-name-hint = Если оставить пустым, стол назовут за вас.
create-submit = Открыть стол
option-changed = обычно: { $usual }
option-back = Вернуть: { $option }
option-by-game = как принято в игре
option-none = нет
option-yes = да
option-no = нет
option-refused = Это не сочетается с остальным.
