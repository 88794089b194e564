title = kozyr
skip = Skip to content
close = Close
back = Back
loading = Loading…
retry = Try again
heard = What has been said
notices = Notices
none = none

nav = Pages
nav-lobby = Lobby
nav-leaderboard = Leaderboard
nav-replays = Replays
nav-rules = Rules
menu = Menu

not-found-title = There is no such page
not-found-text = The address may be mistyped, or the table is closed by now.
not-found-go = To the lobby
page-late = Part of this page has not come yet. It is asked for again.
page-old = The server was renewed. Load the page again to go on.
reload = Load again

line-idle = Not connected
line-connecting = Connecting…
line-online = Connected
line-waiting = Connection lost, coming back…
line-stopped = Not connected: load the page again
line-offline = You are offline

settings = Settings
settings-language = Language
# The languages name themselves.
language-en = English
language-ru = Русский
theme-switch = Switch colours: light or dark

cancel = Cancel
nav-me = { $name }: name and devices
pages-label = Pages of the list
pages-back = Back
pages-next = Next
pages-at = Page { $page }
game-none = This server has no such game. Choose one of these.
games-failed = The games could not be loaded.
name-claimed = This name is kept
span-seconds = { $count } s
span-minutes = { $count } min

nothing-kept = This browser keeps nothing: close or reload the page, and your name and seat are lost.
offline-text = You are offline. Everything goes on as soon as your network is back.
draining-text = The server restarts: you will be back in a moment, seat and cards are kept.
line-first = The server does not answer yet.
line-lost = The connection is lost.
line-lost-seat = The connection is lost. Seat and cards are kept.
line-again = Next try in { $time }.
line-now = Try now
version-old = This page is older than the server. Load it again to go on.
signed-out = This device was signed out.
signed-out-go = Go on as a guest
banned-title = You may not come in here.
banned-until = This holds until { $when }.
banned-for-good = This holds until a moderator lifts it.
banned-reason = Reason: { $reason }
banned-again = Try to come in
server-says = From those who run this server:
server-warns = A warning from the moderators:

seat-bar = { $game }: your game goes on.
seat-bar-waits = { $game }: your table waits for the game to begin.
seat-bar-back = Back to the table
