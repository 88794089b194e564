config-help =
    Show every setting of a server, its value, its unit and where it came from.

    The value of a secret one is never shown. --example writes a file to begin with.
config-opt-as-json = As JSON.
config-opt-example = Write a commented kozyr.toml with all defaults.

config-head-setting = setting
config-head-value = value
config-head-unit = unit
config-head-from = from
config-from-default = default
config-from-flag = flag
config-from-environment = environment
config-from-file = file
config-no-file = file: none
config-file = file: { $path }
