player-title = Player
player-me = you
player-claimed = name kept
player-lobby = in the lobby
player-playing = playing now
player-watching = watching a game
player-away = not here
player-watch = To the table
player-settings = Name and devices
player-more = More about { $name }: ignore, report
player-more-short = More
player-ratings = Ratings
player-no-ratings = No rated game yet.
player-games = { $count ->
    [one] { $count } rated game
   *[other] { $count } rated games
}
player-wins = { $count ->
    [one] { $count } win
   *[other] { $count } wins
}
player-place = Place { $place }
player-no-place = No place on the leaderboard yet
player-results = Games
player-no-results = No finished game yet.
player-none = Nothing is known of this player's games yet.
player-none-me = You have finished no public game yet.
player-play = Play
player-failed = The player's page could not be loaded.
result-place = place { $place }
result-points = rating { NUMBER($points, useGrouping: 0) }
result-replay = Replay
result-replay-of = Replay of { $game }
result-unrated = not rated
result-not_ended = not rated: not played to the end
result-bot = not rated: with bots
result-stand_in = not rated: a bot stood in
result-unknown = not rated: somebody is unknown
