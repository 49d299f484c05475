"""Domik plays four little-house board games."""

__version__ = "0.1.0"
