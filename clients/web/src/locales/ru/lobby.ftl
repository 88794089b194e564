lobby-title = Столы
lobby-new = Открыть стол
lobby-open = Открытые столы
lobby-empty = Открытых столов пока нет: откройте первый.
