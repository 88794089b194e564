"""What a server is run with: from flags, then the environment, then one file, then defaults.

`OPTIONS` is the one list of what can be set; the command line, the file, `kozyr config` and the
documents are made from it.
"""

from kozyr_server.settings.config_file import ConfigFile, find, read
from kozyr_server.settings.errors import SettingError
from kozyr_server.settings.loading import Resolved, Source, load, resolve
from kozyr_server.settings.model import Settings
from kozyr_server.settings.options import (
    DURABILITIES,
    LOG_FORMATS,
    LOG_LEVELS,
    OPTIONS,
    Option,
)

__all__ = [
    "DURABILITIES",
    "LOG_FORMATS",
    "LOG_LEVELS",
    "OPTIONS",
    "ConfigFile",
    "Option",
    "Resolved",
    "SettingError",
    "Settings",
    "Source",
    "find",
    "load",
    "read",
    "resolve",
]
