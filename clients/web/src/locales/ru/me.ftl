me-title = Вы
me-name = Ваше имя
me-guest = Вы гость: вас знает этот браузер. Закрепите имя, чтобы его не заняли и чтобы быть собой на других устройствах.
me-claimed = Имя закреплено за вами. С паролем вы войдёте и на других устройствах.
me-results = Рейтинг и результаты

me-claim = Закрепить имя
me-claim-text = Тогда его не возьмёт никто другой, и с ним можно войти откуда угодно.
me-passphrase = Пароль
me-passphrase-hint = Не короче 8 знаков, лучше несколько слов. Напомнить его не сможет никто.
me-claim-do = Закрепить
me-claim-done = Имя теперь ваше.
me-take = Взять «{ $name }»
me-passphrase-change = Сменить пароль
me-passphrase-old = Нынешний пароль
me-passphrase-new = Новый пароль
me-passphrase-do = Сменить
me-passphrase-done = Пароль сменён.

me-sign-in = Войти
me-sign-in-text = Закрепили имя на другом устройстве? Здесь вы можете быть тем же человеком.
me-sign-in-name = Закреплённое имя
me-sign-in-do = Войти
me-signed-in = Здесь вы { $name }.

me-devices = Ваши устройства
me-devices-text = Устройства, на которых вы вошли. Отключите те, которых не узнаёте.
me-device = Устройство
me-device-here = это
me-device-seen = последний раз { $when }
me-device-out = Отключить
me-device-out-of = Отключить { $client }
me-device-out-here = Отключить это устройство
me-device-out-text = Это устройство сразу перестанет быть вами.
me-device-out-here-text = Здесь вы станете гостем; вернуться можно с именем и паролем.
me-device-out-guest-text = Вы гость: без закреплённого имени вернуться тем же человеком нельзя.
me-device-out-do = Отключить
me-devices-out = Отключить все другие
me-devices-out-text = Все устройства, кроме этого, сразу перестанут быть вами.

me-ignored = Кого вы не слышите
me-ignored-text = Вы не читаете того, что они пишут. Им об этом не говорят.
me-ignored-none = Никого.
me-hear = Слышать снова
me-hear-again = Слышать снова: { $name }

me-sanctions = Что вам здесь нельзя
me-sanction-mute = Вам нельзя писать.
me-sanction-ban = Вам нельзя входить.
me-until = До { $when }.
me-until-lifted = Пока не снимут.
me-reason = Причина: { $reason }
