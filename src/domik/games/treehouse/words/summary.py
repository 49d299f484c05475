"""Points as a table of rounds by colours, and the game's progress."""

from __future__ import annotations

from typing import Final

from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.parts import COLOUR_NAMES
from domik.games.treehouse.rules.phrases import theme_phrase
from domik.games.treehouse.rules.reading import phase_of, round_of, turn_of
from domik.games.treehouse.rules.state import PICK, PLACE, ROUNDS
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.summaries import GameProgress, ScoreCell, ScoreColumn
from domik.kernel.tally import ScoreLine

SCORE_COLUMNS: Final = tuple(ScoreColumn(theme_phrase(number), name) for number, name in enumerate(COLOUR_NAMES))
COLUMN_NUMBERS: Final = {column.heading: number for number, column in enumerate(SCORE_COLUMNS)}
NOTES: Final = {"tally.double": "×2", "tally.most": "↑", "tally.fewest": "↓"}


def score_cell(line: ScoreLine) -> ScoreCell:
    """Put a colour's points in its column and in the row of its round or of the colour cards (TH-45, TH-50)."""
    args = line.reason.args
    colour = args.get("colour")
    if not isinstance(colour, Phrase):
        return ScoreCell(line.reason)
    row = Phrase("ledger.round", {"n": args["round"]}) if "round" in args else Phrase("ledger.colour_card")
    return ScoreCell(row, COLUMN_NUMBERS[colour], NOTES.get(line.reason.key, ""))


def progress(match: TreehouseMatch, view: View) -> GameProgress:
    """The current round (TH-20), and the pick in it as the board counts it (TH-21)."""
    now = min(round_of(view) + 1, ROUNDS)
    choice = Phrase("stage.scoring", {"round": now})
    if phase_of(view) in (PICK, PLACE):
        choice = Phrase("stage.pick", {"round": now, "turn": turn_of(view) + 1})
    return GameProgress(Phrase("stage.round", {"round": now}), now, ROUNDS, choice)
