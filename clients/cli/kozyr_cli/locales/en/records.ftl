records-help = List, show and export finished games.
records-list-help = List the newest finished games of public rooms.
records-list-opt-count = Games at most.
records-list-opt-quiet = Only ids, a line each.
records-show-help = Show the players, the score sheet and the result of a game.
records-show-opt-name = As in the list.
records-export-help = Write finished games to a file: kozyr.record/1, one game a line, oldest first.
records-export-opt-names = Games, as in the list.
records-export-opt-all-of-them = Every finished game of a public room.
records-export-opt-room = The games of this room.
records-export-opt-out = Where to; - for standard output.
records-opt-url = A running server: http://HOST:PORT.
records-opt-archive = Read an archive's files, without a server.
records-opt-game = Only of this game.

records-line-too-long = the line is too long to be a record
records-no-record = the line is no record
records-no-public = no finished game of a public room has the id { $id }
records-not-archived = no game in the archive has the id { $id }
records-no-folder = --archive: { $folder } is no folder
records-too-many = { $url }: too many requests at once: try again later
records-no-kozyr = { $url } is no kozyr server
records-cannot-answer = the server cannot answer now
records-which = export needs ids, or --all, or --room ID: one of them
records-exported = { $games ->
    [one] { $games } game exported
   *[other] { $games } games exported
}
records-head-id = id
records-head-game = game
records-head-finished = finished
records-head-ended = ended
records-head-deals = deals
records-head-result = result
records-head-deal = deal
records-head-dealer = dealer
records-head-sum = sum
records-sheet =
    { $id }: { $game }, rules { $rules }, { $ended }
    from { $started } to { $finished }
records-total = total
records-positive = * above nothing
records-behind = behind
records-settled = settled
records-won = won by { $names }
