"""House bots: a process beside the server whose bots fill seats and stand in for absent people."""
