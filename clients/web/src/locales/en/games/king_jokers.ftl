king-joker = How do you play the joker?
king-joker-high = high
king-joker-high-hint = takes the trick
king-joker-low = low
king-joker-low-hint = cannot win
king-joker-lead = { $mode ->
    [high] high
   *[low] low
}, { $suit ->
    [C] clubs
    [D] diamonds
    [H] hearts
   *[S] spades
} to follow
king-joker-cancel = Another card
king-joker-not-now = The joker cannot be played now.
king-joker-demands = The joker demands your highest card of the suit.
king-told-joker = { $name }: joker { $choice ->
    [high] high
   *[low] low
}{ $suit ->
    [C] , clubs to follow
    [D] , diamonds to follow
    [H] , hearts to follow
    [S] , spades to follow
   *[none] {""}
}.
