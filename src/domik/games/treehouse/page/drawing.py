"""Draw the Treehouse table for one viewer: cells, clickable paths and refusals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from domik.games.treehouse.page.cells_hand import draw_hand_area
from domik.games.treehouse.page.cells_side import draw_side
from domik.games.treehouse.page.cells_tree import draw_tree
from domik.games.treehouse.page.context import BoardContext
from domik.games.treehouse.page.skeleton import areas
from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.state import *
from domik.kernel.drawing import Drawing, Fragment, Pen, PlayerInfo
from domik.kernel.phrase import Phrase
from domik.kernel.state import View


def draw(match: TreehouseMatch, view: View, pen: Pen, players: Sequence[PlayerInfo]) -> Drawing:
    """The table as the view's seat, or a spectator, sees it."""
    moment = BoardContext(match, view, pen, tuple(players))
    drawing = Drawing(areas(pen, match.seats, moment.me, bool(match.options["secret_tasks"])))
    drawing.fragments["progress"] = progress(pen, moment.round, moment.turn, moment.phase)
    draw_tree(moment, drawing)
    draw_side(moment, drawing)
    draw_hand_area(moment, drawing)
    return drawing


@lru_cache(maxsize=256)
def progress(pen: Pen, now: int, turn: int, phase: int) -> Fragment:
    """Round and pick as circles, words and bars."""
    over = phase == OVER
    rounds = "".join(
        f'<i class="{"done" if k < now or over else "now" if k == now else ""}">{k + 1}</i>' for k in range(ROUNDS)
    )
    building = phase in (PICK, PLACE)
    picks = "".join(
        f'<b class="{"done" if k < turn or not building else "now" if k == turn else ""}"></b>' for k in range(TURNS)
    )
    args: dict[str, Any] = {"round": now + 1, "turn": turn + 1}
    key = "draw.over" if over else "draw.progress" if building else "draw.scoring"
    words = pen.say(Phrase(key, args))
    markup = (
        f'<span class="rounds" aria-hidden="true">{rounds}</span><div><small>{words}</small>'
        f'<span class="picks" aria-hidden="true">{picks}</span></div>'
    )
    return Fragment({"progress": markup})
