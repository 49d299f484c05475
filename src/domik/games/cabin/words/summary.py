"""Score table of Cozy Cabin: months and resources by seat."""

from __future__ import annotations

from typing import Final

from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.reading import draft_round, seat_of
from domik.games.cabin.rules.state import DRAFT_ROUNDS, MONTHS
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.summaries import GameProgress, ScoreCell, ScoreColumn
from domik.kernel.tally import ScoreLine

SCORE_COLUMNS: Final[tuple[ScoreColumn, ...]] = ()


def score_cell(line: ScoreLine) -> ScoreCell:
    """The row of a score line (CC-30), without its count, so that seats share the row."""
    args = line.reason.args
    if line.reason.key == "tally.months":
        return ScoreCell(Phrase("ledger.months"))
    resource = args.get("resource")
    return ScoreCell(resource) if isinstance(resource, Phrase) else ScoreCell(line.reason)


def progress(match: CabinMatch, view: View) -> GameProgress:
    """The viewer's own month, as seats plan at their own pace (CC-16); in a draft its round (CC-41)."""
    now = draft_round(view)
    if now:
        return GameProgress(Phrase("draw.draft_round", {"round": now}), now, DRAFT_ROUNDS)
    month = min(seat_of(view, max(view.seat, 0)).month(), MONTHS)
    return GameProgress(Phrase("draw.month", {"month": month}), month, MONTHS)
