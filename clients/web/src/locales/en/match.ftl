match-title = Quick match
match-text = Be given a table with people who want the same. Choose one game or several.
match-games = Which games
match-start = Find a table
match-none = Choose a game first.
match-looking = Looking for a table…
match-waiting = { $count ->
    [1] Nobody else waits yet.
    [one] { $count } people wait for such a table, you included.
   *[other] { $count } people wait for such a table, you included.
}
match-bots = Begin with bots
match-bots-text = It may take a while. Bots can take the free seats, and you begin at once.
match-cancel = Stop looking
match-found = A table is found: here are your cards.
match-seated = You sit at a table: no other is looked for any more.
