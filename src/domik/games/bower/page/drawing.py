"""The Bower table for one viewer: cells, click paths, and refusals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from domik.games.bower.page.cells_board import draw_board
from domik.games.bower.page.cells_hand import DESK_TURNED, PHONE_TURNED, draw_hand_area
from domik.games.bower.page.cells_nest import draw_nests
from domik.games.bower.page.cells_side import draw_side
from domik.games.bower.page.context import BoardContext, current_score
from domik.games.bower.page.picture_ornament import symbols
from domik.games.bower.page.picture_target import pits
from domik.games.bower.page.picture_tile import CUTS, frames, patterns
from domik.games.bower.page.skeleton import areas
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.reading import turns_made
from domik.games.bower.rules.state import DRAFT, OVER, PLACE, TAKE
from domik.kernel.drawing import Drawing, Fragment, Pen, PlayerInfo
from domik.kernel.phrase import Phrase
from domik.kernel.state import View

STEPS_OF = ("take", "place", "bonus")


def draw(match: BowerMatch, view: View, pen: Pen, players: Sequence[PlayerInfo]) -> Drawing:
    moment = BoardContext(match, view, pen, tuple(players))
    drawing = Drawing(areas(pen, moment.rows, moment.me, moment.hard))
    made = turns_made(view, moment.actor)
    drawing.fragments["progress"] = progress(pen, made, moment.turns, moment.phase, moment.actor)
    standing = current_score(moment)
    draw_nests(moment, drawing)
    draw_board(moment, drawing, standing)
    draw_side(moment, drawing, standing)
    draw_hand_area(moment, drawing)
    return drawing


def pictures(pen: Pen) -> str:
    """The shared symbols: surfaces, ornaments, tokens, birds."""
    return patterns() + symbols() + pits() + CUTS + frames(DESK_TURNED + PHONE_TURNED)


def step_of(phase: int) -> int:
    """The step of a turn: 0 take, 1 place, 2 bonus."""
    return 0 if phase <= TAKE else 1 if phase <= PLACE else 2


@lru_cache(maxsize=256)
def progress(pen: Pen, made: int, turns: int, phase: int, actor: int) -> Fragment:
    """The turn as text and as a row of eggs, and the steps of a turn."""
    over = phase == OVER
    eggs = "".join(
        f'<i class="{"done" if k < made or over else "now" if k == made else ""}"></i>' for k in range(turns)
    )
    key = "draw.over" if over else "draw.draft" if phase == DRAFT else "draw.turn"
    words = pen.say(Phrase(key, {"turn": made + 1, "turns": turns} if key == "draw.turn" else None))
    now = -1 if over else step_of(phase)
    steps = ""
    for k, name in enumerate(STEPS_OF):
        mark = pen.icon("check", 13) if k < now else f"<em>{k + 1}</em>"
        state = "done" if k < now else "now" if k == now else ""
        steps += f'<li class="{state}">{mark}<span>{pen.say(Phrase(f"draw.step_{name}"))}</span></li>'
    path = "" if over or phase == DRAFT else f'<ol class="steps seat-{actor}">{steps}</ol>'
    counted = f'<div><small>{words}</small><span class="pips" aria-hidden="true">{eggs}</span></div>'
    return Fragment({"progress": counted + path})
