"""Draw the Dream Home table for one viewer: cells, clickable paths and refusals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from domik.games.dream_home.page.cells_hand import draw_hand_area
from domik.games.dream_home.page.cells_house import draw_house
from domik.games.dream_home.page.cells_side import draw_side
from domik.games.dream_home.page.context import BoardContext
from domik.games.dream_home.page.picture_house import definitions
from domik.games.dream_home.page.skeleton import areas
from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.reading import is_ending, round_of
from domik.games.dream_home.rules.state import OVER, ROUNDS
from domik.kernel.drawing import Drawing, Fragment, Pen, PlayerInfo
from domik.kernel.phrase import Phrase
from domik.kernel.state import View


def draw(match: DreamHomeMatch, view: View, pen: Pen, players: Sequence[PlayerInfo]) -> Drawing:
    """The table as the view's seat, or a spectator, sees it."""
    moment = BoardContext(match, view, pen, tuple(players))
    drawing = Drawing(areas(pen, match.seats, moment.me, len(moment.cached_parts.looks)))
    drawing.fragments["progress"] = progress(pen, round_of(view), moment.phase == OVER, is_ending(view))
    draw_house(moment, drawing)
    draw_side(moment, drawing)
    draw_hand_area(moment, drawing)
    return drawing


def pictures(pen: Pen) -> str:
    """SVG definitions that the cells refer to."""
    return definitions(pen)


@lru_cache(maxsize=256)
def progress(pen: Pen, now: int, over: bool, ending: bool) -> Fragment:
    """Twelve small houses, one for each round, and the round in words."""
    rounds = "".join(
        f'<i class="{"done" if k < now or ending else "now" if k == now else ""}"></i>' for k in range(1, ROUNDS + 1)
    )
    key = "draw.over" if over else "draw.ending" if ending else "draw.round"
    words = pen.say(Phrase(key, {"round": now}))
    return Fragment({"progress": f'<small>{words}</small><span aria-hidden="true">{rounds}</span>'})
