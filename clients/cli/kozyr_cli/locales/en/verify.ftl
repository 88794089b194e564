verify-help =
    Check recorded games: shuffles, actions, scores and results.

    A problem is a line, with the number of its line in the file; any of them ends with 1.
verify-opt-file = Records; - for standard input.
verify-opt-quiet = Say nothing but problems.

verify-progress = verified
verify-empty = { $file }: there is no record in it
verify-right = { $games ->
    [one] { $games } game is
   *[other] { $games } games are
} as the rules have it
