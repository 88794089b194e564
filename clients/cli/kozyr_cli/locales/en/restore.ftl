restore-help =
    Put a backup into an empty data folder; the next server on it goes on from there.

    The time since the backup takes nobody's clock. Players who know what came after it are shown the tables as they were.
restore-opt-file = A file that `kozyr backup` made.

restore-done = { $folder }: { $what }
