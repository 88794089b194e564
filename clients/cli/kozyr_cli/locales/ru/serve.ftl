serve-help =
    Запустить сервер: со своим хранилищем или поверх --redis URL.

    Каждый параметр можно задать и в окружении (--log-level – это KOZYR_LOG_LEVEL), и в файле (log_level). Параметр командной строки важнее окружения, окружение важнее файла.

serve-not-installed = не хватает { $package }: установите сервер командой pip install 'kozyr[server]'
serve-label-kozyr = kozyr
serve-label-store = хранилище
serve-label-durability = надёжность
serve-label-sockets = сокеты
serve-label-config = настройки
serve-label-workers = процессы
serve-label-admin = администратору
serve-label-archive = архив
serve-at = { $url }  (остановить: Ctrl-C)
serve-store-in = { $store }, в папке { $folder }
serve-durability-always = always: подтверждённый ход уже на диске
serve-durability-everysec = everysec: при отключении питания может пропасть последняя секунда, при гибели процесса – ничего
serve-durability-unverified = unverified: так, как настроено хранилище
serve-admin = { $url }/admin  ключ доступа в { $file }
