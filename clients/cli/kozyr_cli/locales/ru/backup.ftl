backup-help =
    Сохранить встроенное хранилище и архив в один файл; сервер при этом может работать.

    FILE может быть папкой: тогда имя копии составляется из времени, а --keep N оставляет там только N последних. У кого есть этот файл, тот видит все карты: не показывайте его другим.
backup-opt-file = Новый файл или папка.
backup-opt-keep = Сколько последних копий оставить; 0: все.

backup-not-of-redis = у хранилища, названного в --redis, свои средства резервного копирования (его файл RDB); kozyr копирует только встроенное
backup-keep-needs-folder = --keep: только для папки с копиями, а FILE – не папка
backup-made = { $file }: { $what }, { $size }
backup-removed = { $file }: удалён
backup-what = хранилище на { $made }, { $files ->
    [one] { $files } файл
    [few] { $files } файла
   *[many] { $files } файлов
} сыгранных партий
backup-megabytes = { $size } МБ
backup-kilobytes = { $size } кБ
