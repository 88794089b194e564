player-title = Игрок
