"""Words of forms beside the titles that stand in the code: hints in Russian, names of presets."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

HINTS_RU: Final[Mapping[str, str]] = MappingProxyType(
    {
        # All games
        "Chips that each player puts in; 0: the game is played for points alone.": (
            "Фишки, которые ставит каждый; 0: играют только на очки."
        ),
        "What the cards drawn before the first deal decide, usually the first dealer; without a draw the first seat deals.": (  # noqa: E501
            "Что решает жребий перед первой сдачей, обычно — кто сдаёт первым; без жребия первым"
            " сдаёт первое место."
        ),
        "What the cards drawn before the first deal decide, usually the seats; without a draw the first seat deals.": (  # noqa: E501
            "Что решает жребий перед первой сдачей, обычно — кто где сидит; без жребия первым"
            " сдаёт первое место."
        ),
        "What happens when several lead at the end.": "Если в конце впереди сразу несколько.",
        "How the stake is paid.": "Как выплачивается ставка.",
        "Points that end the game.": "Партия кончается, когда кто-то набрал столько очков.",
        # Gin Rummy
        "Points by hands that end the game.": "Партия кончается при таком счёте за сдачи.",
        "Bonus of the opponent who has as little deadwood as the knocker, or less.": (
            "Премия сопернику, у которого лишних очков не больше, чем у постучавшего."
        ),
        "Bonus for no deadwood.": "Премия за руку без лишних карт.",
        "For each hand won, at the end of a game.": "За каждую выигранную сдачу, в конце партии.",
        "For reaching the target, at the end.": "За достигнутый счёт, в конце партии.",
        "Instead of the bonus for the game where the loser has no point.": (
            "Вместо премии за партию, если у проигравшего нет ни очка."
        ),
        "Instead of the bonus for a shutout: points, boxes and the bonus for the game count twice.": (  # noqa: E501
            "Вместо премии за локаут: очки, коробочки и партия считаются вдвое."
        ),
        "The opponent may lay off also when the knocker has gin.": (
            "Соперник может добавлять карты и тогда, когда у постучавшего джин."
        ),
        "The server arranges and lays off the opponent's cards as well as can be.": (
            "Сервер сам раскладывает и добавляет карты соперника лучшим образом."
        ),
        "Bonus for eleven melded cards, often 31; 0: there is no big gin.": (
            "Премия за одиннадцать сложенных карт, часто 31; 0: большого джина нет."
        ),
        "The upcard's value is the most deadwood to knock with.": (
            "Стучать можно с лишними очками не больше цены открытой карты."
        ),
        "In Oklahoma: points and box of a deal with a spade upcard are double.": (
            "В Оклахоме: если открыта пика, очки и коробочка этой сдачи вдвое."
        ),
        "Knock only with gin.": "Стучать можно только с джином.",
        "Three games at once: a player's first hand won counts in one of them, his second in two, the others in all.": (  # noqa: E501
            "Три партии сразу: первая выигранная сдача идёт в одну, вторая в две, следующие во все."
        ),
        "After a void hand the same player deals again.": "После ничейной сдачи сдаёт тот же.",
        "At the end of the stock the last discard may still be taken to knock.": (
            "Когда талон кончился, последний сброс ещё можно взять, чтобы постучать."
        ),
        # King, and King with jokers
        "As published: no lead of hearts in the hearts and king deals and the medleys, and the king of hearts must be shed in the king deals and the medleys. One deal each: the first in the hearts deals only, the second in the king deals only.": (  # noqa: E501
            "Как в справочниках: с червей не ходят в сдачах на червей и кинга и в ералаше, кинга"
            " обязаны сбросить в сдачах на кинга и в ералаше. В одной сдаче каждый: первое только в"
            " сдачах на червей, второе только на кинга."
        ),
        "Where it is charged: in the negative deals a player may hold the king of hearts back, and then it is written to him, whoever takes it.": (  # noqa: E501
            "Если пишется зажавшему: в отрицательных сдачах кинга можно придержать, и его пишут"
            " тому, кто зажал, кто бы ни взял."
        ),
        "The duty to shed the king of hearts holds also when the ace of hearts lies in a trick of hearts.": (  # noqa: E501
            "Кинга обязаны отдать и тогда, когда во взятке на червей лежит туз червей."
        ),
        "Once a heart was played in the deal, hearts may be led.": (
            "Когда черва в этой сдаче уже сыграна, с червей можно ходить."
        ),
        "In praise deals who is void must trump if able.": (
            "В хваленках при отсутствии масти обязательно бить козырем."
        ),
        "In praise deals; else the eldest hand leads, also after a sale.": (
            "В хваленках; иначе первым ходит следующий за сдающим, и после продажи тоже."
        ),
        "The praiser decides when all cards are dealt, not with the first three.": (
            "Хвалящий решает, когда сданы все карты, а не по первым трём."
        ),
        "A deal for hearts, boys, girls or the king ends when all are taken.": (
            "Сдача на червей, мальчиков, девочек или кинга кончается, когда взяты все."
        ),
        "Three play with 30 cards, and only where the positive deals are the seven again.": (
            "Втроём играют 30 картами и только с положительными сдачами «те же семь, но брать»."
        ),
        "Two stand for the black sevens, one for the seven of spades.": (
            "Два заменяют чёрные семёрки, один — семёрку пик."
        ),
        "Who can follow suit must; a joker may still be led.": (
            "У кого есть масть, обязан дать её; ходить с джокера можно."
        ),
        "Led high, it makes the others play their highest card of its suit.": (
            "Старшим джокером с хода требуют от каждого старшую карту названной масти."
        ),
        # Knaves
        "With 13 twelve cards stay unseen, and jacks among them do not count.": (
            "При 13 двенадцать карт остаются закрытыми, и валеты среди них не считаются."
        ),
        "If not, a deal that turns the trump suit of the last one has no trumps.": (
            "Если нет: когда открыта масть прошлого козыря, играют без козыря."
        ),
        "Points that each jack takes away.": "Сколько очков отнимает каждый валет.",
        "Who takes all four gets so many points instead of losing any; 0: no bonus.": (
            "Взявший всех четырёх получает столько очков и ничего не теряет; 0: без премии."
        ),
        # Oh Well
        "A fixed number of deals instead of the target; none: the target counts.": (
            "Столько сдач вместо игры до очков; если нет, играют до очков."
        ),
        "By a turned card: the suit of an undealt card; no trumps when none is left.": (
            "По открытой карте: масть несданной; если карт не осталось, без козыря."
        ),
        "The bids may not add up to the number of tricks: the dealer, who bids last, may not name the number that would make it so.": (  # noqa: E501
            "Сумма заказов не должна равняться числу взяток: сдающий, назначая последним, не может"
            " назвать такое число."
        ),
        "A plan that is through begins anew.": "Пройденный план начинается снова.",
        # Twenty-Nine
        "Those who sit opposite play together; only with four players, and then usual.": (
            "Играют вместе те, кто сидит напротив; только вчетвером, и тогда обычно так."
        ),
        "Usually the deal ends with partners, and the player passes without.": (
            "Обычно с партнёрами сдача кончается, а без них пропускают ход."
        ),
        "Cards that would make hands unequal stay face down, unused.": (
            "Карты, которых не хватает всем поровну, остаются закрытыми."
        ),
        "How often each player deals, where the game goes by rounds.": (
            "При игре на круги: сколько раз сдаёт каждый."
        ),
        "Points that end the game after a deal, where it goes to points.": (
            "При игре до очков: при таком счёте партия кончается после сдачи."
        ),
    }
)
"""The description of each option in Russian, by the one in English."""

PRESET_TITLES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "gin_rummy/leeming": {"en": "Leeming's scores", "ru": "Счёт по Лемингу"},
        "gin_rummy/modern": {"en": "Modern scores", "ru": "Современный счёт"},
        "gin_rummy/oklahoma": {"en": "Oklahoma", "ru": "Оклахома"},
        "gin_rummy/hollywood": {"en": "Hollywood", "ru": "Голливуд"},
        "king/published": {"en": "As published", "ru": "По печатным правилам"},
        "king/seed": {"en": "At home", "ru": "Домашний"},
        "king/mirror14": {"en": "Seven and seven", "ru": "Семь и семь"},
        "king/mirror12": {"en": "Six and six", "ru": "Шесть и шесть"},
        "king_jokers/reconstruction": {"en": "Reconstruction", "ru": "Реконструкция"},
        "knaves/seed": {"en": "Usual", "ru": "Обычные"},
        "knaves/no_repeat": {"en": "No trump twice", "ru": "Козырь не повторяется"},
        "knaves/to_21": {"en": "To 21", "ru": "До 21"},
        "oh_well/seed": {"en": "Usual", "ru": "Обычная"},
        "oh_well/modern": {"en": "Modern", "ru": "Современная"},
        "twenty_nine/partners": {"en": "Partners", "ru": "Двое на двое"},
        "twenty_nine/solo": {"en": "Each for himself", "ru": "Каждый за себя"},
        "twenty_nine/strict": {"en": "Strict", "ru": "Строгие"},
    }
)
"""What a form calls each preset."""
