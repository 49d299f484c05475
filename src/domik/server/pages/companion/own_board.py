"""The house that is entered on the game's own board: the picture, and its places, on which the ring lies."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from domik.kernel.drawing import Drawing, PlayerInfo, ScreenForm
from domik.kernel.entering import TABLE
from domik.kernel.package import Match
from domik.kernel.state import View
from domik.server.pages.companion.counting import Counting
from domik.server.rendering.renderers import draw_view, table_pen
from domik.server.rendering.static_board import static_board, static_board_with_names
from domik.table.table import ANIMALS
from domik.web.board.element import tag

FORM: ScreenForm = "hand"  # the board is drawn once, for a phone, and grows with the page
AREA = "own"


@dataclass(frozen=True)
class OwnBoard:
    """The picture, and what the ids of its places begin with; a script lays the places that can be tapped on it."""

    picture: Markup
    prefix: str


def own_board(counting: Counting, language: str) -> OwnBoard | None:
    """The board with what is entered; None where what is asked does not lie on it."""
    places, keys = counting.board.on_board, counting.shown_step.place_keys()
    if places is None or counting.seat == TABLE or counting.by_numbers or not keys:
        return None
    drawing = entered_drawing(counting, counting.seat, keys, language)
    if places.id(keys[0]) not in drawing.cells:
        return None
    return OwnBoard(Markup(static_board_with_names(drawing, AREA)), places.prefix)


def house_picture(counting: Counting, seat: int, language: str) -> Markup:
    """The same board as a small picture; empty where the game has none."""
    if counting.board.on_board is None:
        return Markup()
    step = next(step for step in counting.board.steps(counting.match) if not step.is_table)
    return Markup(static_board(entered_drawing(counting, seat, step.place_keys(), language), AREA))


def entered_drawing(counting: Counting, seat: int, keys: tuple[str, ...], language: str) -> Drawing:
    """The drawing of what a seat has entered, with a spot on every place so that a script can find it."""
    match, places, table = counting.match, counting.board.on_board, counting.position.table
    view = counting.current_count.view
    drawing = bare_drawing(match, View(view.game, seat, view.numbers), language)
    if places is None:
        return drawing
    pen = table_pen(language, match.package.name, FORM)
    for key in keys:
        id = places.id(key)
        if f'id="{id}"' in drawing.areas[AREA]:
            shown = places.draw(match, pen, table, seat, key) or drawing.cells.get(id, "")
            drawing.cells[id] = shown + spot(places.size)
    return drawing


def spot(size: tuple[float, float] | None) -> str:
    """An invisible place as large as what can lie there."""
    return "" if size is None else tag("rect", width=size[0], height=size[1], class_="cp-spot")


def bare_drawing(match: Match, view: View, language: str) -> Drawing:
    """The board of a view with players who have no names."""
    players = [PlayerInfo(str(seat + 1), ANIMALS[seat]) for seat in range(match.seats)]
    return draw_view(match, view, players, language, FORM, False).flatten()
