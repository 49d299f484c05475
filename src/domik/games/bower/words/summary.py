"""Score table of Bower: goals by seat, with the counts in each nest."""

from __future__ import annotations

from typing import Final

from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.reading import actor_of, phase_of, turns_in_all, turns_made
from domik.games.bower.rules.state import DRAFT
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.summaries import GameProgress, ScoreCell, ScoreColumn
from domik.kernel.tally import ScoreLine

SCORE_COLUMNS: Final[tuple[ScoreColumn, ...]] = ()
GOAL_ROWS: Final = (("surface", "ledger.group"), ("goal", "ledger.column"), ("tile", "ledger.ornament"))

NAMED_BY: Final = ("surface", "column", "goal", "tile")


def score_cell(line: ScoreLine) -> ScoreCell:
    """A group, a column or a bonus tile (BW-51 to BW-53, BW-32), and both counts."""
    args = line.reason.args
    key = next((key for name, key in GOAL_ROWS if name in args), "")
    if not key:
        return ScoreCell(line.reason)
    row = Phrase(key, {name: args[name] for name in NAMED_BY if name in args})
    return ScoreCell(row, note=str(args.get("mine", 1)), theirs=str(args.get("theirs", 0)))  # BW-53: exactly 1 to 0


def progress(match: BowerMatch, view: View) -> GameProgress:
    """The actor's turn (BW-20), after the first tiles (BW-13)."""
    turns = turns_in_all(match)
    if phase_of(view) == DRAFT:
        return GameProgress(Phrase("draw.draft"), 0, turns)
    now = min(turns_made(view, actor_of(view)) + 1, turns)
    return GameProgress(Phrase("draw.turn", {"turn": now, "turns": turns}), now, turns)
