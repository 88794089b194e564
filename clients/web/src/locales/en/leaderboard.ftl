leaderboard-title = Leaderboard
