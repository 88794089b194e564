"""Policies: pure functions from what a seat may see to one of its legal actions."""
