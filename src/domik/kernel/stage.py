"""How far a game has come, in its own words: the third round of twelve, the second month of eight."""

from __future__ import annotations

from typing import NamedTuple

from domik.kernel.phrase import Phrase


class Stage(NamedTuple):
    """A place on the way through a game."""

    what: Phrase  # as people say it: "Round 3 of 12"
    at: int  # from 1 on
    of: int
