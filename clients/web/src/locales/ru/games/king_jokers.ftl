king-joker = Как сыграть джокером?
king-joker-high = беру
king-joker-high-hint = бьёт всё
king-joker-low = пустая
king-joker-low-hint = не берёт
king-joker-lead = { $mode ->
    [high] беру
   *[low] пустая
}, { $suit ->
    [C] на трефы
    [D] на бубны
    [H] на черви
   *[S] на пики
}
king-joker-cancel = Другая карта
king-joker-not-now = Джокером сейчас ходить нельзя.
king-joker-demands = Джокер требует старшую карту этой масти.
king-told-joker = { $name }: джокер, { $choice ->
    [high] беру
   *[low] пустая
}{ $suit ->
    [C] , на трефы
    [D] , на бубны
    [H] , на черви
    [S] , на пики
   *[none] {""}
}.
