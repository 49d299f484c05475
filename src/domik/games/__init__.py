"""The registry: one line a game."""
