"""The public lobby: its rooms as they change, its chat, who is there, and quick matches."""
