lobby-title = Lobby
lobby-side = Chat and people
lobby-online = { $count } online, bots included

name-you = You play as
name-coming = A name is being proposed…
name-label = Your name
name-change = Change your name
name-save = Save
name-take = Take “{ $name }”

start-bots = Play with bots
start-bots-text = Choose a game: it begins at once.

tables-title = Live tables
tables-create = Open a table
tables-none = No table is open just now. Open one: people online see it at once, and bots can fill its seats.
tables-none-filtered = No table is like that just now.

filter-label = Which tables
filter-game = Game
filter-any-game = All games
filter-preset = Rules
filter-any-preset = All rules
filter-language = Language
filter-any-language = Any
filter-free = With free seats
filter-clear = Show all tables

room-host = Host:
room-bots = { $count ->
    [one] { $count } bot
   *[other] { $count } bots
}
room-playing = playing
room-finished = over
room-closed = closed
room-free = { $count ->
    [one] { $count } of { $seats } free
   *[other] { $count } of { $seats } free
}
room-taken = { $taken } of { $seats } taken
room-join = Join
room-join-at = Join { $name }
room-knock = Knock
room-knock-at = Knock at { $name }
room-watch = Watch
room-watch-at = Watch { $name }
access-knock = host lets in
access-password = password

people-title = People
people-me = you
people-bot = bot
people-lobby = in the lobby
people-playing = playing
people-watching = watching
people-watch = Watch the table of { $name }

chat-title = Chat
chat-empty = Nobody has said anything yet. Say hello!
chat-line = Say something
chat-send = Send
chat-phrases = Quick phrases
chat-read-only = The lobby is read-only now: only moderators write here.
chat-slow = { $count ->
    [one] Slow mode: one line a second.
   *[other] Slow mode: one line every { $count } seconds.
}
chat-wait = { $count ->
    [one] Slow mode: your next line in { $count } second.
   *[other] Slow mode: your next line in { $count } seconds.
}
chat-muted = You may not write until this is lifted. { $reason }
chat-muted-until = You may not write until { $until }. { $reason }
