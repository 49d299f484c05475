"""Setting up a real table of Bower, and the rows of its score sheet."""

from __future__ import annotations

from domik.games.bower.rules.entering import number_keys
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.state import GOALS
from domik.kernel.entry_board import RealSetup
from domik.kernel.phrase import Phrase


def box(match: BowerMatch) -> tuple[tuple[Phrase, int], ...]:
    """Goals, nest tiles and the bonus tiles of the mode (BW-2 to BW-4, BW-60, BW-61)."""
    config = match.game.config
    bonus = int(config.offered) if config.hard else len(config.bonus)
    return (
        (Phrase("setup.board"), 1),
        (Phrase("setup.goals"), GOALS),
        (Phrase("setup.nest_tiles"), int(config.nest_tiles)),
        (Phrase("setup.bonus_tiles"), bonus),
    )


def sheet(match: BowerMatch) -> tuple[tuple[Phrase, str], ...]:
    def clause(key: str) -> str:
        return "BW-52" if key.startswith("c") else "BW-55" if key == "eggs" else "BW-51"

    return tuple((Phrase(f"entered.number_{key}"), clause(key)) for key in number_keys(match) if "." not in key)


SETUP = RealSetup(("BW-10", "BW-11", "BW-12"), box, sheet)
