room-menu = More at this table
room-watchers = { $count ->
    [one] { $count } watches
   *[other] { $count } watch
}
room-you-watch = You watch this table.
room-stop-watching = Stop watching

# Before the game.
room-sit-hint = Take a free seat to play.
room-full-hint = All seats are taken. You may watch.
room-seats-free = { $count ->
    [one] { $count } seat is free.
   *[other] { $count } seats are free.
}
room-waits-for = Not ready yet: { $names }
room-waits-for-you = All others are ready.
room-start = { $count ->
    [one] Start with { $count }
   *[other] Start with { $count }
}
room-invite = Invite
room-invite-title = Invite to this table
room-host-title = You are the host
room-free-seat = Seat { $seat } is free
room-add-bot = Add a bot
room-bot-comes = A bot is awaited
room-bots-late = No bot is free now, or your tables have as many as this server gives to one host. It comes as soon as it can; remove it, and a person can sit there.
room-bot-strength = { $level ->
    [easy] easy
    [strong] strong
   *[usual] usual
}
room-bot-level = How well bots play
room-level-easy = easy
room-level-usual = usual
room-level-strong = strong
room-remove = Remove
room-knock-here = Knock
room-knocking = You knocked. You sit down as soon as the host lets you in.
room-knocks = { $name } would like to sit down.
room-admit = Let in
room-refuse = Not now
room-knock-refused = The host did not let you sit down.
room-facts-title = This table
room-game = Game
room-clock = Time
room-clock-words = { $turn } for a decision, and { $bank } more for a game
room-who-may = Access
room-public = seen in the lobby
room-private = by invitation
room-access-open = open to all
room-access-knock = the host lets people in
room-access-password = with a password
room-watched = may be watched
room-unwatched = no spectators
room-spoken = Language
room-usual = As usual in this game
room-yes = yes
room-no = no
room-by-game = by the game
room-none = none
room-usually = (usually { $usual })
room-fair = Take part in the shuffle
room-fair-hint = Your browser adds its own chance to each deal, so that nobody can have chosen the cards.

# In the game.
room-pause = Pause
room-pause-ask = Ask for a pause
room-pause-no-more = No pause after all
room-pause-asked = You would like a pause: { $count } of { $all } agree.
room-pause-wanted = { $names } would like a pause.
room-agree = Agree
room-take-back = Take back
room-paused = The game is paused
room-paused-text = No clock runs, and nobody can play.
room-paused-left = { $time } left
room-go-on = Go on
room-give-time = Give { $name } a minute
room-end = End the game
room-end-text = The game ends here if all who play agree. The finished deals count, the open one does not.
room-end-wish = Ask to end it
room-end-asked = You would like to end the game: { $count } of { $all } agree.
room-end-wanted = { $names } would like to end the game.
room-play-on = Play on
room-alone = All others are gone. In two minutes you may end the game.
room-claim = End the game
room-claim-in = End the game ({ $time })
room-bot-plays = A house bot plays for you.
room-short-clock = You were late twice: until you are back your decisions are made by the clock.
room-i-am-back = I am back
room-leave-title = Leave the table?
room-leave-playing = A house bot, or the clock, goes on with your cards, and the game may not count for your rating. Your seat stays yours: come back to the table, and you play again.
room-leave-waiting = Your seat is free for others then.
room-leave-watching = You go back to the lobby.
room-stay = Stay
room-on-its-way = On its way…
room-result = Result

# Trouble.
room-kept = Your play is kept: it is sent as soon as the connection is back.
room-catching-up = The table is being brought up to date…
room-line-back = You are back: the table is up to date.
room-taken-title = You are playing in another window
room-taken-text = This table is open in another tab or on another device of yours, and your seat is played from there.
room-take-line = Take it back
room-none-title = No table here
room-over-title = This table is closed to you
room-shut-title = The table cannot be shown

# Told as it happens.
room-told-joined = { $name } sits down
room-told-left = { $name } has left
room-told-ready = { $name } is ready
room-told-back = { $name } is back
room-told-away = { $name } has lost the connection
room-told-late = { $name } was late
room-told-late-you = You were late: the clock played for you.
room-told-you-back = You are back: a house bot has played for you.
room-told-played = While you were away your seat was played: by a house bot, or by the clock.
room-told-stand-in = A house bot plays for { $name }
room-told-returned = { $name } plays again
room-told-resumed = The game goes on
room-told-time = { $by } gives { $name } a minute
room-told-time-you = { $by } gives you a minute
room-told-host = { $name } is the host now
room-told-host-you = You are the host now
room-told-knocked = { $name } knocks
room-told-drew = { $name } ({ card-rank })
room-told-drew-first = { $name } ({ card-rank }, deals)
room-told-draw-dealer = Drawn: { $cards }
room-told-draw-seats = Seats drawn: { $cards }
room-told-started = The game begins

# Talk.
talk-title = Chat
talk-unread = { $count ->
    [one] Chat: { $count } new line
   *[other] Chat: { $count } new lines
}
talk-empty = Nobody has said anything yet.
talk-line = Say something
talk-send = Send
talk-phrases = Quick phrases
talk-watcher = watches
talk-silence = Silence { $name }
talk-unsilence = Let { $name } write again
talk-silenced = The host does not let you write here.
talk-hide = Take away the line of { $name }
talk-hidden = Hidden by the host.
talk-hidden-by-moderator = Hidden by a moderator.
talk-slow = { $count ->
    [one] Slow mode: one line a second.
   *[other] Slow mode: one line every { $count } seconds.
}
talk-slow-set = Slow mode
talk-slow-off = off
talk-slow-seconds = { $count ->
    [one] { $count } second
   *[other] { $count } seconds
}
talk-muted = You may not write until this is lifted. { $reason }
talk-muted-until = You may not write until { $until }. { $reason }

# Fair deals.
fair-title = Fair deals
fair-text = The server fixes each deck before anybody sees a card, and shows the proof after the deal. Who takes part in the shuffle adds chance of their own, and then not even those who run the server can choose the cards.
fair-nothing-yet = No deal of this game was checked yet.
fair-since-page = This is what your browser checked since the page was opened. Earlier deals of the game are not in it.
fair-checked = { $count ->
    [one] { $count } shuffle checked: it is in order
   *[other] { $count } shuffles checked: all in order
}
fair-doubted = A deal does not check out.
fair-doubt-server_tip = The server has changed its tip during the game.
fair-doubt-seat_tips = The tips of the players are not those that were announced.
fair-doubt-links = What was shown does not hash to the tips that were shown before.
fair-doubt-own_link = Your part is not the one that your browser sent.
fair-doubt-own_missing = The server took your part, and says now that it was missing.
fair-doubt-own_tip = The server did not take your tip: you do not take part.
fair-doubt-asked = The server asked for a part that your browser must not give yet; it gave none.
fair-marked = Deal in doubt
fair-shuffle = Shuffle { $n }:
fair-you-take-part = Your browser takes part in the shuffles.
fair-you-do-not = Your browser takes no part in the shuffles.
fair-taking = Taking part: { $names }
fair-missing-title = Parts that were missing
fair-missing-text = These players took part, but their part did not come in time, as when a line is slow. The deal was made without it. If it happens often to somebody with a good line, be careful.

# The end.
end-title = The game is over
end-voted = It was ended by common wish.
end-abandoned = It was ended because the others were gone.
end-limit = It was ended because it had become too long.
end-place = Place
end-player = Player
end-gone = Seat { $seat }, who has left
end-points = Points
end-chips = Chips
end-balance = Final result
end-rating = Your rating: { $points }
end-wanting = Ready for another game: { $names }
end-open-again = The table is open for another game.
end-lobby = Lobby
end-replay = Replay
end-not-shown = Games of private tables have no replay.

# Keys.
keys-title = By keys and by ear
keys-tab = Tab
keys-tab-does = to what can be pressed: the row above the table, what is to be decided, your cards
keys-arrows = Arrow keys, Home, End
keys-arrows-does = from card to card; the hand is one step of Tab
keys-enter = Enter or Space
keys-enter-does = play the card, press the button
keys-escape = Esc
keys-escape-does = close what is open; put a lifted card down
keys-skip = “To your cards”
keys-skip-does = the first step of Tab at a table: over the row above it
keys-heard = With a screen reader
keys-heard-cards = A card that may not be played says why.
keys-heard-moves = Whose turn it is, what is played and taken, and little time are told by themselves.
keys-heard-again = What has been said is read again in the region “What has been said”, at the end of the page. The last trick and the score sheet have buttons of their own.
room-to-cards = To your cards
