"""The Cozy Cabin table for one viewer: cells, click paths, and refusals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from domik.games.cabin.page.cells_hand import draw_hand_area
from domik.games.cabin.page.cells_ring import draw_ring
from domik.games.cabin.page.cells_side import draw_side
from domik.games.cabin.page.context import BoardContext
from domik.games.cabin.page.picture_clearing import woods
from domik.games.cabin.page.skeleton import areas, built_in_parts, paintings
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.reading import draft_round
from domik.games.cabin.rules.state import DONE, LIVES, MONTHS, PLAYING
from domik.kernel.drawing import Drawing, Fragment, Pen, PlayerInfo
from domik.kernel.phrase import Phrase
from domik.kernel.state import View


def draw(match: CabinMatch, view: View, pen: Pen, players: Sequence[PlayerInfo]) -> Drawing:
    moment = BoardContext(match, view, pen, tuple(players))
    chosen = match.options
    drawing = Drawing(
        areas(
            pen,
            moment.cached_parts,
            match.seats,
            moment.me,
            bool(chosen["draft"]),
            bool(chosen["neighbour"]),
            bool(chosen["promo"]),
            chosen["scenario"] != "none",
        )
    )
    stage = moment.stage if moment.phase == PLAYING else DONE
    drawing.fragments["progress"] = calendar(pen, moment.mine.left, stage, moment.mine.years, draft_round(view))
    draw_ring(moment, drawing)
    draw_side(moment, drawing)
    draw_hand_area(moment, drawing)
    return drawing


def pictures(pen: Pen) -> str:
    """The shared symbols: the woods around the clearing, and the paintings of all cards."""
    return woods() + paintings(built_in_parts(), True, True)


@lru_cache(maxsize=256)
def calendar(pen: Pen, left: int, stage: int, years: int, drafting: int) -> Fragment:
    """Eight months as discs and as text (CC-16); in a draft its rounds (CC-41)."""
    month = MONTHS + 1 - left
    now = month if stage < LIVES and not drafting else 0
    gone = month - 1 if stage < LIVES else MONTHS - left
    tick = pen.icon("check", 11, 3)
    discs = "".join(
        f'<i class="{"gone" if n <= gone else "now" if n == now else ""}">{tick if n <= gone else n}</i>'
        for n in range(1, MONTHS + 1)
    )
    if drafting:
        head = Phrase("draw.draft_round", {"round": drafting})
    elif stage < LIVES:
        head = Phrase("draw.month", {"month": month})
    elif stage == LIVES:
        head = Phrase("draw.life", {"year": years + 1})
    else:
        head = Phrase("draw.over_short")
    markup = (
        f'<span class="discs" aria-hidden="true">{discs}</span><span class="cap"><b>{pen.say(head)}</b>'
        f"<small>{pen.say(Phrase('draw.left', {'n': left}))}</small></span>"
    )
    return Fragment({"progress": markup})
