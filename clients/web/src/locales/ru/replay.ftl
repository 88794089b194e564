replay-title = Повтор партии
