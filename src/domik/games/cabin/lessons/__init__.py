"""Lessons: what a newcomer is taught, in order, and the goals that only this game has."""
