"""Lessons, rules and puzzles as pages."""
