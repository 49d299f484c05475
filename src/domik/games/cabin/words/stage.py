"""How far a game of Cozy Cabin has come."""

from __future__ import annotations

from domik.games.cabin.rules.reading import seat_of
from domik.games.cabin.rules.state import *
from domik.kernel.phrase import Phrase
from domik.kernel.stage import Stage
from domik.kernel.state import View
from domik.kernel.title import Match


def stage(match: Match, view: View) -> Stage:
    """The reader's own month, for everybody plans at their own pace (CC-16); in a draft its round (CC-41)."""
    if int(view.numbers[PHASE]) == DRAFTING:
        now = int(view.numbers[ROUND]) + 1
        return Stage(Phrase("draw.draft_round", {"round": now}), now, DRAFT_ROUNDS)
    month = min(seat_of(view, max(view.seat, 0)).month(), MONTHS)
    return Stage(Phrase("draw.month", {"month": month}), month, MONTHS)
