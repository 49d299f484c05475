"""Setting up a real table of Dream Home, and the rows of its score sheet."""

from __future__ import annotations

from domik.games.dream_home.rules.entering import NUMBER_CLAUSES
from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.parts import FURNISHINGS
from domik.kernel.entry_board import RealSetup
from domik.kernel.phrase import Phrase


def box(match: DreamHomeMatch) -> tuple[tuple[Phrase, int], ...]:
    """Houses, both decks, tokens and the marker (DH-1, DH-10, DH-65)."""
    tokens = len(FURNISHINGS) - (0 if match.options["car"] else 1)
    return (
        (Phrase("setup.houses"), match.seats),
        (Phrase("setup.rooms"), len(match.parts.rooms)),
        (Phrase("setup.resources"), len(match.parts.resources)),
        (Phrase("setup.tokens"), tokens),
        (Phrase("setup.marker"), 1),
    )


def sheet(match: DreamHomeMatch) -> tuple[tuple[Phrase, str], ...]:
    return tuple((Phrase(f"entered.number_{key}"), clause) for key, clause in NUMBER_CLAUSES.items())


SETUP = RealSetup(("DH-10", "DH-11", "DH-12", "DH-13"), box, sheet)
