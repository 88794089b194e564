game-gin_rummy = Собрать комбинации и постучать, пока лишнего мало.
game-king = Семь сдач не брать, потом в хваленках брать побольше.
game-king_jokers = Кинг, где два джокера вместо чёрных семёрок.
game-knaves = Брать взятки, но не валетов.
game-oh_well = Заказать взятки и взять ровно столько.
game-twenty_nine = Складывать карты: кто довёл до 29, берёт стопку.
game-players = { $max ->
    [one] { $min }–{ $max } игрок
    [few] { $min }–{ $max } игрока
   *[many] { $min }–{ $max } игроков
}
game-players-exact = { $count ->
    [one] { $count } игрок
    [few] { $count } игрока
   *[many] { $count } игроков
}
bots-level = Как играют боты
bots-easy = Слабо
bots-usual = Обычно
bots-strong = Сильно
