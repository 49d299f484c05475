"""Setting up a real table of Treehouse, and the rows of its score sheet."""

from __future__ import annotations

from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.phrases import kind_phrase, theme_phrase
from domik.games.treehouse.rules.state import COLOURS, DOUBLE, FEWEST, HAND, MOST, NOTHING, ROUNDS
from domik.kernel.entry_board import RealSetup
from domik.kernel.phrase import Phrase


def box(match: TreehouseMatch) -> tuple[tuple[Phrase, int], ...]:
    """Trunks, rooms, colour cards, change cards and what the variants add (TH-10, TH-11, TH-60 to TH-63)."""
    extra, pair = match.options["extra_changes"], match.seats == 2
    kinds = (NOTHING, DOUBLE, FEWEST, MOST) if extra else (NOTHING,) if pair else (NOTHING, DOUBLE)
    copies = 1 if extra and not pair else 2
    changes = [] if match.options["young"] else [(kind_phrase(kind), copies) for kind in kinds]
    birdhouses = [(Phrase("birdhouse"), match.seats)] if match.options["birdhouse"] else []
    tasks = [(Phrase("entered.step_task"), match.seats)] if match.options["secret_tasks"] else []
    rooms = (Phrase("setup.rooms"), ROUNDS * HAND * match.seats)
    trunks, colours = (Phrase("setup.trunks"), match.seats), (Phrase("setup.colours"), COLOURS)
    return (trunks, rooms, colours, *changes, *birdhouses, *tasks)


def sheet(match: TreehouseMatch) -> tuple[tuple[Phrase, str], ...]:
    """Three rounds, the six colour cards, and what the variants add (TH-45, TH-50, TH-61, TH-62)."""
    rounds = [(Phrase("setup.round", {"n": n + 1}), "TH-45") for n in range(ROUNDS)]
    colours = [(theme_phrase(colour), "TH-50") for colour in range(COLOURS)]
    birdhouse = [(Phrase("birdhouse"), "TH-61")] if match.options["birdhouse"] else []
    tasks = [(Phrase("entered.step_task"), "TH-62")] if match.options["secret_tasks"] else []
    return (*rounds, *colours, *birdhouse, *tasks)


SETUP = RealSetup(("TH-10", "TH-11", "TH-12", "TH-20"), box, sheet)
