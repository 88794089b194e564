"""People: how they are known, what they are called, and what they may write."""
