"""Ratings: how well people play each game, reckoned from the records of public games."""
