"""Compact text rendering of Bower: one line per row of a nest, the birds board, and the tiles of the current decision.

A cell is its surface's letter and then its ornaments: `=y*@` is straw with a yellow flower and a shell.
"""

from __future__ import annotations

from collections import Counter

from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.parts import TileFace
from domik.games.bower.rules.phrases import bonus_phrase
from domik.games.bower.rules.reading import (
    Cell,
    Nest,
    bonus_choice,
    cell_number,
    chosen_of,
    covering_tile,
    hand_of,
    nest_of,
    phase_of,
    row_tiles,
    waiting_gift,
)
from domik.games.bower.rules.state import CHOOSE, DRAFT, GIVE, LOSE, TAKE, WIDTH
from domik.games.bower.words.sketch import (
    INNER,
    SURFACE_TONES,
    TEXTURES,
    aside,
    board,
    groups_line,
    heading,
    seat_line,
    sign,
    target_cells,
)
from domik.kernel.phrase import Phrase
from domik.kernel.sketch import Say, Span, TextRow, clip_row, shorten_text
from domik.kernel.state import View

FROM_ROW = (DRAFT, TAKE, GIVE)  # phases that concern the row
FROM_HAND = (TAKE, CHOOSE, GIVE, LOSE)  # phases that concern the hand, or in which it matters


def sketch(match: BowerMatch, view: View, say: Say, columns: int = 80) -> list[TextRow]:
    seat = view.seat if view.seat >= 0 else 0
    gap = [Span("   ")]
    top = heading(match, view, say) + gap + seat_line(match, view, say, seat) + gap
    rows = [clip_row(top + seat_line(match, view, say, 1 - seat), columns)]
    rows += nest_rows(match, view, 1 - seat, upwards=True) + board(match, view, say, seat)
    rows += nest_rows(match, view, seat, upwards=False)
    rows.append([Span(shorten_text(groups_line(match, view, say, seat), columns))])
    rows += [clip_row(row, columns) for row in aside(view, say)]
    return rows if view.is_over() else rows + tiles(match, view, say, columns) + bonus(match, view, say, columns)


def nest_rows(match: BowerMatch, view: View, seat: int, upwards: bool) -> list[TextRow]:
    nest = nest_of(match, view, seat)
    targets = target_cells(view, seat)
    rows: list[TextRow] = []
    for number in range(nest.rows, 0, -1) if upwards else range(1, nest.rows + 1):
        row: TextRow = [Span(f" {number} ", "dim")]
        for column in range(1, WIDTH + 1):
            row += [Span("│", "wood"), cell_span(nest, (column, number), targets)]
        rows.append([*row, Span("│", "wood")])
    return rows


def cell_span(nest: Nest, cell: Cell, targets: set[int]) -> Span:
    """One cell; a legal target begins with its coordinates."""
    target = cell_number(cell) in targets
    name = f"{cell[0]}.{cell[1]}" if target else ""
    if cell not in nest.faces:
        return Span((f"[{name}]" if target else "·").center(INNER), "accent" if target else "dim")
    face = nest.faces[cell]
    found = ornaments(face, nest.crossed.get(cell))
    found += [f"[{sign(kind) if kind != 'shell' else '@' * n}]" for kind, n in nest.added.get(cell, Counter()).items()]
    found += ["[Y]"] if nest.branch and cell in nest.branch else []
    texture = TEXTURES[face.surface]
    text = f"{name}{texture} {' '.join(found)}"
    if len(text) > INNER:
        text = f"{name}{texture}{''.join(found)}"
    return Span(shorten_text(text, INNER).ljust(INNER), "accent" if target else SURFACE_TONES[face.surface])


def ornaments(face: TileFace, crossed: str | None = None) -> list[str]:
    """The ornaments of a face, of which one may be under an X."""
    found = []
    for name in face.ornaments:
        found.append(f"x{sign(name)}" if name == crossed else sign(name))
        crossed = None if name == crossed else crossed
    return found


def tiles(match: BowerMatch, view: View, say: Say, columns: int) -> list[TextRow]:
    """The row, the viewer's hand, a gift, the tile to be laid: whichever the decision concerns."""
    phase = phase_of(view)
    given = waiting_gift(view, view.seat) if view.seat >= 0 else None
    chosen = chosen_of(view)
    covering = covering_tile(view)
    found: list[tuple[str, list[int]]] = [
        ("row", [tile for tile in row_tiles(view) if tile is not None] if phase in FROM_ROW else []),
        ("hand", list(hand_of(view)) if phase in FROM_HAND else []),
        ("gift", [given] if given is not None and not chosen else []),
        ("chosen", [chosen[0]] if chosen else []),
        ("covering", [covering] if covering is not None else []),
    ]
    rows: list[TextRow] = []
    for key, shown in found:
        name = say(Phrase(f"sketch.{key}")).rstrip(":") + ":"
        texts = [tile_text(match, tile) for tile in shown]
        while texts:
            fit = max(1, (columns - len(name)) // (max(map(len, texts)) + 2))
            rows.append([Span(name, "bold"), Span("".join(f"  {text}" for text in texts[:fit]))])
            texts, name = texts[fit:], " " * len(name)
    return rows


def tile_text(match: BowerMatch, tile: int) -> str:
    """A tile in compact form: id, half a, half b."""
    found = match.parts.tiles[tile]
    halves = [
        f"{half}{TEXTURES[face.surface]}{''.join(ornaments(face))}"
        for half, face in zip("ab", found.faces, strict=True)
    ]
    return f"{found.id} {' '.join(halves)}"


def bonus(match: BowerMatch, view: View, say: Say, columns: int) -> list[TextRow]:
    """Bonus tiles that can be chosen."""
    choice = bonus_choice(match, view)
    if not choice:
        return []
    names = ", ".join(say(bonus_phrase(tile)) for tile in choice)
    text = say(Phrase("sketch.offer" if match.options["hard"] else "sketch.drawn", {"tiles": names}))
    return [[Span(shorten_text(text, columns), "accent")]]
