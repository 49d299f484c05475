"""A puzzle: a game up to one decision, whose eyes it is seen with, the answer, and what the proof said."""

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

CHOICE = "choice"  # one move is best by a clear gap
PAR = "par"  # reach a score that is proven to be the best
FORMAT = 1
ID_BYTES = 5


class PuzzleOption(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to do: the action numbers that come to it, and what it was worth in the proof."""

    actions: tuple[int, ...]
    chance: int  # millionths
    margin: int  # thousandths of points; of a par puzzle the score that is still in reach
    lost: int = 0  # thousandths of points that the answer brings more
    clauses: tuple[ClausePoints, ...] = ()  # by which it brings them


class SolveRates(msgspec.Struct, frozen=True):
    """How often the levels found the answer, in hundredths."""

    easy: int
    normal: int
    hard: int


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """One position to solve; what is no part of the position is its proof, and is shown to nobody before the answer."""

    id: str
    game: str
    rules: int
    kind: str
    seats: int
    seat: int
    options: dict[str, Any]
    deal: list[int]
    moves: list[tuple[int, int]]  # seat and action number
    answer: tuple[int, ...]  # every action number that counts
    values: tuple[PuzzleOption, ...]  # the best first
    theme: str
    rating: int
    solved: SolveRates
    gap: tuple[int, int]  # to the second best: chance in millionths, margin in thousandths
    low: tuple[int, int]  # what it is at least, for sure
    worlds: int = 0  # on which it was measured, after others had chosen
    seeds: tuple[str, ...] = ()  # of the two proofs that agree; more have said the same
    par: int = 0  # thousandths of points
    line: tuple[int, ...] = ()  # action numbers of one way to par
    components: str = ""  # somebody's own component file
    format: int = FORMAT

    def record(self) -> GameRecord:
        """The game up to the question."""
        own = Components(self.components, self.id) if self.components else None
        match = game_package(self.game).match(self.seats, self.options, own)
        return GameRecord(
            match, list(self.deal), [""] * self.seats, [RecordedMove(seat, action) for seat, action in self.moves]
        )

    def state(self) -> State:
        """The whole position; only proofs may ask for it."""
        return self.record().end()

    def view(self) -> View:
        """What the seat that is to decide knows."""
        return self.state().view(self.seat)

    def option(self, action: int) -> PuzzleOption | None:
        """What the proof says of an action number."""
        return next((one for one in self.values if action in one.actions), None)

    def to_json(self) -> str:
        """One line of text."""
        return msgspec.json.encode(self, enc_hook=encode_phrase).decode()


def parse_puzzle(text: str | bytes) -> Puzzle:
    """The puzzle of a line; BadRecord says what is wrong."""
    try:
        puzzle = msgspec.json.decode(text, type=Puzzle, dec_hook=decode_phrase)
    except (msgspec.MsgspecError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadRecord(Phrase("puzzle.error.line", {"why": str(error)})) from None
    if puzzle.format != FORMAT:
        raise BadRecord(Phrase("puzzle.error.format", {"format": puzzle.format, "known": FORMAT}))
    return puzzle


def position_id(game: str, deal: list[int], moves: list[tuple[int, int]], seat: int) -> str:
    """A short name that the position itself gives."""
    return blake2b(f"{game} {deal} {moves} {seat}".encode(), digest_size=ID_BYTES).hexdigest()


CACHED_FILES = 64  # games whose puzzles are kept


@lru_cache(maxsize=CACHED_FILES)
def load_puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easier first; none where there is no file."""
    file = files(__name__.rpartition(".")[0]).joinpath("data", f"{game}.jsonl")
    if not file.is_file():
        return ()
    found = [parse_puzzle(line) for line in file.read_text(encoding="utf-8").splitlines() if line]
    return tuple(sorted(found, key=lambda one: (one.rating, one.id)))


def find_puzzle_by_id(game: str, id: str) -> Puzzle | None:
    """One puzzle by its id."""
    return next((one for one in load_puzzles(game) if one.id == id), None)
