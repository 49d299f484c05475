"""The lessons in order, and the goals specific to this game."""
