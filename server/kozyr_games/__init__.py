"""The rules of the games as pure functions; nothing here knows time, chance, sockets or stores."""
