ratings-help = Ratings of the people who play.
ratings-rebuild-help =
    Reckon all ratings anew from the records in the store and the archive.

    The server may run: it goes on from what is reckoned here.

ratings-store-away = the store is away: { $reason }
ratings-no-folder = { $folder } is no data folder of a server
ratings-no-store-yet = the server of { $folder } has no store yet
ratings-done = { $games ->
        [one] { $games } game
       *[other] { $games } games
    }, { $players ->
        [one] { $players } player
       *[other] { $players } players
    }, { $files ->
        [one] { $files } file
       *[other] { $files } files
    } of the archive
