load-help =
    Test a server with many rooms, and judge whether it was right.

    Ends with 1 where a promise or a threshold was broken, with 2 where it cannot be run. Options win over the scenario's file; clients/load/README.md describes all keys.
load-opt-url = Server to test [default: ws://127.0.0.1:8080/ws].
load-opt-serve = Start a server for the run, and stop it.
load-opt-serve-option = Option of that server; may be repeated.
load-opt-i-own-this-server = Test a server on another machine.
load-opt-server-pid = Process of a server on this machine, for its CPU and memory.
load-opt-scenario = TOML file; options win over it.
load-opt-rooms = Rooms at once.
load-opt-players = Players in each room [what the game is best with].
load-opt-game = Game to play; may be repeated [all].
load-opt-duration-s = Length of the run.
load-opt-finish-s = Time to finish open games after it.
load-opt-warm-up-s = Time before it, whose latencies do not count.
load-opt-think-ms = Time before an action (closed loop) [0].
load-opt-rate = Actions due a second in all rooms (open loop).
load-opt-arrival-per-s = Rooms opened a second; 0: all at once.
load-opt-policy = How players play: random or simple.
load-opt-seed = Of all chance.
load-opt-spectators = Spectators in each room.
load-opt-chat-per-min = Lines of chat in each room.
load-opt-watchers = People who look at the lobby.
load-opt-churn-every-s = Mean time until somebody goes for a while.
load-opt-churn-away-s = How long he is away.
load-opt-processes = Processes of the generator.
load-opt-judge-rooms = Rooms of which everything is judged.
load-opt-cut-every-s = Mean time until a line is cut.
load-opt-delay-ms = Added to each frame, both ways.
load-opt-jitter-ms = At most added to that.
load-opt-slow-readers = Connections that stop reading.
load-opt-duplicates = Actions sent twice.
load-opt-tab-every-s = Mean time until a second tab takes over.
load-opt-storm = At S cut N connections at once; may be repeated.
load-opt-json = Write the report as JSON.
load-opt-html = Write the report as HTML.
load-opt-violations = Where violations go, if there are any [load-violations.jsonl].
load-opt-fail-if = Such as p99>50ms; may be repeated.
load-opt-quiet = Show only the result.
load-compare-help = Show what changed from one run to another.
load-compare-opt-before = Report of the first run.
load-compare-opt-after = Report of the second run.

load-violations-in = the violations are in { $file }
load-serve-or-url = --serve: starts a server; not with --url
load-serve-option = --serve-option: is for the server of --serve
load-warm-up = --warm-up-s: needs --duration-s; a file has phases for it
load-bad-think-ms = --think-ms: { $text } is not A-B, milliseconds
load-bad-storm = --storm: { $text } is not S:N, seconds and connections

load-live-starting = starting ...
load-live-time = time
load-live-at = { $second } of { $length } s
load-live-phase = phase { $phase }
load-live-rooms = rooms
load-live-connections = { $connections ->
    [one] { $connections } connection
   *[other] { $connections } connections
}
load-live-rate = actions/s
load-live-games = { $games ->
    [one] { $games } game
   *[other] { $games } games
} finished
load-live-bottleneck = the generator is the bottleneck
load-live-latency = latency
load-live-lag = lag { $lag }
load-live-generator = generator
load-live-server = server
load-live-store = store
load-live-cuts = { $cuts ->
    [one] { $cuts } cut
   *[other] { $cuts } cuts
}
load-live-resumes = resumes
load-live-errors = errors
load-live-violations = violations
load-kind-action = action
load-kind-delivery = delivery
load-kind-service = service
load-kind-resume = resume
load-kind-storm = storm
load-kind-connect = connect
load-kind-lobby = lobby
load-head-ms = ms
load-head-count = count
load-head-mean = mean
load-head-p50 = p50
load-head-p90 = p90
load-head-p99 = p99
load-head-p999 = p99.9
load-head-max = max
load-head-figure = figure
load-head-before = before
load-head-after = after
load-head-change = change
load-no-latency = No latency, the generator was the bottleneck: { $reason }.
load-result = { $rate } actions/s over { $length } s, { $games ->
    [one] { $games } game
   *[other] { $games } games
} finished; server { $server }; store { $store }
load-judged = judged: { $rooms } rooms, { $versions } versions, { $pictures } pictures compared, { $records } records with { $actions } actions; not judged: { $recordsleft } records, { $actionsleft } actions of open games
load-errors = errors: { $pairs }
load-resumes = resumes: { $pairs }
load-violations = violations: { $pairs }
load-not-measured = not measured
load-broken = broken: { $threshold } ({ $value })
load-passed = passed
load-failed = failed
load-unlike = The scenarios differ in { $keys }.
load-ms = { $value } ms
load-cpu-unknown = CPU unknown
load-memory-unknown = memory unknown
load-megabytes = { $size } MB
load-none = none

load-html-language = en
load-html-title = { $name }: load test
load-html-passed = This run passed.
load-html-failed = This run failed.
load-html-durability = durability { $durability }
load-html-seconds = { $s } s
load-html-rate = { $rate } actions/s
load-html-bottleneck = The generator was the bottleneck, so there is no latency here: { $reason }.
load-html-interrupted = The run was interrupted.
load-html-kept = kept
load-html-broken = broken
load-html-latency = Latency
load-html-over-time = Over time
load-html-action-latency = Latency of an action
load-html-delivery-p99 = delivery p99
load-html-actions = Actions a second
load-html-line-actions = actions
load-html-cores = cores
load-html-memory = Memory
load-html-mb = MB
load-html-people = people
load-html-errors-and-resumes = Errors and resumes a second
load-html-rooms-and-people = Rooms and people
load-html-s = s
load-html-not-measured = Not measured.
load-html-percentiles = Percentiles of an action
load-html-correctness = Correctness
load-html-judged = judged
load-html-number = number
load-html-versions = versions
load-html-pictures = pictures compared
load-html-games-finished = games finished
load-html-records = records checked
load-html-records-left = records not checked
load-html-actions-found = acknowledged actions found in records
load-html-actions-left = acknowledged actions of games that did not end
load-html-violations = Violations:
load-html-no-violation = No violation.
load-html-kind = kind
load-html-phases = Phases
load-html-warm-up = { $name } (warm-up)
load-html-errors = Errors by code
load-html-races = Refusals that a right client cannot avoid
load-html-closes = Connections that ended, by close code
load-html-resumes = Rooms followed again, by reason
load-html-totals = All counters
load-phase-phase = phase
load-phase-s = s
load-phase-rate = actions/s
load-phase-games = games
load-phase-errors = errors
load-phase-p99 = p99 ms
