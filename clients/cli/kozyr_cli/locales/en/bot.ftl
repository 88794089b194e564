bot-help = Seat bots in a room and play.
bot-opt-url = A running server: http://HOST:PORT.
bot-opt-room = Take free seats of this room.
bot-opt-code = Of the invitation to a private room.
bot-opt-game = Game of the room that is opened.
bot-opt-preset = Preset of that room, as king/published.
bot-opt-option = Option of that room; may be repeated.
bot-opt-seats = Seats of that room, if more than bots: for people.
bot-opt-start = Begin when the bots are ready, with seats left free.
bot-opt-private = Neither the lobby nor the records show that room.
bot-opt-count = Bots; all free seats if not given.
bot-opt-policy = How they play: sound, simple or random.
bot-opt-games = Games to play.
bot-opt-think-ms = Time before each action, in milliseconds.
bot-opt-seed = Of the bots' chance; drawn if not given.
bot-opt-quiet = One line a game: room, record, totals.

bot-room-has-game = --room: a room that is there has its game and seats already
bot-code-of-which-room = --code: say with --room which room it is for
bot-no-room = there is no room { $room }, or not any more
bot-no-spectators = room { $room } is played now, and takes no spectators
bot-needs-code = room { $room } is private: give its --code
bot-bad-option = --option: { $option } is not KEY=VALUE
bot-bad-think-ms = --think-ms: { $text } is not A-B, milliseconds up to { $most }
bot-private = the room is private: its records are only in the server's archive (kozyr records list --archive DIR)
bot-opened = room { $room }: { $game }, { $seats ->
    [one] { $seats } seat
   *[other] { $seats } seats
}
bot-head-room = room
bot-head-game = game
bot-head-phase = phase
bot-head-number = no.
bot-head-deal = deal
bot-head-scores = scores
bot-head-actions = actions
bot-head-record = record
bot-head-ended = ended
bot-head-result = result
bot-head-winners = won by
bot-phase-waiting = waiting
bot-phase-playing = playing
bot-phase-finished = finished
bot-free = (free)
bot-left = (left)
