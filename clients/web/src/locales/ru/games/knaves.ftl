knaves-prices = Цена валетов
knaves-jack-mark = В
knaves-jack = В{ $suit ->
    [C] ♣
    [D] ♦
    [H] ♥
   *[S] ♠
}
knaves-out = не взят
knaves-turned = открыт
knaves-turned-card = козырная карта
knaves-took = взято: { $cards }
