"""Mousehole's move heuristic."""
