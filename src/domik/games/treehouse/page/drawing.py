"""Draw the Treehouse table for one viewer: cells, clickable paths and refusals."""

from __future__ import annotations

from collections.abc import Sequence

from domik.games.treehouse.page.context import BoardContext
from domik.games.treehouse.page.hand import hand_area
from domik.games.treehouse.page.side import draw_side
from domik.games.treehouse.page.skeleton import areas
from domik.games.treehouse.page.tree import draw_tree
from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.state import OVER, PICK, PLACE, ROUNDS, TURNS
from domik.kernel.drawing import Drawing, Fragment, Pen, PlayerInfo
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.web.board.element import join, tag
from domik.web.board.memo import fragment_memo
from domik.web.board.parts import steps


def draw(match: TreehouseMatch, view: View, pen: Pen, players: Sequence[PlayerInfo]) -> Drawing:
    """The table as the view's seat, or a spectator, sees it."""
    context = BoardContext(match, view, pen, tuple(players))
    drawing = Drawing(areas(pen, match.seats, context.me, bool(match.options["secret_tasks"])))
    drawing.fragments["progress"] = progress(pen, context.table.round, context.table.turn, context.phase)
    draw_tree(context, drawing)
    draw_side(context, drawing)
    drawing.fragments["shelf"] = hand_area(context)
    return drawing


@fragment_memo
def progress(pen: Pen, now: int, turn: int, phase: int) -> Fragment:
    """Round and pick as circles, words and bars."""
    over, building = phase == OVER, phase in (PICK, PLACE)
    rounds = steps("i", ROUNDS, ROUNDS if over else now, now, is_numbered=True)
    picks = steps("b", TURNS, turn if building else TURNS, turn)
    key = "draw.over" if over else "draw.progress" if building else "draw.scoring"
    words = tag("small", pen.say(Phrase(key, {"round": now + 1, "turn": turn + 1})))
    bars = tag("span", picks, class_="picks", aria_hidden="true")
    return Fragment(
        {"progress": join(tag("span", rounds, class_="rounds", aria_hidden="true"), tag("div", words, bars))}
    )
