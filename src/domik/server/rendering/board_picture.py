"""A board as one SVG document that stands on its own, so that lists can show it as an image."""

from __future__ import annotations

from functools import lru_cache

from domik.kernel.drawing import Drawing
from domik.server.rendering.assets import digest, sheet, sheet_or_none
from domik.server.rendering.renderers import game_pictures
from domik.server.rendering.static_board import static_board, svg_definitions
from domik.web.pictures import with_references
from domik.web.used_styles import used_styles

WIDTH, HEIGHT = 730, 546  # pixels that a board is laid out for
SVG = 'xmlns="http://www.w3.org/2000/svg"'
OWN_STYLES = (
    f"body{{margin:0;width:{WIDTH}px;height:{HEIGHT}px;overflow:hidden;font-family:sans-serif}}"
    f".table.bare{{display:block;width:100%;height:{HEIGHT}px}}"
    "*,*::before,*::after{animation:none!important;transition:none!important}"
)


@lru_cache(maxsize=64)
def picture_sheet(game: str) -> str:
    """All styles that a still board of a game may need."""
    return "\n".join((sheet("screens.css"), sheet("domik.css"), sheet_or_none(f"game/{game}.css"), sheet("mine.css")))


@lru_cache(maxsize=64)
def picture_version(game: str) -> str:
    """Changes whenever pictures of a game may look different, apart from what is on the board."""
    return digest((picture_sheet(game) + game_pictures(game)).encode())


def board_picture(game: str, drawing: Drawing) -> str:
    """The own board of a drawing; images load nothing else, so styles and pictures are in it."""
    board, definitions = static_board(drawing, "own"), svg_definitions(drawing)
    pictures = with_references(game_pictures(game), board + definitions)
    inside = (
        (
            f'<body xmlns="http://www.w3.org/1999/xhtml" class="at-table still-life">'
            f'<div class="table bare" data-game="{game}"><div class="pictures">{pictures}</div>'
            f'<svg class="pictures">{definitions}</svg><main class="own" id="main">{board}</main></div></body>'
        )
        .replace("<svg ", f"<svg {SVG} ")
        .replace("<svg>", f"<svg {SVG}>")
        .replace(f"{SVG} {SVG}", SVG)
    )
    styles = used_styles(picture_sheet(game), inside) + OWN_STYLES
    return (
        f'<svg {SVG} width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f"<style><![CDATA[{styles}]]></style>"
        f'<foreignObject width="{WIDTH}" height="{HEIGHT}">{inside}</foreignObject></svg>'
    )
