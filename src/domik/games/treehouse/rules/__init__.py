"""The rules: packed state, components, moves, points, explained refusals, and determinization (imagine.py)."""
