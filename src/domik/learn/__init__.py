"""Lessons: each game ships them as data, and they are played through the real engine."""
