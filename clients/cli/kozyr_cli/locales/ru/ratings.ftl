ratings-help = Рейтинги людей.
ratings-rebuild-help =
    Пересчитать все рейтинги по протоколам партий из хранилища и архива.

    Сервер при этом может работать: он продолжит с того, что здесь посчитано.

ratings-store-away = хранилище недоступно: { $reason }
ratings-no-folder = { $folder } – не папка данных сервера
ratings-no-store-yet = у сервера на { $folder } ещё нет хранилища
ratings-done = { $games ->
    [one] { $games } партия
    [few] { $games } партии
   *[many] { $games } партий
}, { $players ->
    [one] { $players } игрок
    [few] { $players } игрока
   *[many] { $players } игроков
}, { $files ->
    [one] { $files } файл
    [few] { $files } файла
   *[many] { $files } файлов
} архива
