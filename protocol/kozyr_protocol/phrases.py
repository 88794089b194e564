"""Quick phrases: what people at a table say most, so that each reads it in his language."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

PHRASES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "hello": {"en": "Hello!", "ru": "Здравствуйте!"},
        "good_luck": {"en": "Good luck!", "ru": "Удачи!"},
        "well_played": {"en": "Well played!", "ru": "Отлично сыграно!"},
        "thanks": {"en": "Thank you!", "ru": "Спасибо!"},
        "sorry": {"en": "Sorry!", "ru": "Извините!"},
        "oops": {"en": "Oops!", "ru": "Ой!"},
        "nice_hand": {"en": "What a hand!", "ru": "Вот это карта!"},
        "bad_luck": {"en": "Bad luck!", "ru": "Не повезло!"},
        "thinking": {"en": "Let me think …", "ru": "Дайте подумать…"},
        "your_turn": {"en": "It is your turn", "ru": "Ваш ход"},
        "back_soon": {"en": "Back in a minute", "ru": "Вернусь через минуту"},
        "here": {"en": "I am here again", "ru": "Я снова здесь"},
        "again": {"en": "Another game?", "ru": "Ещё партию?"},
        "good_game": {"en": "Good game!", "ru": "Хорошая партия!"},
        "bye": {"en": "Good-bye!", "ru": "До свидания!"},
    }
)
"""The text of each phrase by language, in the order in which a client offers them."""
