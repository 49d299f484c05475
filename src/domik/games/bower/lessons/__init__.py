"""Bower's lessons in order, and the lesson goals specific to this game."""
