"""A view as a picture outside of any table: for notebooks and for environments that render themselves."""

from __future__ import annotations

from domik.kernel.drawing import PlayerInfo
from domik.kernel.package import Match
from domik.kernel.state import View
from domik.server.rendering.board_picture import board_picture
from domik.server.rendering.renderers import draw_view

ANIMALS = ("squirrel", "fox", "hedgehog", "owl")


def view_picture(match: Match, view: View, language: str = "en") -> str:
    """The board of the view's seat as an SVG document: the browser's own drawing, seats numbered from 0."""
    players = [PlayerInfo(f"seat {seat}", ANIMALS[seat % len(ANIMALS)]) for seat in range(match.seats)]
    drawing = draw_view(match, view, players, language, "desk", in_letters=False).flatten()
    return board_picture(match.package.name, drawing)
