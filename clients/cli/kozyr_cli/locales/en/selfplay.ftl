selfplay-help =
    Play games between policies without a server.

    With each game every policy sits one seat further, and a first place that k share counts 1/k.
selfplay-opt-game = What is played.
selfplay-opt-preset = Preset, as king/seed; the usual if not given.
selfplay-opt-option = Option above the preset; may be repeated.
selfplay-opt-seats = Players; the usual number if not given.
selfplay-opt-policies = Who plays, repeated over the seats; one sound among randoms if not given.
selfplay-opt-games = Games to play.
selfplay-opt-seed = Of all chance; drawn if not given.
selfplay-opt-export = Write the records: kozyr.record/1, a game a line.
selfplay-opt-jobs = Processes that play; the games stay the same.
selfplay-opt-quiet = A line a policy: name, games, first places a seat, bounds, mean.

selfplay-title = { $preset }, { $seats } seats, seed { $seed }
selfplay-caption = by chance { $chance } a seat; interval of Wilson over games
selfplay-head-policy = policy
selfplay-head-games = games
selfplay-head-seats = seats
selfplay-head-firsts = first places
selfplay-head-share = a seat
selfplay-head-interval = 95 %
selfplay-head-mean = mean score
