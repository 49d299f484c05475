"""Positions entered from a real table, with a text form; the games say what lies where (docs/companion.md)."""
