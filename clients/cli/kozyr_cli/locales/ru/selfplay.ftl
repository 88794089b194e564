selfplay-help =
    Сыграть партии между стратегиями без сервера.

    С каждой партией все стратегии пересаживаются на место дальше; первое место, разделённое на k, считается за 1/k.
selfplay-opt-game = Во что играют.
selfplay-opt-preset = Набор правил, например king/seed; если не сказано, обычный.
selfplay-opt-option = Правило сверх набора; можно несколько раз.
selfplay-opt-seats = Сколько игроков; если не сказано, как обычно.
selfplay-opt-policies = Кто играет, по кругу за столом; если не сказано, один sound среди random.
selfplay-opt-games = Сколько партий сыграть.
selfplay-opt-seed = Для всего случайного; если не сказано, выбирается сам.
selfplay-opt-export = Записать протоколы: kozyr.record/1, партия в строке.
selfplay-opt-jobs = Сколько процессов играет; партии от этого не меняются.
selfplay-opt-quiet = Строка на стратегию: имя, партии, доля первых мест, её границы, среднее.

selfplay-title = { $preset }, { $seats ->
    [one] { $seats } место
    [few] { $seats } места
   *[many] { $seats } мест
}, seed { $seed }
selfplay-caption = наудачу { $chance } на место; интервал Уилсона по партиям
selfplay-head-policy = стратегия
selfplay-head-games = партии
selfplay-head-seats = места
selfplay-head-firsts = первые места
selfplay-head-share = на место
selfplay-head-interval = 95 %
selfplay-head-mean = средний счёт
