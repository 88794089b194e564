card = { $joker ->
    [yes] джокер { $rank }
   *[no] { card-rank } { card-suit }
}
card-rank = { $rank ->
    [2] двойка
    [3] тройка
    [4] четвёрка
    [5] пятёрка
    [6] шестёрка
    [7] семёрка
    [8] восьмёрка
    [9] девятка
    [T] десятка
    [J] валет
    [Q] дама
    [K] король
   *[A] туз
}
card-suit = { $suit ->
    [C] треф
    [D] бубен
    [H] червей
   *[S] пик
}
card-corner = { $rank ->
    [T] 10
   *[other] { $rank }
}
card-back = карта рубашкой вверх
