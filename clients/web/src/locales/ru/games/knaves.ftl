knaves-prices = Цена валетов
knaves-jack-mark = J
knaves-jack = J{ $suit ->
    [C] ♣
    [D] ♦
    [H] ♥
   *[S] ♠
}
knaves-out = не взят
knaves-turned = открыт
knaves-turned-card = козырная карта
knaves-took = взято: { $cards }
