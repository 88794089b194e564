"""The command `kozyr`: a module for each subcommand."""
