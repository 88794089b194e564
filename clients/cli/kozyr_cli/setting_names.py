"""What the file of settings is called on a command line."""

CONFIG = "config"
"""Name of the parameter that names it."""
CONFIG_FLAG = "--config"
