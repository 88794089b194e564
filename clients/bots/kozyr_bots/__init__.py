"""Bots of kozyr: policies that decide, and a runner that plays them over the wire."""
