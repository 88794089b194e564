# Сдачи: что в них делать, и короткие имена для записи.
king-before = Сейчас начнётся первая сдача
king-deal-of = Сдача { $deal } из { $deals }
king-deals = Сдачи этой партии
king-deal-done = сыграна
king-deal-now = сейчас
king-next = дальше: { $deal }

king-aim-no_tricks = Не брать взяток
king-aim-no_hearts = Не брать червей
king-aim-no_boys = Не брать мальчиков: { $boys ->
    [jacks_kings2] валетов и королей
    [kings4] королей
   *[other] валетов
}
king-aim-no_girls = Не брать девочек: дам
king-aim-no_last_two = Не брать две последние взятки
king-aim-no_king = Не брать кинга, короля червей
king-aim-neg_medley = Ералаш: не брать ничего
king-aim-praise = Хваленка: брать взятки
king-aim-tricks = Брать взятки
king-aim-hearts = Брать червей
king-aim-boys = Брать мальчиков: { $boys ->
    [jacks_kings2] валетов и королей
    [kings4] королей
   *[other] валетов
}
king-aim-girls = Брать девочек: дам
king-aim-last_two = Брать две последние взятки
king-aim-king = Взять кинга, короля червей
king-aim-pos_medley = Ералаш: брать всё

king-short-no_tricks = не брать взяток
king-short-no_hearts = не брать червей
king-short-no_boys = не брать мальчиков
king-short-no_girls = не брать девочек
king-short-no_last_two = не брать две последние
king-short-no_king = не брать кинга
king-short-neg_medley = ералаш с минусом
king-short-praise = хваленка
king-short-tricks = брать взятки
king-short-hearts = брать червей
king-short-boys = брать мальчиков
king-short-girls = брать девочек
king-short-last_two = брать две последние
king-short-king = брать кинга
king-short-pos_medley = ералаш с плюсом

king-worth-tricks = { $points } за взятку
king-worth-hearts = { $points } за черву
king-worth-boys = { $points } за { $boys ->
    [jacks_kings2] каждого валета и короля
    [kings4] короля
   *[other] валета
}
king-worth-girls = { $points } за даму
king-worth-last_two = по { $points }
king-worth-king = { $points }
king-worth-neg_medley = все шесть сдач сразу, с минусом
king-worth-pos_medley = все шесть сдач сразу, с плюсом

# Что взято.
king-taken = Взято в этой сдаче
king-unit-tricks = Взятки
king-unit-hearts = Черви
king-unit-boys = { $boys ->
    [jacks_kings2] Мальчики (J, K)
    [kings4] Мальчики (K)
   *[other] Мальчики (J)
}
king-unit-girls = Девочки (Q)
king-unit-last_two = Последние
king-unit-king = Кинг
king-mark-boys = { $boys ->
    [jacks_kings2] J/K
    [kings4] K
   *[other] J
}
king-mark-girls = Q
king-mark-last_two = посл.
king-mark-king = K
king-took-hearts = { $count ->
    [one] { $count } черва
    [few] { $count } черви
   *[many] { $count } червей
}
king-took-boys = { $count ->
    [one] { $count } мальчик
    [few] { $count } мальчика
   *[many] { $count } мальчиков
}
king-took-girls = { $count ->
    [one] { $count } девочка
    [few] { $count } девочки
   *[many] { $count } девочек
}
king-took-last_two = { $count ->
    [one] { $count } из двух последних взяток
    [few] обе последние взятки
   *[many] обе последние взятки
}
king-took-king = кинг

king-last-trick = Последняя взятка
king-led = заход
king-took = берёт
king-settlement = Расчёт:
king-sheet-tricks = { $count } вз.
king-sheet-sold = { $deal }, продана за { $count }

# Хваленки.
king-suit = { $suit ->
    [C] трефы
    [D] бубны
    [H] черви
    [S] пики
   *[none] ничего
}
king-call-trump = Козырная масть
king-do-by_last = По последней
king-do-misere = Мизер
king-do-no_trump = Без козыря
king-do-split = Расписать
king-brief-by_last = козырь — ваша последняя
king-brief-misere = 7 старше всех
king-brief-no_trump = старшинство обычное
king-brief-play = играем
king-brief-split = каждому { $points }
king-hint-by_last = Козырем будет масть последней карты, которую вам сдадут; её увидят все
king-hint-misere = Без козыря, старшинство обратное: семёрка старшая, туз младший
king-hint-no_trump = Без козыря, старшинство обычное
king-hint-split = Не играть: каждому записать две взятки, { $points }
king-sale-open = Продать игру
king-sale-keep = Не продавать
king-offer-label = Сколько взяток предложить
king-offer = Предложить { $count ->
    [one] { $count } взятку
    [few] { $count } взятки
   *[many] { $count } взяток
}, { $points ->
    [one] { $points } очко
    [few] { $points } очка
   *[many] { $points } очков
}
king-pass = Пас
king-play-on = Не расписывать
king-agree = Согласиться
king-refuse = Отказать
king-passed = пас
king-trump = { $suit ->
    [C] козырь: трефы
    [D] козырь: бубны
    [H] козырь: черви
   *[S] козырь: пики
}
king-misere = мизер: 7 старшая
king-turned = последняя:
king-call = { $name }: { $call ->
    [suit] { king-suit }
    [by_last] по последней
    [misere] мизер, семёрка старшая
    [no_trump] без козыря
   *[split] расписать
}
king-sold = { $seller } → { $buyer }: продано за { $count ->
    [one] { $count } взятку
    [few] { $count } взятки
   *[many] { $count } взяток
}

# Что происходит.
king-now-dealing = Карты сдаются…
king-now-leads = Заходит { $name }
king-now-plays = Заход: { king-suit }; ходит { $name }
king-you-lead = Ваш заход
king-you-follow = Ваш ход: в масть, { king-suit }{ $joker ->
    [yes] , или джокер
   *[no] {""}
}
king-you-void = Масти нет ({ king-suit }): любая карта
king-now-declare = { $whose ->
    [you] { $more ->
        [0] Скажите, что играем
       *[other] У вас три карты: назначьте по ним игру. Остальные ({ $more }) сдадут потом.
    }
   *[other] { $more ->
        [0] { $name } говорит, что играем
       *[other] Сдано по три карты: { $name } назначает игру. Остальные ({ $more }) сдадут потом.
    }
}
king-now-declare-bought = { $whose ->
    [you] Вы купили игру; назначьте её заново. Цена:
   *[other] { $name } покупает игру и назначает её заново. Цена:
} { $count ->
    [one] { $count } взятка
    [few] { $count } взятки
   *[many] { $count } взяток
}.
king-now-sale = { $whose ->
    [you] Продать игру? { $points } за каждую взятку; лучшему предложению отказать нельзя.
   *[other] { $name } решает, продавать ли игру
}
king-now-auction = { $whose ->
    [you] Сколько взяток вы предложите за игру? Продаёт { $seller }, взятка стоит { $points ->
        [one] { $points } очко
        [few] { $points } очка
       *[many] { $points } очков
    }.
   *[other] { $seller } продаёт игру; слово за игроком { $name }
}
king-now-auction-high = { $bidder } предлагает { $count } ({ $points }). { $whose ->
    [you] Предложите больше или пасуйте.
   *[other] Слово за игроком { $name }.
}
king-now-agree = { $whose ->
    [you] { $praiser } предлагает расписать: не играть, каждому две взятки ({ $points }). Согласны?
   *[other] { $praiser } предлагает расписать; отвечает { $name }
}
king-now-split = { $whose ->
    [you] Все карты сданы. Расписать (каждому { $points }) или играть?
   *[other] { $name } ещё может расписать
}
king-now-over = { $count ->
    [0] Партия окончена
    [one] Партия окончена. Победитель: { $names }.
    [few] Партия окончена. Победители: { $names }.
   *[many] Партия окончена. Победители: { $names }.
}

# Почему карту сыграть нельзя.
king-no-hearts-lead = С червей ходить нельзя, пока есть другие масти.
king-shed = Кинга нужно сбросить.
king-under-ace = Кинг обязан упасть под туза.
king-must-trump = Нужно бить козырем.

# Для тех, кто слушает стол.
king-told-card = { $name }: { $card }.
king-told-taken = Взятку берёт { $name }.
king-told-deal = Сдача { $count }: { $deal }.
king-told-score = { $name }: { $count }.
king-cut-early = { $choice ->
    [hearts] Все черви взяты
    [boys] Все мальчики взяты
    [girls] Все девочки взяты
   *[king] Кинг взят
}: сдача { $count } окончена.
king-cut-split = Сдача { $count } расписана: каждому { $points }.
king-told-offer = { $name } предлагает { $count }.
king-told-pass = { $name }: пас.
king-told-sold = { $name } продаёт игру за { $count }, покупает { $to }.
king-told-open = { $name } продаёт игру.
king-told-call = { $name } играет: { $choice ->
    [suit] козыри — { king-suit }
    [by_last] по последней
    [misere] мизер
    [no_trump] без козыря
   *[split] расписать
}.
king-split-refused = расписать не согласились
king-told-split = { $choice ->
    [asked] { $name } предлагает расписать.
    [made] { $name } расписывает: каждому две взятки.
   *[refused] Расписать не согласились.
}
king-told-last-card = Последняя карта: { $card }.
