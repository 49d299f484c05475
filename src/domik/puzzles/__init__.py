"""Puzzles: positions from real games with one clearly best move, or with a proven par score."""

from domik.puzzles.puzzle import CHOICE, PAR, Puzzle, PuzzleOption, find_puzzle_by_id, load_puzzles

__all__ = ["CHOICE", "PAR", "Puzzle", "PuzzleOption", "find_puzzle_by_id", "load_puzzles"]
