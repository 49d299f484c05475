"""Puzzles: positions of real games in which one move is best by a clear gap, or a par that is proven."""

from domik.puzzles.puzzle import CHOICE, PAR, Puzzle, PuzzleOption, find_puzzle_by_id, load_puzzles

__all__ = ["CHOICE", "PAR", "Puzzle", "PuzzleOption", "find_puzzle_by_id", "load_puzzles"]
