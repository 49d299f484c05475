"""Puzzles: positions of real games in which one move is best by a clear gap, or a par that is proven."""

from domik.puzzles.puzzle import CHOICE, PAR, Option, Puzzle
from domik.puzzles.shelf import puzzle_of, puzzles_of

__all__ = ["CHOICE", "PAR", "Option", "Puzzle", "puzzle_of", "puzzles_of"]
