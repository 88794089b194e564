player-title = Игрок
player-me = вы
player-claimed = имя закреплено
player-lobby = в общем зале
player-playing = сейчас играет
player-watching = смотрит игру
player-away = не здесь
player-watch = К столу
player-settings = Имя и устройства
player-more = { $name }, ещё: не слышать, пожаловаться
player-more-short = Ещё
player-ratings = Рейтинг
player-no-ratings = Зачётных партий ещё нет.
player-games = { $count ->
    [one] { $count } зачётная партия
    [few] { $count } зачётные партии
   *[many] { $count } зачётных партий
}
player-wins = { $count ->
    [one] { $count } победа
    [few] { $count } победы
   *[many] { $count } побед
}
player-place = { $place }-е место
player-no-place = Места в рейтинге ещё нет
player-results = Партии
player-no-results = Сыгранных партий ещё нет.
player-none = О партиях этого игрока пока ничего не известно.
player-none-me = Вы ещё не сыграли ни одной открытой партии.
player-play = Играть
player-failed = Страница игрока не загрузилась.
result-place = { $place }-е место
result-points = рейтинг { NUMBER($points, useGrouping: 0) }
result-replay = Просмотр
result-replay-of = Просмотр: { $game }
result-unrated = не в зачёт
result-not_ended = не в зачёт: не доиграна
result-bot = не в зачёт: с ботами
result-stand_in = не в зачёт: за кого-то играл бот
result-unknown = не в зачёт: кто-то неизвестен
