"""How far a game of Bower has come."""

from __future__ import annotations

from domik.games.bower.rules.reading import turns_in_all, turns_made
from domik.games.bower.rules.state import *
from domik.kernel.phrase import Phrase
from domik.kernel.stage import Stage
from domik.kernel.state import View
from domik.kernel.title import Match


def stage(match: Match, view: View) -> Stage:
    """The actor's turn (BW-20), after the first tiles (BW-13)."""
    turns = turns_in_all(match)
    if int(view.numbers[PHASE]) == DRAFT:
        return Stage(Phrase("draw.draft"), 0, turns)
    now = min(turns_made(view, int(view.numbers[ACTOR])) + 1, turns)
    return Stage(Phrase("draw.turn", {"turn": now, "turns": turns}), now, turns)
