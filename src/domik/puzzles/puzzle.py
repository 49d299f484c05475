"""The puzzle format: a recorded game up to one decision, the answer, and the figures of its proof."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any

import msgspec

from domik.games import game_package
from domik.kernel.components import Components
from domik.kernel.errors import BadRecord
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord, RecordedMove
from domik.kernel.state import State, View
from domik.reviews.report import ClausePoints, decode_phrase, encode_phrase

CHOICE = "choice"  # find the clearly best move
PAR = "par"  # reach the proven best score
FORMAT = 1
ID_BYTES = 5


class SearchedValue(msgspec.Struct, frozen=True):
    """The value of a group of moves in worlds in which every seat searches, and what it loses against the answer."""

    worlds: int
    chance: int  # millionths
    lost_chance: int  # millionths
    lost_margin: int  # thousandths of a point
    lost_points: int  # thousandths of a point
    denied: int = 0  # thousandths of a point that the answer takes from the rival whom it costs most


class PuzzleOption(msgspec.Struct, frozen=True, omit_defaults=True):
    """A group of equivalent actions, and its value in the proof."""

    actions: tuple[int, ...]
    chance: int  # millionths
    margin: int  # thousandths of a point; in a par puzzle the score still reachable
    lost: int = 0  # thousandths of a point that the answer brings more
    clauses: tuple[ClausePoints, ...] = ()  # the clauses that make the difference
    searched: SearchedValue | None = None  # of the answer and its rivals, by the stronger look


class SolveRates(msgspec.Struct, frozen=True):
    """How often each bot level found the answer, in per cent."""

    easy: int
    normal: int
    hard: int


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """One puzzle. Everything beyond the position is proof and must not be shown before the answer."""

    id: str
    game: str
    rules: int
    kind: str
    seats: int
    seat: int
    options: dict[str, Any]
    deal: list[int]
    moves: list[tuple[int, int]]  # seat and action number
    answer: tuple[int, ...]  # all correct action numbers
    values: tuple[PuzzleOption, ...]  # best first
    theme: str
    rating: int
    solved: SolveRates
    gap: tuple[int, int]  # lead over the second best: chance in millionths, margin in thousandths
    low: tuple[int, int]  # lower end of its 95 % interval
    worlds: int = 0  # measuring worlds
    seeds: tuple[str, ...] = ()  # of the two stored proofs; further seeds confirmed them
    par: int = 0  # thousandths of a point
    line: tuple[int, ...] = ()  # action numbers of one way to par
    components: str = ""  # text of a custom component file
    format: int = FORMAT

    def record(self) -> GameRecord:
        """The game up to the decision."""
        own = Components(self.components, self.id) if self.components else None
        match = game_package(self.game).match(self.seats, self.options, own)
        return GameRecord(
            match, list(self.deal), [""] * self.seats, [RecordedMove(seat, action) for seat, action in self.moves]
        )

    def state(self) -> State:
        """The full state, hidden information included; for proofs only."""
        return self.record().end()

    def view(self) -> View:
        """What the deciding seat knows."""
        return self.state().view(self.seat)

    def option(self, action: int) -> PuzzleOption | None:
        return next((one for one in self.values if action in one.actions), None)

    def to_json(self) -> str:
        return msgspec.json.encode(self, enc_hook=encode_phrase).decode()


def parse_puzzle(text: str | bytes) -> Puzzle:
    """Parse one line; raises BadRecord."""
    try:
        puzzle = msgspec.json.decode(text, type=Puzzle, dec_hook=decode_phrase)
    except (msgspec.MsgspecError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadRecord(Phrase("puzzle.error.line", {"why": str(error)})) from None
    if puzzle.format != FORMAT:
        raise BadRecord(Phrase("puzzle.error.format", {"format": puzzle.format, "known": FORMAT}))
    return puzzle


def position_id(game: str, deal: list[int], moves: list[tuple[int, int]], seat: int) -> str:
    """A short hash of the position."""
    return blake2b(f"{game} {deal} {moves} {seat}".encode(), digest_size=ID_BYTES).hexdigest()


CACHED_FILES = 64  # cached files, one per game


@lru_cache(maxsize=CACHED_FILES)
def load_puzzles(game: str) -> tuple[Puzzle, ...]:
    """A game's puzzles, easiest first; empty without a file."""
    file = files(__name__.rpartition(".")[0]).joinpath("data", f"{game}.jsonl")
    if not file.is_file():
        return ()
    found = [parse_puzzle(line) for line in file.read_text(encoding="utf-8").splitlines() if line]
    return tuple(sorted(found, key=lambda one: (one.rating, one.id)))


def find_puzzle_by_id(game: str, id: str) -> Puzzle | None:
    return next((one for one in load_puzzles(game) if one.id == id), None)
