player-title = Player
