"""The table: the only owner of a live state. It seats people and bots, takes moves, and writes down everything."""

from domik.table.journal import Entry
from domik.table.setup import SeatPlan, Setup, Terms
from domik.table.table import Table

__all__ = ["Entry", "SeatPlan", "Setup", "Table", "Terms"]
