"""Points as a table of rooms and furnishings, and the game's progress."""

from __future__ import annotations

from typing import Final

from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.reading import round_of
from domik.games.dream_home.rules.state import ROUNDS
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.summaries import GameProgress, ScoreCell, ScoreColumn
from domik.kernel.tally import ScoreLine

SCORE_COLUMNS: Final = (
    ScoreColumn(Phrase("ledger.room")),
    ScoreColumn(Phrase("ledger.beside")),
    ScoreColumn(Phrase("ledger.furnishing")),
)
UNDER: Final = {"tally.room": 0, "tally.rooms": 0, "tally.beside": 1, "tally.furnishing": 2, "tally.designer": 2}


def score_cell(line: ScoreLine) -> ScoreCell:
    """Row and column of a line: rooms by size or neighbour, furnishings (DH-60, DH-26, DH-61, DH-50)."""
    args, column = line.reason.args, UNDER.get(line.reason.key, -1)
    name = args.get("furnishing" if column == 2 else "room")
    if column < 0 or not isinstance(name, Phrase):
        return ScoreCell(line.reason)
    return ScoreCell(name, column, f"×{args['n']}" if line.reason.key == "tally.rooms" else "")


def progress(match: DreamHomeMatch, view: View) -> GameProgress:
    """The current round (DH-10)."""
    now = min(max(round_of(view), 1), ROUNDS)
    return GameProgress(Phrase("draw.round", {"round": now}), now, ROUNDS)
