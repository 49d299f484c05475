"""How far a game of Treehouse has come."""

from __future__ import annotations

from domik.games.treehouse.rules.state import *
from domik.kernel.phrase import Phrase
from domik.kernel.stage import Stage
from domik.kernel.state import View
from domik.kernel.title import Match


def stage(match: Match, view: View) -> Stage:
    """The round (TH-20)."""
    now = min(int(view.numbers[ROUND]) + 1, ROUNDS)
    return Stage(Phrase("stage.round", {"round": now}), now, ROUNDS)
