"""The puzzles that Domik ships: one file a game, a line a puzzle."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from domik.puzzles.puzzle import Puzzle, puzzle_from

FILES = 64  # games whose puzzles are kept


@lru_cache(maxsize=FILES)
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easier first; none where there is no file."""
    file = files(__name__.rpartition(".")[0]).joinpath("data", f"{game}.jsonl")
    if not file.is_file():
        return ()
    found = [puzzle_from(line) for line in file.read_text(encoding="utf-8").splitlines() if line]
    return tuple(sorted(found, key=lambda one: (one.rating, one.id)))


def puzzle_of(game: str, id: str) -> Puzzle | None:
    """One puzzle by its id."""
    return next((one for one in puzzles_of(game) if one.id == id), None)
