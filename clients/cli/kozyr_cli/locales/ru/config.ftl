config-help =
    Показать все настройки сервера: значение, единицу и откуда оно взялось.

    Секретные значения не показываются никогда. --example пишет файл, с которого можно начать.
config-opt-as-json = В виде JSON.
config-opt-example = Написать kozyr.toml с пояснениями и всеми значениями по умолчанию.

config-head-setting = настройка
config-head-value = значение
config-head-unit = единица
config-head-from = откуда
config-from-default = по умолчанию
config-from-flag = параметр
config-from-environment = окружение
config-from-file = файл
config-no-file = файл: нет
config-file = файл: { $path }
