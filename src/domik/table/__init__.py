"""The table: sole owner of a live game's state. It seats players and bots, accepts moves and keeps the journal."""

from domik.table.journal import Entry
from domik.table.setup import SeatPlan, Setup, Terms
from domik.table.table import Table

__all__ = ["Entry", "SeatPlan", "Setup", "Table", "Terms"]
