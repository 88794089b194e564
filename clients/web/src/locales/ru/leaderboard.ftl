leaderboard-title = Рейтинг
