knaves-prices = Цена валетов
knaves-jack-mark = J
knaves-jacks = J{ $suits }
knaves-out = не взят
knaves-turned = открыт
knaves-turned-card = козырная карта
knaves-took = взято: { $cards }
