# Sentences of packages that speak English alone, as they say them: no choices here.

# The parser of options
told-no-option = No such option: { $option }
told-no-option-near = No such option: { $option } (Possible options: { $options })
told-no-command = No such command '{ $command }'.
told-no-command-near = No such command '{ $command }'. Did you mean { $near }?
told-extra-argument = Got unexpected extra argument(s) ({ $arguments })
told-needs-argument = Option '{ $option }' requires an argument.
told-takes-no-value = Option '{ $option }' does not take a value.
told-missing-command = Missing command.
told-missing-argument = Missing argument '{ $argument }'.
told-missing-choice = Missing argument '{ $argument }'. Choose from:{ $choices }
told-missing-option = Missing option '{ $option }'.
told-invalid-for = Invalid value for '{ $option }': { $reason }
told-invalid = Invalid value: { $reason }
told-not-in-range = { $value } is not in the range { $range }.
told-not-integer = '{ $value }' is not a valid integer.
told-not-int = '{ $value }' is not a valid int.
told-not-float = '{ $value }' is not a valid float.
told-not-one-of = Value error, { $value } is not one of { $choices }.

# Admins
told-too-long = { $name } has { $chars } characters, and at most { $most } are taken

# The system
told-no-such-file = No such file or directory
told-no-such-file-lower = no such file or directory
told-permission = Permission denied
told-permission-lower = permission denied
told-is-directory = Is a directory
told-is-directory-lower = is a directory
told-not-directory = Not a directory
told-file-exists = File exists
told-no-space = No space left on device
told-refused-errno = [Errno { $number }] Connection refused
told-refused = Connection refused
told-timed-out = timed out
told-unknown-host = [Errno { $number }] Name or service not known

# Settings
told-setting = { $name }: { $value } is not { $bound }
told-bound-whole = a whole number from { $least } to { $most }
told-bound-number = a number from { $least } to { $most }
told-bound-one-of = one of { $choices }
told-bound-path = a path
told-bound-address = an address
told-bound-words = words by comma
told-bound-redis = a URL such as redis://HOST:6379/0, rediss://… or unix:///PATH
told-bound-origins = a list by comma of origins such as https://example.org, or *
told-bound-proxies = a list by comma of addresses and networks such as 10.0.0.0/8, or *
told-strays-near = { $name } sets nothing: did you mean { $near }?
told-strays = { $name } sets nothing
told-not-with = { $name }: is for the embedded store; not with { $other }
told-unverified = { $name }: unverified is for an external store (--redis URL)
told-must-be-below = { $name }: must be below { $other }
told-file-unread = { $name }: { $path } cannot be read: { $reason }
told-file-large = { $name }: { $path } is too large for settings
told-no-toml = { $path }: is no TOML: { $why }
told-no-setting-near = { $name }: there is no such setting: did you mean { $near }?
told-no-settings = { $name }: there are no such settings: { $names }; `kozyr config` lists all
told-no-setting = { $name }: there is no such setting; `kozyr config` lists all
told-setting-kind = { $name }: is to be a text, a number or a list of texts
told-introduction = Settings of a kozyr server, version { $version }. Take the # away where one is to be otherwise than by default. A flag (--log-level) and the environment (KOZYR_LOG_LEVEL) go before this file; paths count from its folder. Limits are for each process.
told-by-default = By default: { $what }.
told-group-listening = Listening
told-group-store = Store
told-group-running = Running
told-group-rates = Rates
told-group-connections = Connections
told-group-rooms = Rooms
told-group-lobby = Lobby
told-group-people = People
told-none-any = any
told-none-archive = archive in the data folder
told-none-redis = the embedded store
told-none-valkey = the bundled one
told-none-token = made beside an embedded store
told-none-names = no more
told-none-none = none
told-hidden = (set, not shown)
told-unit-10-min = 1/10 min
told-unit-hour = 1/h
told-unit-min = 1/min
told-unit-second = 1/s
told-unit-mib = MiB
told-unit-bits = bits
told-unit-bots = bots
told-unit-bytes = bytes
told-unit-characters = characters
told-unit-connections = connections
told-unit-days = days
told-unit-frames = frames
told-unit-games = games
told-unit-lines = lines
told-unit-minutes = minutes
told-unit-ms = ms
told-unit-pages = pages
told-unit-passphrases = passphrases
told-unit-passwords = passwords
told-unit-people = people
told-unit-processes = processes
told-unit-rooms = rooms
told-unit-seats = seats
told-unit-s = s

# Starting a server, its store
told-not-started = the server did not start; its log has the reason
told-host = --host: { $host } is no address of this machine
told-port = --port: { $port } is in use already
told-store-url = the URL of the store cannot be used: { $reason }; it looks like redis://HOST:PORT/DB, rediss://HOST:PORT/DB or unix:///PATH?db=DB
told-url-parameter = there is no parameter { $name }
told-url-path = there is no path to a socket in it
told-url-database = the number of the database is no number
told-url-certificate = a certificate cannot be read: { $reason }
told-store-unreachable = the store at { $place } cannot be used: { $reason }
told-no-program = no Valkey or Redis program was found: name a valkey-server or redis-server with --valkey PATH, or a running store with --redis URL
told-bad-program = { $program } is not a program that can be run: name a valkey-server or redis-server with --valkey PATH, or a running store with --redis URL
told-data-folder = the data folder { $folder } cannot be used: { $reason }
told-data-foreign = it is no server's and not empty, it holds { $names }; name another with --data
told-archive-folder = the archive folder { $folder } cannot be used: { $reason }
told-data-busy = the data folder { $folder } is in use by another server
told-data-busy-pid = the data folder { $folder } is in use by the server with pid { $pid }
told-orphan = the data folder { $folder } is held by the store of a server that was killed, and it does not end: stop it by hand
told-orphan-pid = the data folder { $folder } is held by the store of a server that was killed, and it does not end (last known pid { $pid }): stop it by hand
told-socket-folder = no place for the store's socket in { $folders }: set TMPDIR to a short, writable folder
told-store-run = the store cannot be started with { $program }: { $reason }; the server's user must be allowed to run that program, wherever a link of it leads
told-store-late = the store { $program } did not answer in time: { $tail }
told-store-ended = the store { $program } ended with code { $code }: { $tail }
told-unfit-replica = the store is a read-only replica: name its primary
told-unfit-cluster = the store is a cluster: take a standalone Redis or Valkey
told-unfit-old = the store is { $name } { $version }: take { $name } { $least } or newer
told-unfit-policy = the store may throw rooms and records away when its memory is full ({ $policy }): set maxmemory-policy noeviction
told-format-newer = { $place } was written by a newer kozyr (format { $found }, this one knows { $known }): run that version, or restore a backup of this one
told-format-older = { $place } was written by an older kozyr (format { $found }) that this one (format { $known }) cannot take over: run a version between the two once
told-ratings-busy = a server reckons ratings all the time: try again a little later
told-ratings-ended = games that have just ended
told-ratings-store = games in the store
told-ratings-ratings = ratings

# Backups
told-backup-unwritten = { $path } cannot be written: { $reason }
told-backup-there = { $path } is there already: name another file
told-backup-no-data = { $path } is no data folder of a server
told-backup-no-store = the server of { $path } has no store yet
told-backup-shorter = { $path } became shorter while it was read
told-backup-damaged = { $path } is no backup, or a damaged one
told-backup-not-empty = { $path } is not empty: a backup is restored into an empty folder only
told-backup-unnamed = { $path } holds what its manifest does not name
told-backup-cut = { $path } is cut off: { $file } is missing
told-backup-no-manifest = { $path } is no backup of kozyr: it does not begin with a manifest
told-backup-bad-manifest = { $path } has a manifest that cannot be read
told-backup-kind = { $path } is a backup of another kind ({ $kind })
told-backup-stray = { $path } holds a file of no backup
told-backup-sum = { $path } is damaged: { $file } has another check sum

# Bots
told-bots-do-not-fit = { $count } bots do not fit on { $seats } seats
told-bots-free = room { $room } has { $free } free seats, not { $wanted }
told-bots-closed = room { $room } was closed
told-bots-refused = room { $room }: { $count } actions refused in a row, the last: { $last }
told-no-policy = no policy { $name } plays { $game }; choose one of { $choices }
told-policies-do-not-fit = { $count } policies do not fit on { $seats } seats
told-policy-illegal = the policy { $name } chose an action that is not legal in { $game }
told-unreachable = { $url }: { $reason }
told-cannot-connect = cannot connect: { $reason }
told-room-ended = room { $room } is not followed any more: { $why }
told-connection-closed = the server closed the connection for good: { $why }
told-no-game-key = no game has the key { $game }; known are { $games }
told-no-game = no game { $game }; known are { $games }

# Options of games
told-option-one-of = { $option }: must be one of { $choices }
told-option-from-to = { $option }: must be from { $least } to { $most }
told-option-preset-seats = { $option }: must be from { $least } to { $most } with the preset { $preset }
told-option-must-be = { $option }: must be { $value }
told-option-unknown = { $option }: is not an option; known are { $options }
told-option-required = { $option }: is required

# The load test
told-load-no-url = --url: { $url } is not ws://HOST:PORT/ws
told-load-not-own = { $host } is another machine: a load test may take a server down, so say --i-own-this-server if it is yours
told-load-files = { $count } connections in one process are more than this machine allows ({ $most }): use more --processes
told-load-no-answer = no server answers at { $url }
told-load-no-answer-why = no server answers at { $url }: { $reason }
told-load-not-started = the server did not start: { $last }
told-load-process-silent = a process of the generator does not answer
told-load-process-start = a process of the generator did not start
told-load-process-ended = a process of the generator ended before its time
told-load-no-report = { $path }: is no report of a load test: { $why }
told-load-other-report = { $path }: is { $format }; this version reads { $known }
told-load-no-key-near = { $key }: there is no such key; do you mean { $near }?
told-load-no-key = { $key }: there is no such key; known are { $known }
told-load-table = { $key }: is a table of keys
told-load-least-first = { $key }: the least time comes first
told-load-nothing = { $key }: there is nothing to do
told-load-seats = { $key }: { $game } is for { $least } to { $most }, not { $seats }
told-load-preset = { $key }: { $preset } is none of { $known }
told-load-threshold = --fail-if: { $text } is not FIGURE>NUMBER, such as p99>50ms
told-load-unit = --fail-if: { $unit } is no unit of { $name }; known: { $known }
told-load-no-figure-near = --fail-if: there is no figure { $name }; do you mean { $near }?
told-load-no-figure = --fail-if: there is no figure { $name }; known are { $known }
told-load-cpu = a process of the generator used { $used } of a core, more than { $most }: use more --processes, or ask for less
told-load-lag = the loop of the generator was { $lag } ms late (99th percentile), more than { $most } ms: the machine is too busy to measure with

# Records, and what is wrong with them
told-record = not a record: { $why }
told-record-format = format is { $format }, this version reads { $known }
told-verify-options = The options are not possible: { $reason }.
told-verify-options-all = The options are not all there.
told-verify-draw = The record has a draw, and the options have none.
told-verify-no-draw = The options have a draw, and the record has none.
told-verify-draw-cards = The cards of the draw are not those that the links give.
told-verify-not-due = By the rules { $what } is not due: the game is over before it.
told-verify-fairness = The fairness of { $what } is not that of { $seats } seats.
told-verify-shuffle = The shuffle of { $what }: { $problem }
told-verify-deck = The deck of { $what } cannot be made.
told-what-draw = the draw
told-what-action = deal { $deal }, action { $action }
told-what-deal = deal { $deal }
told-verify-time = In { $what } the time goes back.
told-verify-short = In { $what } the actions end before the deal does.
told-verify-field = In { $what } `{ $name }` is not what the deck and the rules give.
told-verify-no-action = In { $what } stands no action of this game.
told-verify-may-not = In { $what } seat { $seat } may not: { $why }.
told-verify-late = In { $what } the rules choose another action for a seat that is late.
told-verify-goes-on = The record says { $ended }, and by the rules the game goes on.
told-verify-ended = The record says { $ended }, and by the rules it is { $right }.
told-verify-sums = `{ $name }` is not what the deals give.
told-fair-bytes = The { $name } has { $bytes } bytes, not { $most }.
told-fair-number = The { $name } is { $number }, not a number from 1 to { $most }.
told-fair-hex = The { $name } is not { $digits } lower-case hexadecimal digits.
told-fair-tip = The server's link does not hash to its tip in { $times } steps.
told-fair-seat-tip = The link of seat { $seat } does not hash to its tip in { $times } steps.
told-fair-no-tip = Seat { $seat } has a link and no tip.
told-fair-same-tip = Seat { $seat } has a tip that another chain of this shuffle has.
told-fair-absent = The field { $name } is not there.
told-fair-deck = The deck has { $cards } cards, the pack { $most }.
told-fair-card = Card { $place } of the deck is not the one that the links give.
told-fair-shuffle-number = Shuffle { $shuffle } of the game has the number { $number }.
told-fair-other-tip = Shuffle { $shuffle } has another tip of the server than the first.

# Places of cards
told-zone-hand = hand
told-zone-known = known
told-zone-won = won
told-zone-stock = stock
told-zone-pile = pile
told-zone-melds = melds
told-zone-deadwood = deadwood
told-zone-put-down = put down
told-zone-shown = shown
told-zone-rest = rest
told-zone-trick = trick
told-zone-aside = aside
told-zone-turned = turned
told-zone-gone = gone

# More of the parser and the SDK
told-input-least = Input should be greater than or equal to { $least }
told-input-most = Input should be less than or equal to { $most }
told-input-integer = Input should be a valid integer, unable to parse string as an integer
told-input-number = Input should be a valid number, unable to parse string as a number
told-connection-lost-after = connection lost: { $reason }; gave up after { $s } s
told-connection-lost = connection lost: { $reason }
told-call-failed = [Errno { $number }] Connect call failed { $address }
told-no-answer-sent = no answer to { $command } in { $s } s; it was sent { $times }x
told-no-table = no table was found
told-other-protocol = this client speaks protocol { $oldest } to { $newest }, the server does not
told-line-ended = the line ended: { $why }

# The admins' interface
told-admins-no-token = this server has no token for admins: admin_token_file
told-admins-origin = pages of other origins may not do this
told-admins-wrong-tokens = too many wrong tokens: wait a little
told-admins-token = the admins' token is missing, or another
told-admins-requests = too many requests at once: wait a little
told-admins-body = the body is to be application/json
told-admins-store = the store is away: try again
told-admins-sanction = there is no such sanction
told-admins-room = no room has this id
told-admins-line = this line is not kept, or hidden already
told-admins-report = there is no such report
told-admins-player = nobody has this id
told-admins-person = nobody has this id or claimed name
told-admins-newer = a newer server wrote it
told-admins-full = so many are punished that there is no room for one more

# What a store lacks, and more of fair deals
told-unfit = the store { $problem }: { $advice }
told-unfit-no-aof = does not keep an append-only file, and durability { $durability } was asked for
told-unfit-untold = does not tell how it writes to disk (CONFIG GET is not allowed)
told-unfit-fsync = has appendfsync { $fsync }, and durability { $durability } was asked for
told-unfit-rewrite = does not sync to disk while it rewrites its append-only file
told-advice-fsync = set appendfsync { $fsync }, or ask for less with --durability
told-fair-first = A tip first listed at shuffle { $first } has no link for shuffle { $shuffle }.
told-fair-room = The room's id is empty or has a NUL.
told-fair-utf8 = The room's id cannot be written in UTF-8.
told-fair-stream = The stream of words ended before the deck was made.
told-fair-n = The field n is not a number.
told-fair-texts = The field tip or server_link is not a text.
told-fair-lists = The field seat_tips or seat_links is not a list of texts or null.
told-fair-missing = The field missing is not a list of seats.
