"""How far a game of Dream Home has come."""

from __future__ import annotations

from domik.games.dream_home.rules.state import *
from domik.kernel.phrase import Phrase
from domik.kernel.stage import Stage
from domik.kernel.state import View
from domik.kernel.title import Match


def stage(match: Match, view: View) -> Stage:
    """The round (DH-10)."""
    now = min(max(int(view.numbers[ROUND]), 1), ROUNDS)
    return Stage(Phrase("draw.round", {"round": now}), now, ROUNDS)
