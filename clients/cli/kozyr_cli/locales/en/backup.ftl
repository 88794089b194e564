backup-help =
    Back up the embedded store and the archive into one file; the server may run.

    FILE may be a folder: then the backup gets a name with the time in it, and --keep N removes all but the newest N there. Who has the file sees all hands: keep it from others.
backup-opt-file = File to write, not there yet; or a folder.
backup-opt-keep = Newest backups to keep; 0: all.

backup-not-of-redis = a store that is named by --redis has means of its own for backups (its RDB file); kozyr backs up its embedded store
backup-keep-needs-folder = --keep: is for a folder of backups; FILE is none
backup-made = { $file }: { $what }, { $size }
backup-removed = { $file }: removed
backup-what = the store as of { $made }, { $files ->
    [one] { $files } file
   *[other] { $files } files
} of finished games
backup-megabytes = { $size } MB
backup-kilobytes = { $size } kB
