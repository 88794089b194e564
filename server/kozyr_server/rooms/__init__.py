"""Rooms: what is stored, what is decided, and who hears of it."""
